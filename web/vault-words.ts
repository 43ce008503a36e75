import { figures } from '#domain/count.ts';
import { US_STATES } from '#domain/us-states.ts';
import type { Sorting } from '#domain/vault-order.ts';
import type { VaultAnswer } from '#adapters/http/contract/vault-contract.ts';

import type { VaultAddress } from './vault-address.ts';

const ORDERS = {
  date: { asc: ', oldest first', desc: ', newest first' },
  price: { asc: ', lowest price first', desc: ', highest price first' },
} as const;

/** An order in words, to follow others: `, oldest first`; empty for the default. */
export const orderText = (sorting: Sorting): string =>
  sorting === undefined ? '' : ORDERS[sorting.by][sorting.direction];

/** The title of the document, which tells several tabs apart: `“denver”, Texas | Lead Vault`. */
export const vaultTitle = ({ search, state }: Pick<VaultAddress, 'search' | 'state'>): string => {
  const parts = [search && `“${search}”`, state && US_STATES[state]].filter(Boolean);
  return parts.length === 0 ? 'Lead Vault Dashboard' : `${parts.join(', ')} | Lead Vault`;
};

/** Which of how many leads are on screen, and in which order: `Showing 11–20 of 5,359, highest price first`. */
export const countText = (
  { size, sorting }: Pick<VaultAddress, 'size' | 'sorting'>,
  { data, currentPage, totalItems }: VaultAnswer,
): string => {
  if (totalItems === 0) return 'No leads found';
  const before = (currentPage - 1) * size;
  const to = data.length > 1 ? `–${figures(before + data.length)}` : '';
  return `Showing ${figures(before + 1)}${to} of ${figures(totalItems)}${orderText(sorting)}`;
};
