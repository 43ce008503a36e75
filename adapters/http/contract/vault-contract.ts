import * as v from 'valibot';

import { LONGEST_SEARCH } from '#domain/search-text.ts';
import { stateByCode } from '#domain/us-states.ts';
import type { VaultOrder } from '#domain/vault-order.ts';
import { SIZES_DIFFER, pageEntries, pageOf, sizesAgree } from './contract.ts';
import { line, typedLine } from './contract-text.ts';

/** The part of the contract about the vault that subscribers see. */

const isEvery = (text: string): boolean => /^(?:all)?$/i.test(text);

const State = v.pipe(
  line(20),
  v.metadata({ examples: ['TX', 'all'] }),
  v.check((text) => isEvery(text) || stateByCode(text) !== undefined, 'is not a state'),
  v.transform((text) => (isEvery(text) ? undefined : stateByCode(text))),
);

const searchEntries = {
  search: v.optional(typedLine(LONGEST_SEARCH), ''),
  state: v.optional(State),
  /** `none` is newest first. */
  sortOrder: v.optional(v.picklist(['none', 'asc', 'desc'], 'must be asc, desc or none'), 'none'),
  sortBy: v.optional(v.picklist(['vaultedDate', 'price'], 'must be vaultedDate or price'), 'vaultedDate'),
};

type Sort = { readonly sortOrder: 'none' | 'asc' | 'desc'; readonly sortBy: 'vaultedDate' | 'price' };

const sortingOf = ({ sortOrder, sortBy }: Sort): VaultOrder | undefined =>
  sortOrder === 'none' ? undefined : { by: sortBy === 'price' ? 'price' : 'date', direction: sortOrder };

export const ExportQuery = v.pipe(
  v.object(searchEntries),
  v.transform((query) => ({ search: query.search, state: query.state, sorting: sortingOf(query) })),
);

export const VaultQuery = v.pipe(
  v.object({ ...pageEntries, ...searchEntries }),
  v.check((query) => sizesAgree(query), SIZES_DIFFER),
  v.transform((query) => ({
    page: pageOf(query),
    search: query.search,
    state: query.state,
    sorting: sortingOf(query),
  })),
);

/** `description` holds the notes; `vaultedDate` is an ISO date and time. `null` is what nobody knows. */
export const VaultedLeadBody = v.object({
  id: v.string(),
  firstName: v.string(),
  lastName: v.string(),
  email: v.nullable(v.string()),
  phoneNumber: v.nullable(v.string()),
  address1: v.nullable(v.string()),
  city: v.string(),
  state: v.string(),
  description: v.string(),
  leadPrice: v.number(),
  vaultedDate: v.string(),
});
export type VaultedLeadBody = v.InferOutput<typeof VaultedLeadBody>;

/** `totalItems` counts what was found, `totalAll` the whole vault. */
export const VaultAnswer = v.object({
  data: v.array(VaultedLeadBody),
  currentPage: v.number(),
  totalPages: v.number(),
  totalItems: v.number(),
  totalAll: v.number(),
});
export type VaultAnswer = v.InferOutput<typeof VaultAnswer>;

export const ExportAnswer = v.object({ status: v.literal('success'), data: v.array(VaultedLeadBody) });
export type ExportAnswer = v.InferOutput<typeof ExportAnswer>;
