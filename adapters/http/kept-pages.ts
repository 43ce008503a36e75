import { LRUCache } from 'lru-cache';

import { answerOf, compressible } from './answer.ts';
import type { Answer } from './answer.ts';

/** How many addresses are kept, at about a tenth of a megabyte. */
const MOST_KEPT = 100;

const HTML = 'text/html; charset=UTF-8';

/** Keeps what was made of something for as long as that stays the same, the newest of them. */
export const keptPages = (most = MOST_KEPT) => {
  const kept = new LRUCache<string, { readonly of: string; readonly answer: Answer }>({ max: most });
  const find = (key: string, of: string): Answer | undefined => {
    const found = kept.get(key);
    return found?.of === of ? found.answer : undefined;
  };
  return {
    find,
    make: async (key: string, of: string, html: () => string | Promise<string>): Promise<Answer> => {
      const known = find(key, of);
      if (known !== undefined) return known;
      // As bytes: to make them of a long text for each request takes longer than the rest of the answer.
      const answer = compressible(answerOf(Buffer.from(await html()), HTML));
      kept.set(key, { of, answer });
      return answer;
    },
  };
};

export type KeptPages = ReturnType<typeof keptPages>;
