import type { Instant } from '#domain/instant.ts';
import { vaultSpan } from '#domain/lead.ts';
import type { StateCode } from '#domain/us-states.ts';
import { vaultSearchable } from '#domain/vault.ts';
import { NEWEST_FIRST } from '#domain/vault-order.ts';
import type { Sorting } from '#domain/vault-order.ts';
import type { VaultQuery } from './ports/vault.ts';

/** What a subscriber asks of the vault. */
export type VaultSearch = {
  /** As it was typed. */
  readonly search: string;
  readonly state: StateCode | undefined;
  readonly sorting: Sorting;
  /** Whether it must show everything that was committed before. */
  readonly fresh?: boolean;
};

/** The query for a search at `now`: only leads whose 90 days are not over. */
export const vaultQuery = (
  { search, state, sorting = NEWEST_FIRST, fresh }: VaultSearch,
  now: Instant,
): VaultQuery => ({
  search: vaultSearchable(search),
  state,
  order: sorting,
  ...vaultSpan(now),
  fresh,
});
