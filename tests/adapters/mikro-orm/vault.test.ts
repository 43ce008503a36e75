import { memoryLog } from '#adapters/memory/log.ts';
import type { Database } from '#adapters/mikro-orm/connection.ts';
import { databaseLeadChanges } from '#adapters/mikro-orm/lead-changes.ts';
import { databaseVault } from '#adapters/mikro-orm/vault.ts';
import { vaultContract } from '#tests/contracts/vault.contract.ts';
import { onPglite, onPostgres } from '#tests/support/databases.ts';

vaultContract('on PGlite', () => onPglite((database: Database) => ({ vault: databaseVault(database) })));

vaultContract('on PostgreSQL, where it knows of changes and reads ahead', async () => {
  const { database, ...store } = await onPostgres((opened: Database) => ({ database: opened }));
  const changes = await databaseLeadChanges(database, memoryLog());
  return {
    atomically: changes.observed(store.atomically),
    vault: databaseVault(database, { changes }),
    close: async () => {
      await changes.close();
      await store.close();
    },
  };
});
