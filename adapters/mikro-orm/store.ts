import { setTimeout as wait } from 'node:timers/promises';

import type { Atomically, Repositories } from '#application/ports/atomically.ts';
import { StoreBusy } from '#application/ports/atomically.ts';
import type { Database } from './connection.ts';
import { isConflict, withoutValues } from './failures.ts';
import { repositoriesOn } from './repositories.ts';
import type { AddJob } from './repositories.ts';
import { sqlOf } from './transaction-sql.ts';
import { watched } from './watched.ts';

const MOST_RUNS = 6;

/** The store on a database. `addJob` queues jobs by statements of the transaction itself. */
export const databaseStore = (database: Database, { addJob }: { readonly addJob: AddJob }): Atomically => {
  const runOnce = async <T>(work: (repositories: Repositories) => Promise<T>): Promise<T> => {
    const transaction = { active: true };
    const failures: unknown[] = [];
    try {
      return await database.transaction.run(transaction, () =>
        database.orm.em.fork().transactional(async (em) => {
          const repositories = repositoriesOn(em, sqlOf(em), addJob);
          const result = await work(watched(repositories, transaction, (error) => failures.push(error)));
          // The database undoes everything after an error, whatever the work thinks of it: it is the work's error too.
          if (failures.length > 0) throw failures[0];
          return result;
        }),
      );
    } finally {
      transaction.active = false;
    }
  };

  return async (work) => {
    if (database.transaction.getStore()?.active === true)
      throw new Error('a transaction cannot be begun inside another one');
    for (let run = 1; ; run += 1) {
      try {
        return await runOnce(work);
      } catch (error) {
        if (!isConflict(error)) throw withoutValues(error);
        if (run === MOST_RUNS) throw new StoreBusy(`conflicts in ${MOST_RUNS} runs`, { cause: withoutValues(error) });
        await wait(Math.random() * 5 * 2 ** run);
      }
    }
  };
};
