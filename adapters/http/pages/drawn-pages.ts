import type { Clock } from '#application/ports/clock.ts';
import { DAY } from '#domain/instant.ts';
import { searchable } from '#domain/lead-search.ts';
import type { PublicAnswer, TextAnswer } from '#adapters/http/answers/answer.ts';
import { remembered } from '#adapters/http/remembered.ts';
import type { PageCache } from './page-cache.ts';
import type { PublicAnswers, UnsoldWish } from '#adapters/http/answers/public-answers.ts';

type List = ({ readonly name: 'unsold' } & UnsoldWish) | { readonly name: 'examples' };

/** The list that a page shows, if any, and its canonical address. */
type Wanted = {
  /** The canonical address of all that show the same. */
  readonly address: string;
  readonly list?: List;
  /**
   * Whom it is drawn for, where not for everybody. The others would only see it go: a page that leads them away is filled by the browser,
   * once it knows.
   */
  readonly audience?: 'guests' | 'users';
};

/** The pages that the server draws before the browser does: the same for everybody. */
export type DrawnPages = {
  /**
   * What the page at an address shows; `undefined` for a page that only the browser draws. `query` has its `?`. The path `/*` stands
   * for every address that has no page.
   */
  readonly wanted: (path: string, query: string) => Wanted | undefined;
  /** Its HTML, with the API's answer to the list that it shows; without that answer the page asks for it in the browser. */
  readonly draw: (path: string, query: string, answer: string | undefined) => Promise<string>;
};

/** How long a page waits for its list, in milliseconds; after that it is sent without. */
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
  /** The last step for every page. */
  readonly finish: (html: string) => string;
};

export type Visit = {
  readonly path: string;
  readonly query: string;
  readonly fresh: boolean;
  /** Whether the browser has a session, which may have ended. */
  readonly hasSession: boolean;
  /** Counts a visit to a list; `false` when there were too many. */
  readonly count: () => Promise<boolean>;
};

/** A cached page. `hasList`: sending it shows a list. */
export type CachedPage = { readonly answer: PublicAnswer; readonly hasList: boolean };

/**
 * Pages with their list in them, as fresh as the API's. If the list cannot be read, the page is sent without it, and the browser asks
 * the API, which says why. A page is drawn again when the list has changed, and once a day, because it names the year.
 */
export const drawnPages = ({ pages, answers, keep, clock, finish }: Needs) => {
  const madeOf = (list: PublicAnswer | undefined): string => `${list?.etag} ${Math.floor(clock() / DAY)}`;

  /** As `pages.wanted`, with the search in its normal form, by which lists are cached. */
  const read = (path: string, query: string): Wanted | undefined => {
    const wanted = pages.wanted(path, query);
    if (wanted?.list?.name !== 'unsold') return wanted;
    return { ...wanted, list: { ...wanted.list, search: searchable(wanted.list.search) } };
  };
  const { known, remember } = remembered<Wanted>();
  const wantedAt = (path: string, query: string): Wanted | undefined => {
    const address = path + query;
    const before = known(address);
    if (before !== undefined) return before;
    const wanted = read(path, query);
    return wanted && remember(address, wanted);
  };
  const wantedBy = (path: string, query: string, hasSession: boolean): Wanted | undefined => {
    const wanted = wantedAt(path, query);
    const isMeant = wanted?.audience === undefined || (wanted.audience === 'users') === hasSession;
    return isMeant ? wanted : undefined;
  };

  return {
    /** The page, if both it and its list are cached. */
    cached: (path: string, query: string, hasSession: boolean): CachedPage | undefined => {
      const wanted = wantedBy(path, query, hasSession);
      if (wanted === undefined) return undefined;
      const { address, list } = wanted;
      const shown = list && (list.name === 'unsold' ? answers.cached.unsold(list) : answers.cached.examples());
      const hasList = list !== undefined;
      if (hasList && shown === undefined) return undefined;
      const answer = keep.find(address, madeOf(shown));
      return answer && { answer, hasList };
    },

    /**
     * The page; `undefined` for one that is not drawn here, or not for this visitor: after too many visits to lists nothing is drawn
     * either, which takes longer than reading a list. The browser then asks the API, which says so.
     */
    draw: async ({ path, query, fresh, hasSession, count }: Visit): Promise<PublicAnswer | undefined> => {
      const wanted = wantedBy(path, query, hasSession);
      if (wanted === undefined) return undefined;
      const { address, list } = wanted;
      if (list !== undefined && !(await count())) return undefined;
      const ask = (shown: List): Promise<TextAnswer> =>
        shown.name === 'unsold' ? answers.unsold(shown, fresh) : answers.examples(fresh);
      const shown = list && (await withinPatience(ask(list)).catch(() => undefined));
      return keep.make(address, madeOf(shown), async () => finish(await pages.draw(path, query, shown?.body)));
    },
  };
};
