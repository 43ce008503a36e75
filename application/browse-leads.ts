import { shelfStart } from '#domain/lead.ts';
import type { UnsoldLead } from '#domain/lead.ts';
import { leadSearch } from '#domain/lead-search.ts';
import type { Page } from '#domain/pages.ts';
import type { Clock } from './ports/clock.ts';
import type { Marketplace } from './ports/marketplace.ts';

type Needs = { readonly marketplace: Marketplace; readonly clock: Clock; readonly shelfCycles: number };

export type BrowseLeadsRequest = {
  readonly search: string;
  readonly page: number;
  readonly size: number;
  /** Whether it must show everything that was committed before. */
  readonly fresh?: boolean;
};

/** The leads on offer now that match a search, a page at a time, newest first. */
export const browseLeads =
  ({ marketplace, clock, shelfCycles }: Needs) =>
  ({ search, page, size, fresh }: BrowseLeadsRequest): Promise<Page<UnsoldLead>> => {
    const now = clock();
    return marketplace.unsold({
      search: leadSearch(search),
      page: { page, size },
      from: shelfStart(now, shelfCycles),
      until: now,
      fresh,
    });
  };
