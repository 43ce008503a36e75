import type { Database } from '#adapters/mikro-orm/connection.ts';
import { databaseUsers } from '#adapters/mikro-orm/users.ts';
import { usersContract } from '#tests/contracts/users.contract.ts';
import { onPglite, onPostgres } from '#tests/support/databases.ts';

const readsOf = (database: Database) => ({ users: databaseUsers(database) });

usersContract('on PGlite', () => onPglite(readsOf));
usersContract('on PostgreSQL', () => onPostgres(readsOf));
