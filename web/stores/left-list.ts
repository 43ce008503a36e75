import { leadsAddress, leadsHref } from '#web/leads-address.ts';

/** The list that the buyer of this tab left for the payment page. */
const KEY = 'homelead.list';

/** Remembers the list that the address shows, by the part of it after `?`. */
export const keepList = (search: string): void => {
  try {
    sessionStorage.setItem(KEY, leadsHref(leadsAddress(search)));
  } catch {
    // Without storage the way back leads to the first page of all leads.
  }
};

/** The address of that list; of all leads where none is known. What was edited by hand is mended as any address is. */
export const keptList = (): string => {
  try {
    return leadsHref(leadsAddress((sessionStorage.getItem(KEY) ?? '').replace(/^[^?]*/, '')));
  } catch {
    return '/';
  }
};
