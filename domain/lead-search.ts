import { withoutInvisible } from './invisible.ts';
import type { Place } from './lead.ts';
import { stateByCode, stateByName, statesStartingWith } from './us-states.ts';
import type { StateCode } from './us-states.ts';
import { normalized } from './normalized.ts';

/**
 * What a marketplace search asks for. City texts are in the normal form of `cityTexts`. `otherwise`: how it is read when it
 * finds none of the places that are known.
 */
export type LeadSearch =
  | { readonly by: 'everything' }
  | { readonly by: 'city'; readonly wordStart: string; readonly otherwise?: CityAndState }
  | { readonly by: 'state-or-city'; readonly states: readonly StateCode[]; readonly city: CityStart }
  | CityAndState;

type CityAndState = {
  readonly by: 'city-and-state';
  readonly states: readonly StateCode[];
  readonly wordStart: string;
};

/** `city` matches from its first letter, `word` from the first letter of any of its words. */
export type CityStart = { readonly of: 'city' | 'word'; readonly start: string };

/**
 * Without accents and invisible characters, one apostrophe for all that are typed, one space between words, hyphens too:
 * `Winston-Salem` → `Winston Salem`.
 */
export const plainWords = (text: string): string =>
  normalized(withoutInvisible(text), 'NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[’‘ʼʻ`´]/g, "'")
    .replaceAll(/[\s\p{Pd}]+/gu, ' ')
    .trim();

/** The same in lower case: `  São  PAULO ` → `sao paulo`, `O’Brien` → `o'brien`. */
export const searchable = (text: string): string => plainWords(text).toLowerCase();

/** The same without full stops and apostrophes: `St. Louis` and `St.Louis` → `st louis`, `D.C.` → `dc`, `Lee’s Summit` → `lees summit`. */
const withoutMarks = (text: string): string =>
  searchable(
    searchable(text)
      .replaceAll(/(?<=\p{L}{2})\.(?=\p{L})/gu, ' ')
      .replaceAll(/[.']/g, ''),
  );

/** What follows the state in a pasted address: ` 78701`, ` 78701 1234`, `, usa`. Leads are not searched by it. */
const BEYOND_STATE = /(?<=\S)(?:[, ]+\d{5}(?: \d{4})?)?(?:[, ]+(?:usa|united states)|, ?us)?$/;

/** Without commas that have nothing before them, or nothing after them, or another one. */
const withoutLoneCommas = (text: string): string => text.replaceAll(/^[, ]+|(?<![, ])[, ]+$|,[, ]*(?=,)/g, '');

/** What follows the last comma, or all of it: `123 main st, austin` → `austin`. */
const lastPart = (text: string): string => text.slice(text.lastIndexOf(',') + 1).trim();

/** The most words in the name of a state: `District of Columbia`. */
const MOST_WORDS = 3;

/** Reads `austin tx` and `austin texas` as if there were a comma. The longest name of a state wins: `charleston west virginia`. */
const cityThenState = (typed: string): CityAndState | undefined => {
  const words = typed.split(' ');
  for (let at = Math.max(1, words.length - MOST_WORDS); at < words.length; at += 1) {
    const rest = words.slice(at).join(' ');
    const state = stateByCode(rest) ?? stateByName(rest);
    if (state !== undefined) return { by: 'city-and-state', states: [state], wordStart: words.slice(0, at).join(' ') };
  }
  return undefined;
};

/**
 * Reads what somebody typed: `Austin, TX` and `Austin, Texas` mean both parts; a state code means that state, or cities that start with
 * it; the start of a state's name means those states or matching cities; anything else a word of a city, and `Austin TX` both parts
 * where there is no such city. Full stops and apostrophes are ignored, and so are, in a pasted address, the street before the city and
 * the ZIP code and the country at the end.
 */
export const leadSearch = (text: string): LeadSearch => {
  // Most lists are of everything, and these steps would take a fortieth of such a request.
  const typed = text && withoutLoneCommas(withoutLoneCommas(withoutMarks(text)).replace(BEYOND_STATE, ''));
  if (typed === '') return { by: 'everything' };
  const comma = typed.lastIndexOf(',');
  if (comma >= 0) {
    const wordStart = lastPart(typed.slice(0, comma));
    const stateText = lastPart(typed);
    const code = stateByCode(stateText);
    const states = code === undefined ? statesStartingWith(stateText) : [code];
    if (states.length > 0) return { by: 'city-and-state', states, wordStart };
  }
  const code = stateByCode(typed);
  if (code !== undefined) return { by: 'state-or-city', states: [code], city: { of: 'city', start: typed } };
  const states = statesStartingWith(typed);
  if (states.length > 0) return { by: 'state-or-city', states, city: { of: 'word', start: typed } };
  const otherwise = cityThenState(lastPart(typed));
  return { by: 'city', wordStart: typed, ...(otherwise && { otherwise }) };
};

/** The texts of which a search may be the start: the whole city first, then from each further word on. */
export const cityTexts = (city: string): readonly [whole: string, ...further: readonly string[]] => {
  const whole = withoutMarks(city);
  const words = whole.split(' ');
  return [whole, ...words.slice(1).map((_, before) => words.slice(before + 1).join(' '))];
};

const startsWord = (city: string, start: string): boolean => cityTexts(city).some((text) => text.startsWith(start));
const startsCity = (city: string, start: string): boolean => cityTexts(city)[0].startsWith(start);

/** How a search is read among the known places. Stores may look it up in a way of their own, and must agree with this. */
export const readAmong = (search: LeadSearch, known: readonly Place[]): LeadSearch =>
  search.by === 'city' && search.otherwise !== undefined && !known.some((place) => isFound(search, place))
    ? search.otherwise
    : search;

/** Whether a place matches the search as it is read. Stores must agree with this too. */
export const isFound = (search: LeadSearch, { city, state }: Place): boolean => {
  switch (search.by) {
    case 'everything':
      return true;
    case 'city':
      return startsWord(city, search.wordStart);
    case 'city-and-state':
      return search.states.includes(state) && startsWord(city, search.wordStart);
    case 'state-or-city':
      return (
        search.states.includes(state) ||
        (search.city.of === 'city' ? startsCity(city, search.city.start) : startsWord(city, search.city.start))
      );
  }
};
