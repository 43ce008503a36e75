import type { Job } from '#application/ports/jobs.ts';
import { memoryStore } from '#adapters/memory/store.ts';
import { accountsContract } from '#tests/contracts/accounts.contract.ts';
import { atomicallyContract } from '#tests/contracts/atomically.contract.ts';
import { batchesContract } from '#tests/contracts/batches.contract.ts';
import { leadsContract } from '#tests/contracts/leads.contract.ts';
import { personsContract } from '#tests/contracts/persons.contract.ts';
import { retentionContract } from '#tests/contracts/retention.contract.ts';
import type { StoreUnderTest } from '#tests/contracts/store-samples.ts';
import { subscriptionsContract } from '#tests/contracts/subscriptions.contract.ts';

const open = async (): Promise<StoreUnderTest> => {
  const jobs: Job[] = [];
  const { atomically } = memoryStore({ addJob: (job) => void jobs.push(job) });
  return { atomically, jobs: async () => jobs, close: async () => {} };
};

atomicallyContract('in memory', open);
accountsContract('in memory', open);
subscriptionsContract('in memory', open);
leadsContract('in memory', open);
batchesContract('in memory', open);
personsContract('in memory', open);
retentionContract('in memory', open);
