import type { Job } from '#application/ports/jobs.ts';
import { memoryStore } from '#adapters/memory/store.ts';
import { atomicallyContract } from '#tests/contracts/atomically.contract.ts';

atomicallyContract('in memory', async () => {
  const jobs: Job[] = [];
  const { atomically } = memoryStore({ addJob: (job) => void jobs.push(job) });
  return { atomically, jobs: async () => jobs, close: async () => {} };
});
