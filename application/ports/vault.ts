import type { Instant } from '#domain/instant.ts';
import type { Page, PageRequest } from '#domain/pages.ts';
import type { StateCode } from '#domain/us-states.ts';
import type { VaultedLead } from '#domain/vault.ts';
import type { VaultOrder } from '#domain/vault-order.ts';

/** A search of the vault. Only leads with `vaultedAfter` < vaultedAt ≤ `until` are in it. */
export type VaultQuery = {
  /** In the normal form of `vaultSearchable`; empty finds all. */
  readonly search: string;
  readonly state: StateCode | undefined;
  readonly order: VaultOrder;
  readonly vaultedAfter: Instant;
  readonly until: Instant;
  /** Must see everything that was committed before it began. */
  readonly fresh?: boolean | undefined;
};

/** One page of the matches, and the number of all leads in the vault. */
export type VaultPage = Page<VaultedLead> & { readonly totalAll: number };

/**
 * The vaulted leads with their contact: for subscribers only. A read may see a state of the store that is some seconds old, unless it
 * is to be `fresh`; within `all`, later leads are never from an older state than earlier ones.
 */
export interface Vault {
  readonly page: (query: VaultQuery & { readonly page: PageRequest }) => Promise<VaultPage>;
  /**
   * The first `atMost` matches, in their order, some hundreds at a time, so that no other work waits for all of them. None comes twice.
   */
  readonly all: (query: VaultQuery & { readonly atMost: number }) => AsyncIterable<readonly VaultedLead[]>;
}
