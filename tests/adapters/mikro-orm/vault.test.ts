import type { Database } from '#adapters/mikro-orm/connection.ts';
import { databaseVault } from '#adapters/mikro-orm/vault.ts';
import { vaultContract } from '#tests/contracts/vault.contract.ts';
import { onPglite, onPostgres } from '#tests/support/databases.ts';

const readsOf = (database: Database) => ({ vault: databaseVault(database) });

vaultContract('on PGlite', () => onPglite(readsOf));
vaultContract('on PostgreSQL', () => onPostgres(readsOf));
