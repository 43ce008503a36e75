import { answerCache } from '#adapters/http/answers/answer-cache.ts';
import type { AnswerCache } from '#adapters/http/answers/answer-cache.ts';
import { databaseLeadChanges } from '#adapters/mikro-orm/lead-changes.ts';
import type { Database } from '#adapters/mikro-orm/connection.ts';
import type { Atomically } from '#application/ports/atomically.ts';
import type { Clock } from '#application/ports/clock.ts';
import type { Log } from '#application/ports/log.ts';
import type { Instant } from '#domain/instant.ts';
import type { Settings } from './environment.ts';

type OpenedCache = {
  /** The same store, whose changes of leads are known here at once. */
  readonly observed: (atomically: Atomically) => Atomically;
  /** The cache; `undefined` where no answer is cached. */
  readonly cache: (needs: {
    readonly clock: Clock;
    readonly changesByTime: () => Promise<Instant>;
  }) => AnswerCache | undefined;
  readonly close: () => Promise<void>;
};

const NO_CACHE: OpenedCache = {
  observed: (atomically) => atomically,
  cache: () => undefined,
  close: async () => {},
};

/** The cached answers of a process, by its settings: one that serves no visitors caches none. */
export const openAnswerCache = async (
  { answersFromMemory, role, database: { replicas } }: Settings,
  database: Database,
  log: Log,
): Promise<OpenedCache> => {
  if (!answersFromMemory || role === 'worker') return NO_CACHE;
  const changes = await databaseLeadChanges(database, log);
  const lag = (replicas?.lagSeconds ?? 0) * 1_000;
  return {
    observed: changes.observed,
    cache: (needs) => answerCache({ changes, lag, ...needs }),
    close: changes.close,
  };
};
