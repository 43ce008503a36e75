import * as v from 'valibot';

import { DEFAULT_PAGE_SIZE, LARGEST_PAGE, LARGEST_PAGE_SIZE } from '#domain/pages.ts';
import type { PageRequest } from '#domain/pages.ts';
import { LONGEST_SEARCH } from '#domain/search-text.ts';
import { stateByCode } from '#domain/us-states.ts';
import type { VaultOrder } from '#domain/vault-order.ts';
import { line, typedLine } from './contract-text.ts';

/** The part of the contract about searches of the marketplace and of the vault. */

/** A number in plain digits, from 1 on. */
const Counted = v.pipe(
  v.string(),
  v.regex(/^[0-9]+$/, 'must be a whole number'),
  v.transform(Number),
  v.minValue(1, 'must be at least 1'),
);

const PageSize = v.pipe(Counted, v.maxValue(LARGEST_PAGE_SIZE, `must be at most ${LARGEST_PAGE_SIZE}`));

/** Any page may be requested; the store clamps it to the last one. */
const PageNumber = v.pipe(
  Counted,
  v.transform((page) => Math.min(page, LARGEST_PAGE)),
);

type PageWish = { readonly page: number; readonly size?: number | undefined; readonly limit?: number | undefined };

/** The parameters of every list for its page; `size` and `limit` mean the same. */
const pageEntries = {
  page: v.optional(PageNumber, '1'),
  size: v.optional(PageSize),
  limit: v.optional(PageSize),
};

const sizesAgree = ({ size, limit }: PageWish): boolean => size === undefined || limit === undefined || size === limit;
const SIZES_DIFFER = 'size and limit differ';

const pageOf = ({ page, size, limit }: PageWish): PageRequest => ({
  page,
  size: size ?? limit ?? DEFAULT_PAGE_SIZE,
});

export const UnsoldListQuery = v.pipe(
  v.object({ ...pageEntries, search: v.optional(typedLine(LONGEST_SEARCH), '') }),
  v.check((query) => sizesAgree(query), SIZES_DIFFER),
  v.transform((query) => ({ ...pageOf(query), search: query.search })),
);

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

export const VaultListQuery = v.pipe(
  v.object({ ...pageEntries, ...searchEntries }),
  v.check((query) => sizesAgree(query), SIZES_DIFFER),
  v.transform((query) => ({
    page: pageOf(query),
    search: query.search,
    state: query.state,
    sorting: sortingOf(query),
  })),
);
