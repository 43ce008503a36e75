import type { Database } from '#adapters/mikro-orm/connection.ts';
import { databaseMarketplace } from '#adapters/mikro-orm/marketplace.ts';
import { marketplaceContract } from '#tests/contracts/marketplace.contract.ts';
import { onPglite, onPostgres } from '#tests/support/databases.ts';

const readsOf = (database: Database) => ({ marketplace: databaseMarketplace(database) });

marketplaceContract('on PGlite', () => onPglite(readsOf));
marketplaceContract('on PostgreSQL', () => onPostgres(readsOf));
