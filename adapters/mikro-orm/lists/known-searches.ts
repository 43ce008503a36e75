import { LRUCache } from 'lru-cache';

import type { VaultQuery } from '#application/ports/vault.ts';
import type { PageQuery, SearchMilestone } from './vault-pages.ts';
import type { SearchCount } from './vault-totals.ts';

/** Each entry takes some hundred bytes. */
const MOST = 5_000;

const searchOf = ({ search, state }: VaultQuery): string => `${state ?? ''} ${search}`;

const pageOf = (query: PageQuery, page: number): string => {
  const { by, direction } = query.order;
  return `${page} ${query.page.size} ${by} ${direction} ${searchOf(query)}`;
};

/**
 * Remembers the results of searches of the vault, as long as they hold: the number of leads, as an exact count visits them all, and
 * where a page ended, as the next one begins there.
 */
export const knownSearches = () => {
  const counts = new LRUCache<string, SearchCount>({ max: MOST });
  const milestones = new LRUCache<string, SearchMilestone>({ max: MOST });
  return {
    count: (query: VaultQuery): SearchCount | undefined => counts.get(searchOf(query)),
    setCount: (query: VaultQuery, { basis, items }: SearchCount): void =>
      void counts.set(searchOf(query), { basis, items }),
    /** Where the requested page begins. */
    milestone: (query: PageQuery): SearchMilestone | undefined => milestones.get(pageOf(query, query.page.page)),
    /** `page`: the page that begins there. */
    setMilestone: (query: PageQuery, page: number, milestone: SearchMilestone): void =>
      void milestones.set(pageOf(query, page), milestone),
    forgetMilestone: (query: PageQuery): void => void milestones.delete(pageOf(query, query.page.page)),
  };
};
