import { LRUCache } from 'lru-cache';

import type { VaultQuery } from '#application/ports/vault.ts';

/** How many leads a search finds, and the `basis` on which they were counted. */
export type SearchCount = { readonly basis: string; readonly items: number };

/** Each takes some hundred bytes. */
const MOST = 5_000;

/** What was counted before: an exact count of what many leads have visits them all. */
export const searchCounts = () => {
  const counts = new LRUCache<string, SearchCount>({ max: MOST });
  const keyOf = ({ search, state }: VaultQuery): string => `${state ?? ''} ${search}`;
  return {
    get: (query: VaultQuery): SearchCount | undefined => counts.get(keyOf(query)),
    set: (query: VaultQuery, { basis, items }: SearchCount): void => void counts.set(keyOf(query), { basis, items }),
  };
};
