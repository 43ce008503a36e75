import { LARGEST_PAGE } from '#domain/pages.ts';

import { searchTextOf } from './search-text.ts';

/** What the address of the home screen says about the list: `?city=` and `?page=`. */
export type LeadsAddress = { readonly city: string; readonly page: number };

/** Reads a page number of any length; one past the end is the last page. Anything else is page 1. */
export const pageOf = (text: string): number =>
  /^[0-9]+$/.test(text) ? Math.min(Math.max(1, Number(text)), LARGEST_PAGE) : 1;

/** Reads the query of an address. What is invalid is corrected: a page that is no number is page 1. */
export const leadsAddress = (search: string): LeadsAddress => {
  const query = new URLSearchParams(search);
  return { city: searchTextOf(query.get('city') ?? ''), page: pageOf(query.get('page') ?? '') };
};

/** The canonical address of a list: defaults are left out. */
export const leadsHref = ({ city, page }: LeadsAddress): string => {
  const query = new URLSearchParams();
  if (city !== '') query.set('city', city);
  if (page > 1) query.set('page', String(page));
  return query.size === 0 ? '/' : `/?${query}`;
};

/** Whether an address is not canonical. Parameters that are not ours do not count. */
export const isMangled = (search: string): boolean => {
  const query = new URLSearchParams(search);
  const { city, page } = leadsAddress(search);
  return (query.get('city') ?? '') !== city || (query.get('page') ?? '1') !== String(page);
};
