import { leadsAddress, leadsHref } from '#web/leads-address.ts';

/** Where the list is stored that the buyer left for the payment page in this tab. */
const KEY = 'homelead.list';

/** Stores the list that the address shows, by its query. */
export const keepList = (search: string): void => {
  try {
    sessionStorage.setItem(KEY, leadsHref(leadsAddress(search)));
  } catch {
    // Without storage the way back leads to the first page of all leads.
  }
};

/** The address of that list; of all leads where none is known. A query edited by hand is corrected as in any address. */
export const keptList = (): string => {
  try {
    return leadsHref(leadsAddress((sessionStorage.getItem(KEY) ?? '').replace(/^[^?]*/, '')));
  } catch {
    return '/';
  }
};
