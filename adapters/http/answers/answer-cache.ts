import { LRUCache } from 'lru-cache';

import type { Clock } from '#application/ports/clock.ts';
import type { LeadChanges, LeadsState } from '#application/ports/lead-changes.ts';
import type { Instant } from '#domain/instant.ts';
import { compressible } from './answer.ts';
import type { TextAnswer } from './answer.ts';

/** In bytes: five thousand pages of ten leads, or five hundred of a hundred. */
const MOST_BYTES = 32 * 1024 * 1024;

/** The approximate size of an entry beside its text, in bytes. */
const ENTRY_BYTES = 512;

const LONG_AGO: Instant = 0;

type Needs = {
  readonly changes: LeadChanges;
  readonly clock: Clock;
  /** The first instant after now at which an answer changes without any change of a lead. */
  readonly changesByTime: () => Promise<Instant>;
  /** In milliseconds: how long after a change a read may not show it yet. */
  readonly lag: number;
  readonly mostBytes?: number;
};

/** The answers of one state of the leads, until they change. */
type Era = {
  readonly state: LeadsState;
  readonly begun: Instant;
  readonly entries: LRUCache<string, Entry>;
  readonly inFlight: Map<string, Promise<TextAnswer>>;
  /** When an answer next changes by time alone, when that was asked, and the question under way. */
  until: Instant;
  asked: Instant;
  asking: Promise<Instant> | undefined;
};

type Entry = { readonly answer: TextAnswer; readonly from: Instant; readonly until: Instant };

export type AnswerCache = {
  /** The cached answer, if there is one that is still true. */
  readonly cached: (key: string) => TextAnswer | undefined;
  /** The cached answer, or one that is read now and then cached. */
  readonly recall: (key: string, read: () => Promise<TextAnswer>) => Promise<TextAnswer>;
};

/**
 * A cache of answers. An answer is kept as long as nothing has happened that could change it: no lead has changed, and no instant has
 * come at which time alone changes a list. While it cannot be known whether a lead has changed, every answer is read. Concurrent
 * requests for the same answer share one read.
 */
export const answerCache = ({ changes, clock, changesByTime, lag, mostBytes = MOST_BYTES }: Needs): AnswerCache => {
  let newest: Era | undefined;

  const eraOf = (state: LeadsState): Era => {
    // Half of the bytes are reserved for the compressed forms.
    const entries = new LRUCache<string, Entry>({
      maxSize: mostBytes,
      sizeCalculation: ({ answer }, key) => ENTRY_BYTES + 2 * (key.length + 2 * answer.body.length),
    });
    return { state, begun: clock(), entries, inFlight: new Map(), until: LONG_AGO, asked: LONG_AGO, asking: undefined };
  };

  /** Asked before the answers are read for which it holds, so that none of them includes what happens after that instant. */
  const untilOf = async (era: Era): Promise<Instant> => {
    const now = clock();
    // If the clock was set back, `until` may be too late: instants before it, which were past when it was asked, are ahead again.
    if (era.asked <= now && now < era.until) return era.until;
    if (era.asking === undefined) era.asked = now;
    era.asking ??= changesByTime()
      .catch(() => LONG_AGO)
      .then((until) => {
        era.until = until;
        era.asking = undefined;
        return until;
      });
    return era.asking;
  };

  /** Kept with the state in which the read began: a change meanwhile drops the answer together with that state. */
  const remember = async (era: Era, key: string, read: () => Promise<TextAnswer>): Promise<TextAnswer> => {
    const asked = untilOf(era);
    const from = clock();
    const answer = await read();
    const byTime = await asked;
    if (byTime <= from) return answer;
    // So soon after a change a replica may have answered from before it.
    const until = from - era.begun >= lag ? byTime : Math.min(byTime, era.begun + lag);
    const lasting = compressible(answer);
    era.entries.set(key, { answer: lasting, from, until });
    return lasting;
  };

  /** The cache of the present state of the leads; `undefined` while nobody can know it. */
  const current = (): Era | undefined => {
    const state = changes.current();
    if (state === undefined) return undefined;
    if (newest?.state !== state) newest = eraOf(state);
    return newest;
  };

  const cachedIn = ({ entries }: Era, key: string): TextAnswer | undefined => {
    const found = entries.get(key);
    if (found === undefined) return undefined;
    const now = clock();
    return found.from <= now && now < found.until ? found.answer : undefined;
  };

  return {
    cached: (key) => {
      const era = current();
      return era && cachedIn(era, key);
    },
    recall: async (key, read) => {
      const era = current();
      if (era === undefined) return read();
      const cached = cachedIn(era, key);
      if (cached !== undefined) return cached;
      const { inFlight } = era;
      const shared = inFlight.get(key);
      if (shared !== undefined) return shared;
      const answer = remember(era, key, read).finally(() => inFlight.delete(key));
      inFlight.set(key, answer);
      return answer;
    },
  };
};
