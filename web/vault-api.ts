import * as v from 'valibot';

import { Top5Answer } from '#adapters/http/contract/contract.ts';
import { VaultAnswer } from '#adapters/http/contract/vault-contract.ts';

import { ask } from './api.ts';
import { VaultedLeadReading } from './vault-lead.ts';
import type { VaultAddress, VaultFilter } from './vault-address.ts';

/** Vaulted leads as the public may see them, their contact masked. */
export const exampleLeads = (signal?: AbortSignal): Promise<Top5Answer> =>
  ask(Top5Answer, '/api/good-lead/top5', { signal });

/** Where the server does not say how many leads the vault has, the number that was found stands for it. */
const VaultReading = v.pipe(
  v.object({ ...VaultAnswer.entries, data: v.array(VaultedLeadReading), totalAll: v.optional(v.number()) }),
  v.transform((answer): VaultAnswer => ({ ...answer, totalAll: answer.totalAll ?? answer.totalItems })),
);

const SORT_BY = { date: 'vaultedDate', price: 'price' } as const;

/** `search` is sent trimmed; what is not asked for is left out. */
export const filterQuery = ({ search, state, sorting }: VaultFilter): Readonly<Record<string, string>> => ({
  ...(search.trim() !== '' && { search: search.trim() }),
  ...(state !== undefined && { state }),
  ...(sorting !== undefined && { sortBy: SORT_BY[sorting.by], sortOrder: sorting.direction }),
});

/** One page of the vault; a page past the end answers the last one. Fails with `NOT_SIGNED_IN`, `SUBSCRIPTION_REQUIRED`. */
export const vaultedLeads = ({ page, size, ...filter }: VaultAddress, signal?: AbortSignal): Promise<VaultAnswer> => {
  const query = new URLSearchParams({ page: String(page), limit: String(size), ...filterQuery(filter) });
  return ask(VaultReading, `/api/good-lead/vaulted-leads?${query}`, { signal });
};
