import { openPostgres } from '#adapters/mikro-orm/connection.ts';
import { databaseStore } from '#adapters/mikro-orm/store.ts';
import { accountsContract } from '#tests/contracts/accounts.contract.ts';
import { atomicallyContract } from '#tests/contracts/atomically.contract.ts';
import { batchesContract } from '#tests/contracts/batches.contract.ts';
import { leadsContract } from '#tests/contracts/leads.contract.ts';
import { personsContract } from '#tests/contracts/persons.contract.ts';
import { retentionContract } from '#tests/contracts/retention.contract.ts';
import type { StoreUnderTest } from '#tests/contracts/store-samples.ts';
import { subscriptionsContract } from '#tests/contracts/subscriptions.contract.ts';
import { freshDatabase } from '#tests/support/postgres.ts';
import { addStoredJob, storedJobs } from '#tests/support/stored-jobs.ts';

const open = async (): Promise<StoreUnderTest> => {
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
};

atomicallyContract('on PostgreSQL', open);
accountsContract('on PostgreSQL', open);
subscriptionsContract('on PostgreSQL', open);
leadsContract('on PostgreSQL', open);
batchesContract('on PostgreSQL', open);
personsContract('on PostgreSQL', open);
retentionContract('on PostgreSQL', open);
