import { LRUCache } from 'lru-cache';

import type { Clock } from '#application/ports/clock.ts';
import { DAY } from '#domain/instant.ts';
import { searchable } from '#domain/lead-search.ts';
import { answerOf, compressible } from './answer.ts';
import type { Answer } from './answer.ts';
import type { PublicAnswers, UnsoldWish } from './public-answers.ts';

/** What a page shows, as far as it is ours. */
type Wanted = {
  /** The one form of all addresses that show the same. */
  readonly address: string;
  readonly list?: ({ readonly name: 'unsold' } & UnsoldWish) | { readonly name: 'examples' };
};

/** The pages that are drawn here before the browser draws them: the same for everybody. */
export type DrawnPages = {
  /** What the page of an address shows; `undefined` for a page that the browser draws alone. `query` is what follows the `?`. */
  readonly wanted: (path: string, query: string) => Wanted | undefined;
  /** Its HTML, with the API's answer to the list that it shows; without that answer it is a page that will ask for it. */
  readonly draw: (path: string, query: string, answer: string | undefined) => Promise<string>;
};

/** How long a page waits for its list, in milliseconds; then it comes without. */
const PATIENCE = 2_000;

/** How many addresses are kept, at about a quarter of a megabyte. */
const MOST_KEPT = 100;

const withinPatience = async <Result>(awaited: Promise<Result>): Promise<Result | undefined> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), PATIENCE);
  });
  try {
    return await Promise.race([awaited, late]);
  } finally {
    clearTimeout(timer);
  }
};

/** Keeps what was made of something for as long as that stays the same, the newest of them. */
export const keptPages = (most = MOST_KEPT) => {
  const kept = new LRUCache<string, { readonly of: string; readonly answer: Answer }>({ max: most });
  return async (key: string, of: string, make: () => string | Promise<string>): Promise<Answer> => {
    const found = kept.get(key);
    if (found?.of === of) return found.answer;
    const answer = compressible(answerOf(await make()));
    kept.set(key, { of, answer });
    return answer;
  };
};

export type KeepPage = ReturnType<typeof keptPages>;

type Needs = {
  readonly pages: DrawnPages;
  readonly answers: PublicAnswers;
  readonly keep: KeepPage;
  readonly clock: Clock;
  /** What every page is given before it leaves. */
  readonly finish: (html: string) => string;
};

type Visit = {
  readonly path: string;
  readonly query: string;
  readonly fresh: boolean;
  /** Counts a look at a list; throws when there were too many. */
  readonly count: () => Promise<void>;
};

/**
 * A page with its list in it, as fresh as the API's. What goes wrong with the list is the API's to tell: the page comes without it
 * then, and asks. It is drawn anew when the list has changed, and once a day, because it names the year.
 */
export const drawnPage =
  ({ pages, answers, keep, clock, finish }: Needs) =>
  async ({ path, query, fresh, count }: Visit): Promise<Answer | undefined> => {
    const wanted = pages.wanted(path, query);
    if (wanted === undefined) return undefined;
    const { address, list } = wanted;
    const ask = async (): Promise<Answer | undefined> => {
      if (list === undefined) return undefined;
      await count();
      return list.name === 'unsold'
        ? answers.unsold({ ...list, search: searchable(list.search) }, fresh)
        : answers.examples(fresh);
    };
    const answer = await withinPatience(ask()).catch(() => undefined);
    const day = Math.floor(clock() / DAY);
    return keep(address, `${answer?.etag} ${day}`, async () => finish(await pages.draw(path, query, answer?.body)));
  };
