import { cityTexts, leadSearch } from '#domain/lead-search.ts';
import type { LeadSearch } from '#domain/lead-search.ts';
import type { StateCode } from '#domain/us-states.ts';
import { US_STATES } from '#domain/us-states.ts';

import { usStateOf } from './vault-address.ts';
import type { UsState, VaultFilter } from './vault-address.ts';

/** What a search was meant to find: the vault looks for the text in names, cities and e-mails, and for the state on its own. */
export type VaultHint = Pick<VaultFilter, 'search'> & { readonly state: UsState | undefined };

/** The part of what was typed, as it was typed, that is the city: `St. Louis MO` → `St. Louis`. */
const cityIn = (typed: string, city: string): string =>
  typed
    .split(',')
    .map((part) => part.trim())
    .flatMap((part) => [...part.matchAll(/\s+|$/g)].map(({ index }) => part.slice(0, index)))
    .find((start) => cityTexts(start)[0] === city) ?? city;

/** The state that is meant, if it is the only one and in the dropdown. */
const only = ([state, ...more]: readonly StateCode[]): UsState | undefined =>
  state === undefined || more.length > 0 ? undefined : usStateOf(state);

/** Leads may come from the District of Columbia although the dropdown does not offer it: its one city finds them. */
const isCapital = ([state, ...more]: readonly StateCode[]): boolean => state === 'DC' && more.length === 0;

const read = (typed: string, asked: LeadSearch): VaultHint | undefined => {
  switch (asked.by) {
    case 'everything':
      return undefined;
    case 'city':
      return asked.otherwise && read(typed, asked.otherwise);
    case 'city-and-state': {
      if (isCapital(asked.states)) return { search: cityIn(typed, asked.wordStart), state: undefined };
      const state = only(asked.states);
      return state && { search: cityIn(typed, asked.wordStart), state };
    }
    case 'state-or-city': {
      if (isCapital(asked.states)) return { search: 'Washington', state: undefined };
      const state = only(asked.states);
      return state && { search: '', state };
    }
  }
};

/** Reads a state, and a city before it, out of a search as the marketplace does: `Austin, TX` → Austin in Texas, `texas` → Texas. */
export const vaultHint = (search: string): VaultHint | undefined => read(search, leadSearch(search));

/** `Austin in Texas`, `Texas`. A city that was typed in small letters alone gets its capitals. */
export const placeText = ({ search, state }: VaultHint): string => {
  if (search === '' && state !== undefined) return US_STATES[state];
  const city = /\p{Lu}/u.test(search)
    ? search
    : search.replaceAll(/(?<![\p{L}\p{M}'’])\p{Ll}/gu, (letter) => letter.toUpperCase());
  return state === undefined ? city : `${city} in ${US_STATES[state]}`;
};
