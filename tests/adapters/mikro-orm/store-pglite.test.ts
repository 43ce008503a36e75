import { openPglite } from '#adapters/mikro-orm/connection.ts';
import { migrate } from '#adapters/mikro-orm/migrate.ts';
import { databaseStore } from '#adapters/mikro-orm/store.ts';
import { atomicallyContract } from '#tests/contracts/atomically.contract.ts';
import { addStoredJob, storedJobs } from '#tests/support/stored-jobs.ts';

atomicallyContract(
  'on PGlite',
  async () => {
    const database = await openPglite({ folder: undefined });
    await migrate(database);
    return {
      atomically: databaseStore(database, { addJob: addStoredJob }),
      jobs: () => storedJobs(database),
      close: database.close,
    };
  },
  { serial: true },
);
