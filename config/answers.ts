import { answerMemory } from '#adapters/http/answers/answer-memory.ts';
import type { AnswerMemory } from '#adapters/http/answers/answer-memory.ts';
import { databaseLeadChanges } from '#adapters/mikro-orm/lead-changes.ts';
import type { Database } from '#adapters/mikro-orm/connection.ts';
import type { Atomically } from '#application/ports/atomically.ts';
import type { Clock } from '#application/ports/clock.ts';
import type { Log } from '#application/ports/log.ts';
import type { Instant } from '#domain/instant.ts';
import type { Settings } from './environment.ts';

type KeptAnswers = {
  /** The same store, whose changes of leads are known here at once. */
  readonly telling: (atomically: Atomically) => Atomically;
  /** `undefined` where no answer is kept. */
  readonly memory: (needs: {
    readonly clock: Clock;
    readonly changesByTime: () => Promise<Instant>;
  }) => AnswerMemory | undefined;
  readonly close: () => Promise<void>;
};

const NOTHING_KEPT: KeptAnswers = {
  telling: (atomically) => atomically,
  memory: () => undefined,
  close: async () => {},
};

/** The answers that a process keeps by its settings: one that answers no visitor keeps none. */
export const keptAnswers = async (
  { answersFromMemory, role, database: { replicas } }: Settings,
  database: Database,
  log: Log,
): Promise<KeptAnswers> => {
  if (!answersFromMemory || role === 'worker') return NOTHING_KEPT;
  const changes = await databaseLeadChanges(database, log);
  const lag = (replicas?.lagSeconds ?? 0) * 1_000;
  return {
    telling: changes.telling,
    memory: (needs) => answerMemory({ changes, lag, ...needs }),
    close: changes.close,
  };
};
