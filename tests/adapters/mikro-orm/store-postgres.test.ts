import { openPostgres } from '#adapters/mikro-orm/connection.ts';
import { databaseStore } from '#adapters/mikro-orm/store.ts';
import { atomicallyContract } from '#tests/contracts/atomically.contract.ts';
import { freshDatabase } from '#tests/support/postgres.ts';
import { addStoredJob, storedJobs } from '#tests/support/stored-jobs.ts';

atomicallyContract('on PostgreSQL', async () => {
  const { url, drop } = await freshDatabase();
  const database = await openPostgres({ url });
  return {
    atomically: databaseStore(database, { addJob: addStoredJob }),
    jobs: () => storedJobs(database),
    close: async () => {
      await database.close();
      await drop();
    },
  };
});
