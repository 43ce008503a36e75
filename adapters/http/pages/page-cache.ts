import { LRUCache } from 'lru-cache';

import { answerOf, compressible } from '#adapters/http/answers/answer.ts';
import type { PublicAnswer } from '#adapters/http/answers/answer.ts';

/** How many addresses are cached, at about a tenth of a megabyte each. */
const MOST_KEPT = 100;

const HTML = 'text/html; charset=UTF-8';

type Html = () => string | Promise<string>;

// As bytes: encoding a long text for each request takes longer than the rest of the answer.
const pageOf = async (html: Html): Promise<PublicAnswer> => compressible(answerOf(Buffer.from(await html()), HTML));

/** A page: its source, the promise of it, and the page itself once it is made. */
type Cached = { readonly of: string; readonly coming: Promise<PublicAnswer>; readonly page: { answer?: PublicAnswer } };

/** Caches what was made of a source for as long as the source stays the same; the newest entries only. */
export const pageCache = () => {
  const entries = new LRUCache<string, Cached>({ max: MOST_KEPT });

  /** Others who ask meanwhile wait for the same page: after each sale of a Monday all wait for the same page at once. */
  const begin = (key: string, of: string, html: Html): Promise<PublicAnswer> => {
    const entry: Cached = { of, coming: pageOf(html), page: {} };
    entries.set(key, entry);
    entry.coming.then(
      (answer) => {
        entry.page.answer = answer;
      },
      () => entries.delete(key),
    );
    return entry.coming;
  };

  const find = (key: string, of: string): Cached | undefined => {
    const found = entries.get(key);
    return found?.of === of ? found : undefined;
  };

  return {
    /** The page, if it is made. */
    find: (key: string, of: string): PublicAnswer | undefined => find(key, of)?.page.answer,
    make: (key: string, of: string, html: Html): Promise<PublicAnswer> => find(key, of)?.coming ?? begin(key, of, html),
  };
};

export type PageCache = ReturnType<typeof pageCache>;
