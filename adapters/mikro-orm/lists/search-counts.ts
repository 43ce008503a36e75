import { LRUCache } from 'lru-cache';

import type { VaultQuery } from '#application/ports/vault.ts';
import type { SearchCount } from './vault-totals.ts';

/** Each takes some hundred bytes. */
const MOST = 5_000;

/** Remembers how many leads each search has found: to count them exactly visits them all. */
export const searchCounts = () => {
  const counts = new LRUCache<string, SearchCount>({ max: MOST });
  const keyOf = ({ search, state }: VaultQuery): string => `${state ?? ''} ${search}`;
  return {
    get: (query: VaultQuery): SearchCount | undefined => counts.get(keyOf(query)),
    set: (query: VaultQuery, { basis, items }: SearchCount): void => void counts.set(keyOf(query), { basis, items }),
  };
};
