import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';

import type { Atomically, Repositories } from '#application/ports/atomically.ts';
import { StoreBusy } from '#application/ports/atomically.ts';
import type { Job } from '#application/ports/jobs.ts';
import type { Ledger } from '#application/ports/ledger.ts';
import type { Marketplace } from '#application/ports/marketplace.ts';
import type { Users } from '#application/ports/users.ts';
import type { Vault } from '#application/ports/vault.ts';
import type { Lead } from '#domain/lead.ts';
import { memoryLeadChanges } from './lead-changes.ts';
import type { MemoryLeadChanges } from './lead-changes.ts';
import { memoryLedger } from './ledger.ts';
import { memoryMarketplace } from './marketplace.ts';
import { Conflict } from './overlay.ts';
import { openTransaction } from './repositories.ts';
import type { Tables } from './repositories.ts';
import { rowHolds } from './row-holds.ts';
import { memoryUsers } from './users.ts';
import { memoryVault } from './vault.ts';

const MOST_RUNS = 6;

/** The store of one process, gone when it ends. `addJob` gets the jobs of a transaction after its commit. */
export const memoryStore = ({ addJob = () => {} }: { readonly addJob?: (job: Job) => void | Promise<void> } = {}): {
  readonly atomically: Atomically;
  readonly marketplace: Marketplace;
  readonly vault: Vault;
  readonly ledger: Ledger;
  readonly users: Users;
  readonly leadChanges: MemoryLeadChanges;
} => {
  const tables: Tables = {
    leads: new Map(),
    purchases: new Map(),
    coupons: new Map(),
    notifications: new Map(),
    accounts: new Map(),
    tokens: new Map(),
    sessions: new Map(),
    contactMessages: new Map(),
    subscriptions: new Map(),
    batches: new Map(),
    provenance: new Map(),
    personKeys: new Map(),
    audit: new Map(),
  };
  const leads = (): readonly Lead[] => [...tables.leads.values()].map(({ value }) => value);
  const leadChanges = memoryLeadChanges();
  const holds = rowHolds();
  const running = new AsyncLocalStorage<{ active: boolean }>();

  const runOnce = async <T>(work: (repositories: Repositories) => Promise<T>): Promise<T> => {
    const transaction = { active: true };
    const { repositories, commit } = openTransaction(tables, holds, transaction, leadChanges.tell);
    const end = async (): Promise<{ result: T; jobs: readonly Job[] }> => {
      const result = await running.run(transaction, () => work(repositories));
      return { result, jobs: commit() };
    };
    const { result, jobs } = await end().finally(() => {
      transaction.active = false;
      holds.freeAll(transaction);
    });
    for (const job of jobs) await addJob(job);
    return result;
  };

  return {
    atomically: async (work) => {
      if (running.getStore()?.active === true) throw new Error('a transaction cannot be begun inside another one');
      for (let run = 1; ; run += 1) {
        try {
          return await runOnce(work);
        } catch (error) {
          if (!(error instanceof Conflict)) throw error;
          if (run === MOST_RUNS) throw new StoreBusy(`conflicts in ${MOST_RUNS} runs`, { cause: error });
          // Whoever was faster is done by the next turn, nearly always; only a crowd has to spread out.
          await (run === 1 ? nextTurn() : wait(Math.random() * 2 ** run));
        }
      }
    },
    marketplace: memoryMarketplace(leads),
    vault: memoryVault(leads),
    ledger: memoryLedger(tables),
    users: memoryUsers(tables),
    leadChanges,
  };
};
