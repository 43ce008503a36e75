import { LRUCache } from 'lru-cache';

import { answerOf, compressible } from '#adapters/http/answers/answer.ts';
import type { Answer } from '#adapters/http/answers/answer.ts';

/** How many addresses are kept, at about a tenth of a megabyte. */
const MOST_KEPT = 100;

const HTML = 'text/html; charset=UTF-8';

type Html = () => string | Promise<string>;

// As bytes: to make them of a long text for each request takes longer than the rest of the answer.
const pageOf = async (html: Html): Promise<Answer> => compressible(answerOf(Buffer.from(await html()), HTML));

/** A page, what it was made of, and the page itself as soon as it is there. */
type Kept = { readonly of: string; readonly coming: Promise<Answer>; readonly page: { answer?: Answer } };

/** Keeps what was made of something for as long as that stays the same, the newest of them. */
export const keptPages = (most = MOST_KEPT) => {
  const kept = new LRUCache<string, Kept>({ max: most });

  /** Whoever else asks for it meanwhile waits for the same: after each sale of a Monday all wait for the same page at once. */
  const begin = (key: string, of: string, html: Html): Promise<Answer> => {
    const entry: Kept = { of, coming: pageOf(html), page: {} };
    kept.set(key, entry);
    entry.coming.then(
      (answer) => {
        entry.page.answer = answer;
      },
      () => {
        if (kept.peek(key) === entry) kept.delete(key);
      },
    );
    return entry.coming;
  };

  const find = (key: string, of: string): Kept | undefined => {
    const found = kept.get(key);
    return found?.of === of ? found : undefined;
  };

  return {
    /** The page, if it is there. */
    find: (key: string, of: string): Answer | undefined => find(key, of)?.page.answer,
    make: (key: string, of: string, html: Html): Promise<Answer> => find(key, of)?.coming ?? begin(key, of, html),
  };
};

export type KeptPages = ReturnType<typeof keptPages>;
