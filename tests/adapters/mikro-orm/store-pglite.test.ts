import { databaseStore } from '#adapters/mikro-orm/store.ts';
import { accountsContract } from '#tests/contracts/accounts.contract.ts';
import { atomicallyContract } from '#tests/contracts/atomically.contract.ts';
import { batchesContract } from '#tests/contracts/batches.contract.ts';
import { leadsContract } from '#tests/contracts/leads.contract.ts';
import { personsContract } from '#tests/contracts/persons.contract.ts';
import { retentionContract } from '#tests/contracts/retention.contract.ts';
import type { StoreUnderTest } from '#tests/contracts/store-samples.ts';
import { subscriptionsContract } from '#tests/contracts/subscriptions.contract.ts';
import { migratedPglite } from '#tests/support/databases.ts';
import { addStoredJob, storedJobs } from '#tests/support/stored-jobs.ts';

const open = async (): Promise<StoreUnderTest> => {
  const database = await migratedPglite();
  return {
    atomically: databaseStore(database, { addJob: addStoredJob }),
    jobs: () => storedJobs(database),
    close: database.close,
  };
};

atomicallyContract('on PGlite', open, { serial: true });
accountsContract('on PGlite', open, { serial: true });
subscriptionsContract('on PGlite', open, { serial: true });
leadsContract('on PGlite', open, { serial: true });
batchesContract('on PGlite', open);
personsContract('on PGlite', open);
retentionContract('on PGlite', open, { serial: true });
