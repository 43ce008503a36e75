import { setTimeout as wait } from 'node:timers/promises';

import type { Atomically, Repositories } from '#application/ports/atomically.ts';
import { StoreBusy, StoreUnavailable } from '#application/ports/atomically.ts';
import type { Database } from './connection.ts';
import { isConflict, withoutValues } from './connection/failures.ts';
import { MustRead } from './transaction/read-set.ts';
import { offerMemory } from './transaction/offer-memory.ts';
import { repositoriesOn } from './transaction/repositories.ts';
import type { AddJob } from './transaction/repositories.ts';
import { openTransaction } from './transaction/transaction.ts';
import { watched } from './transaction/watched.ts';

const MOST_RUNS = 6;

/** The store on a database. `addJob` queues jobs by statements of the transaction itself. */
export const databaseStore = (database: Database, { addJob }: { readonly addJob: AddJob }): Atomically => {
  const offers = offerMemory();

  const runOnce = async <T>(work: (repositories: Repositories) => Promise<T>, isRunAgain: boolean): Promise<T> => {
    const running = { active: true };
    const failures: unknown[] = [];
    const transaction = openTransaction(database, { isRunAgain });
    const repositories = watched(repositoriesOn(transaction, { addJob, offers }), running, (error) =>
      failures.push(error),
    );
    const done = async (): Promise<T> => {
      const result = await work(repositories);
      // After an error the database undoes everything, even if the work has caught the error: so the work fails as well.
      if (failures.length > 0) throw failures[0];
      return result;
    };
    try {
      return await database.transaction.run(running, async () => {
        const result = await done().catch((error: unknown) => {
          // An outage does not come of what the work depends on, and is waited for once.
          if (!(withoutValues(error) instanceof StoreUnavailable)) transaction.assertRead();
          throw error;
        });
        await transaction.commit();
        return result;
      });
    } catch (error) {
      await transaction.rollback();
      throw error;
    } finally {
      running.active = false;
    }
  };

  return async (work) => {
    if (database.transaction.getStore()?.active === true)
      throw new Error('a transaction cannot be begun inside another one');
    for (let run = 1; ; run += 1) {
      try {
        return await runOnce(work, run > 1);
      } catch (error) {
        // No conflict: nobody has to be let through first. A second run reads, so this cannot come of it.
        if (error instanceof MustRead) continue;
        if (!isConflict(error)) throw withoutValues(error);
        if (run === MOST_RUNS) throw new StoreBusy(`conflicts in ${MOST_RUNS} runs`, { cause: withoutValues(error) });
        await wait(Math.random() * 5 * 2 ** run);
      }
    }
  };
};
