import { LARGEST_PAGE } from '#domain/pages.ts';

/** What the address of the home screen says about the list: `?city=` and `?page=`. */
export type LeadsAddress = { readonly city: string; readonly page: number };

const LONGEST_CITY = 200;

// oxlint-disable-next-line no-control-regex -- the server takes none of these
const CONTROL = /[\u0000-\u001F\u007F-\u009F\u2028\u2029\uFFFE\uFFFF]+/g;

/** A search text as the server takes it: one line, trimmed, at most 200 characters. */
export const cityOf = (text: string): string =>
  text.replaceAll(CONTROL, ' ').trim().slice(0, LONGEST_CITY).toWellFormed().trim();

/** A page number of any length: past the end is the last page. Whatever is none is page 1. */
export const pageOf = (text: string): number =>
  /^[0-9]+$/.test(text) ? Math.min(Math.max(1, Number(text)), LARGEST_PAGE) : 1;

/** Reads the part of an address after `?`. Whatever is mangled is mended: a page that is no number is page 1. */
export const leadsAddress = (search: string): LeadsAddress => {
  const query = new URLSearchParams(search);
  return { city: cityOf(query.get('city') ?? ''), page: pageOf(query.get('page') ?? '') };
};

/** The address of a list, in its one form: what is as usual is left out. */
export const leadsHref = ({ city, page }: LeadsAddress): string => {
  const query = new URLSearchParams();
  if (city !== '') query.set('city', city);
  if (page > 1) query.set('page', String(page));
  return query.size === 0 ? '/' : `/?${query}`;
};

/** Whether an address says it otherwise than `leadsHref` would. Parameters that are not ours do not count. */
export const isMangled = (search: string): boolean => {
  const query = new URLSearchParams(search);
  const { city, page } = leadsAddress(search);
  return (query.get('city') ?? '') !== city || (query.get('page') ?? '1') !== String(page);
};
