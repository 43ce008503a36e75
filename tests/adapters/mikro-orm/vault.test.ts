import type { Database } from '#adapters/mikro-orm/connection.ts';
import { openPglite, openPostgres } from '#adapters/mikro-orm/connection.ts';
import { migrate } from '#adapters/mikro-orm/migrate.ts';
import { databaseStore } from '#adapters/mikro-orm/store.ts';
import { databaseVault } from '#adapters/mikro-orm/vault.ts';
import { vaultContract } from '#tests/contracts/vault.contract.ts';
import { freshDatabase } from '#tests/support/postgres.ts';
import { addStoredJob } from '#tests/support/stored-jobs.ts';

const over = (database: Database) => ({
  atomically: databaseStore(database, { addJob: addStoredJob }),
  vault: databaseVault(database),
  close: database.close,
});

vaultContract('on PGlite', async () => {
  const database = await openPglite({ folder: undefined });
  await migrate(database);
  return over(database);
});

vaultContract('on PostgreSQL', async () => {
  const { url, drop } = await freshDatabase();
  const subject = over(await openPostgres({ url }));
  return {
    ...subject,
    close: async () => {
      await subject.close();
      await drop();
    },
  };
});
