import { DEFAULT_PAGE_SIZE, LARGEST_PAGE_SIZE } from '#domain/pages.ts';
import { US_STATES } from '#domain/us-states.ts';
import type { Sorting, VaultOrder } from '#domain/vault-order.ts';

import { pageOf } from './leads-address.ts';
import { searchTextOf } from './search-text.ts';

/** A state that the dropdown offers. */
export type UsState = keyof typeof US_STATES;

/** Which leads, in which order: what an export holds, and a list shows a page of. */
export type VaultFilter = {
  readonly search: string;
  readonly state: UsState | undefined;
  readonly sorting: Sorting;
};

/** How many leads a page may hold. */
export const PAGE_SIZES = [DEFAULT_PAGE_SIZE, 25, 50, LARGEST_PAGE_SIZE] as const;
export type PageSize = (typeof PAGE_SIZES)[number];

/** A filter in pages. */
type VaultList = VaultFilter & { readonly size: PageSize };

/** What the address of the dashboard says about its list: `?search=`, `?state=`, `?sort=`, `?size=` and `?page=`. */
export type VaultAddress = VaultList & { readonly page: number };

const DASHBOARD = '/lead-vault-dashboard';

/** Each sorting as the address names it; a sorting is always the very same object. */
const SORTINGS = {
  'date-asc': { by: 'date', direction: 'asc' },
  'date-desc': { by: 'date', direction: 'desc' },
  'price-desc': { by: 'price', direction: 'desc' },
  'price-asc': { by: 'price', direction: 'asc' },
} as const satisfies Record<string, VaultOrder>;

const sortingOf = (text: string): Sorting =>
  Object.hasOwn(SORTINGS, text) ? SORTINGS[text as keyof typeof SORTINGS] : undefined;

const sortText = (sorting: Sorting): string => (sorting === undefined ? '' : `${sorting.by}-${sorting.direction}`);

/** A code in any case (`tx`) → the state, if the dropdown offers it. */
export const usStateOf = (text: string): UsState | undefined => {
  const code = text.trim().toUpperCase();
  return Object.hasOwn(US_STATES, code) ? (code as UsState) : undefined;
};

/** Reads a page size in plain digits, if it is one that is offered; else it is the default. */
export const pageSizeOf = (text: string): PageSize =>
  PAGE_SIZES.find((size) => String(size) === text) ?? DEFAULT_PAGE_SIZE;

/** Reads the query of an address. What is invalid is corrected: an unknown state is every state. */
export const vaultAddress = (search: string): VaultAddress => {
  const query = new URLSearchParams(search);
  return {
    search: searchTextOf(query.get('search') ?? ''),
    state: usStateOf(query.get('state') ?? ''),
    sorting: sortingOf(query.get('sort') ?? ''),
    size: pageSizeOf(query.get('size') ?? ''),
    page: pageOf(query.get('page') ?? ''),
  };
};

/** The parts of an address, as its parameters name them. */
const wordsOf = ({ search, state, sorting, size, page }: VaultAddress) => ({
  search,
  state: state ?? '',
  sort: sortText(sorting),
  size: String(size),
  page: String(page),
});

const USUAL: Readonly<Record<string, string>> = wordsOf(vaultAddress(''));

/** The canonical address of a list: defaults are left out. */
export const vaultHref = (address: VaultAddress): string => {
  const query = new URLSearchParams(Object.entries(wordsOf(address)).filter(([name, word]) => word !== USUAL[name]));
  return query.size === 0 ? DASHBOARD : `${DASHBOARD}?${query}`;
};

/** Whether an address is not canonical. Parameters that are not ours do not count. */
export const isVaultMangled = (text: string): boolean => {
  const query = new URLSearchParams(text);
  return Object.entries(wordsOf(vaultAddress(text))).some(([name, word]) => (query.get(name) ?? USUAL[name]) !== word);
};

/** Whether two addresses are pages of one list. */
export const isSameList = (one: VaultList, other: VaultList): boolean =>
  vaultHref({ ...one, page: 1 }) === vaultHref({ ...other, page: 1 });

/** The same list with another page size, on the page of one lead, which is given by its index in the whole list, from 0. */
export const resized = (address: VaultAddress, size: PageSize, lead: number): VaultAddress => ({
  ...address,
  size,
  page: Math.floor(lead / size) + 1,
});
