import type { Clock } from '#application/ports/clock.ts';
import { DAY } from '#domain/instant.ts';
import { searchable } from '#domain/lead-search.ts';
import type { Answer, TextAnswer } from '#adapters/http/answers/answer.ts';
import type { PageCache } from './page-cache.ts';
import type { PublicAnswers, UnsoldWish } from '#adapters/http/answers/public-answers.ts';

type List = ({ readonly name: 'unsold' } & UnsoldWish) | { readonly name: 'examples' };

/** What a page shows, as far as it is ours. */
type Wanted = {
  /** The one form of all addresses that show the same. */
  readonly address: string;
  readonly list?: List;
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

type Needs = {
  readonly pages: DrawnPages;
  readonly answers: PublicAnswers;
  readonly keep: PageCache;
  readonly clock: Clock;
  /** What every page is given before it leaves. */
  readonly finish: (html: string) => string;
};

export type Visit = {
  readonly path: string;
  readonly query: string;
  readonly fresh: boolean;
  /** Counts a look at a list; `false` when there were too many. */
  readonly count: () => Promise<boolean>;
};

/** A page from the cache. `hasList`: to send it is to show a list. */
export type CachedPage = { readonly answer: Answer; readonly hasList: boolean };

/**
 * Pages with their list in them, as fresh as the API's. What goes wrong with the list is the API's to tell: the page comes without it
 * then, and asks. It is drawn anew when the list has changed, and once a day, because it names the year.
 */
export const drawnPages = ({ pages, answers, keep, clock, finish }: Needs) => {
  const madeOf = (list: Answer | undefined): string => `${list?.etag} ${Math.floor(clock() / DAY)}`;
  const wishOf = ({ search, page, size }: UnsoldWish): UnsoldWish => ({ search: searchable(search), page, size });

  return {
    /** The page, if it is cached and its list is too. */
    cached: (path: string, query: string): CachedPage | undefined => {
      const wanted = pages.wanted(path, query);
      if (wanted === undefined) return undefined;
      const { address, list } = wanted;
      const shown = list && (list.name === 'unsold' ? answers.cached.unsold(wishOf(list)) : answers.cached.examples());
      const hasList = list !== undefined;
      if (hasList && shown === undefined) return undefined;
      const answer = keep.find(address, madeOf(shown));
      return answer && { answer, hasList };
    },

    /**
     * The page; `undefined` for one that is not drawn here, or not for this visitor: who has looked at too many lists has nothing
     * drawn either, which takes longer than to read one. The browser then asks the API, which says so.
     */
    draw: async ({ path, query, fresh, count }: Visit): Promise<Answer | undefined> => {
      const wanted = pages.wanted(path, query);
      if (wanted === undefined) return undefined;
      const { address, list } = wanted;
      if (list !== undefined && !(await count())) return undefined;
      const ask = (shown: List): Promise<TextAnswer> =>
        shown.name === 'unsold' ? answers.unsold(wishOf(shown), fresh) : answers.examples(fresh);
      const shown = list && (await withinPatience(ask(list)).catch(() => undefined));
      return keep.make(address, madeOf(shown), async () => finish(await pages.draw(path, query, shown?.body)));
    },
  };
};
