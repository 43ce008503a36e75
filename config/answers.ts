import { answerCache } from '#adapters/http/answers/answer-cache.ts';
import type { AnswerCache } from '#adapters/http/answers/answer-cache.ts';
import type { Clock } from '#application/ports/clock.ts';
import type { LeadChanges } from '#application/ports/lead-changes.ts';
import type { Instant } from '#domain/instant.ts';
import type { Settings } from './environment.ts';

type Needs = {
  readonly changes: LeadChanges;
  readonly clock: Clock;
  readonly changesByTime: () => Promise<Instant>;
};

/** The cached answers of a process, by its settings; `undefined` where no answer is cached. */
export const answersBy = (
  { answersFromMemory, database: { replicas } }: Settings,
  needs: Needs,
): AnswerCache | undefined =>
  answersFromMemory ? answerCache({ ...needs, lag: (replicas?.lagSeconds ?? 0) * 1_000 }) : undefined;
