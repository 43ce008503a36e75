import { figures } from '#domain/count.ts';
import type { VaultAnswer } from '#adapters/http/contract/vault-contract.ts';

import type { VaultAddress } from './vault-address.ts';

/** Which of how many leads are on screen: `Showing 11–20 of 5,359`. */
export const countText = (
  { size }: Pick<VaultAddress, 'size'>,
  { data, currentPage, totalItems }: VaultAnswer,
): string => {
  if (totalItems === 0) return 'No leads found';
  const before = (currentPage - 1) * size;
  const to = data.length > 1 ? `–${figures(before + data.length)}` : '';
  return `Showing ${figures(before + 1)}${to} of ${figures(totalItems)}`;
};
