import type { Instant } from '#domain/instant.ts';
import type { UnsoldLead } from '#domain/lead.ts';
import type { LeadSearch } from '#domain/lead-search.ts';
import type { Cents } from '#domain/money.ts';
import type { Page, PageRequest } from '#domain/pages.ts';
import type { StateCode } from '#domain/us-states.ts';

/**
 * The offered leads, read for their screens. Each read sees one state of the store, which may be some seconds old; with `fresh`,
 * everything that was committed before it began.
 */
export interface Marketplace {
  /**
   * Listed leads with `from` ≤ listedAt ≤ `until` that match the search: newest `listedAt` first, then by id. No contact column is
   * read. An ambiguous search is read among the places of all leads, whatever their state; places of removed leads may count too.
   */
  readonly unsold: (query: {
    readonly search: LeadSearch;
    readonly page: PageRequest;
    readonly from: Instant;
    readonly until: Instant;
    readonly fresh?: boolean | undefined;
  }) => Promise<Page<UnsoldLead>>;
  /** The vaulted leads of highest price, by price, then newest `vaultedAt`, then highest id. `vaultedAfter` < vaultedAt ≤ `until`. */
  readonly dearestVaulted: (query: {
    readonly count: number;
    readonly vaultedAfter: Instant;
    readonly until: Instant;
    readonly fresh?: boolean | undefined;
  }) => Promise<readonly VaultedExample[]>;
  /**
   * The first listedAt of a listed lead that is after `listed`, and the first vaultedAt of a vaulted one after `vaulted`;
   * `undefined` where there is none. Sees everything that was committed before.
   */
  readonly firstAfter: (query: {
    readonly listed: Instant;
    readonly vaulted: Instant;
  }) => Promise<{ readonly listedAt: Instant | undefined; readonly vaultedAt: Instant | undefined }>;
}

/** A vaulted lead with its contact unmasked: for the masking function only. */
export type VaultedExample = {
  readonly id: string;
  readonly city: string;
  readonly state: StateCode;
  readonly email: string | undefined;
  readonly phone: string | undefined;
  readonly description: string;
  readonly price: Cents;
};
