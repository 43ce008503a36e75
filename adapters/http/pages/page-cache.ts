import { LRUCache } from 'lru-cache';

import { answerOf, compressible } from '#adapters/http/answers/answer.ts';
import type { Answer } from '#adapters/http/answers/answer.ts';

/** How many addresses are cached, at about a tenth of a megabyte. */
const MOST_KEPT = 100;

const HTML = 'text/html; charset=UTF-8';

type Html = () => string | Promise<string>;

// As bytes: to make them of a long text for each request takes longer than the rest of the answer.
const pageOf = async (html: Html): Promise<Answer> => compressible(answerOf(Buffer.from(await html()), HTML));

/** A page, what it was made of, and the page itself as soon as it is there. */
type Cached = { readonly of: string; readonly coming: Promise<Answer>; readonly page: { answer?: Answer } };

/** A cache of pages by address: each is kept for as long as what it was made of stays the same; those asked for last stay. */
export const pageCache = (most = MOST_KEPT) => {
  const entries = new LRUCache<string, Cached>({ max: most });

  /** Whoever else asks for it meanwhile waits for the same: after each sale of a Monday all wait for the same page at once. */
  const begin = (key: string, of: string, html: Html): Promise<Answer> => {
    const entry: Cached = { of, coming: pageOf(html), page: {} };
    entries.set(key, entry);
    entry.coming.then(
      (answer) => {
        entry.page.answer = answer;
      },
      () => {
        if (entries.peek(key) === entry) entries.delete(key);
      },
    );
    return entry.coming;
  };

  const find = (key: string, of: string): Cached | undefined => {
    const found = entries.get(key);
    return found?.of === of ? found : undefined;
  };

  return {
    /** The page, if it is there. */
    find: (key: string, of: string): Answer | undefined => find(key, of)?.page.answer,
    make: (key: string, of: string, html: Html): Promise<Answer> => find(key, of)?.coming ?? begin(key, of, html),
  };
};

export type PageCache = ReturnType<typeof pageCache>;
