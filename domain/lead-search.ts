import type { Place } from './lead.ts';
import { stateByCode, statesStartingWith } from './us-states.ts';
import type { StateCode } from './us-states.ts';

/** What a marketplace search asks for. City texts are in the normal form of `searchable`. */
export type LeadSearch =
  | { readonly by: 'everything' }
  | { readonly by: 'city'; readonly wordStart: string }
  | { readonly by: 'state-or-city'; readonly states: readonly StateCode[]; readonly city: CityStart }
  | { readonly by: 'city-and-state'; readonly states: readonly StateCode[]; readonly wordStart: string };

/** `city` matches from its first letter, `word` from the first letter of any of its words. */
export type CityStart = { readonly of: 'city' | 'word'; readonly start: string };

/**
 * Lower case, without accents, one apostrophe for all that are typed, one space between words, hyphens too: `  São  PAULO ` →
 * `sao paulo`, `Winston-Salem` → `winston salem`, `O’Brien` → `o'brien`. The search texts of the vault are kept in it: another rule
 * needs a migration that mends them.
 */
export const searchable = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[’‘ʼʻ`´]/g, "'")
    .toLowerCase()
    .replaceAll(/[\s\p{Pd}]+/gu, ' ')
    .trim();

/**
 * Reads what somebody typed: `Austin, TX` and `Austin, Texas` mean both parts; a state code means that state, or cities
 * that start with it; the start of a state's name means those states or matching cities; anything else a word of a city.
 */
export const leadSearch = (text: string): LeadSearch => {
  const typed = searchable(text);
  if (typed === '' || typed === ',') return { by: 'everything' };
  const comma = typed.lastIndexOf(',');
  if (comma >= 0) {
    const wordStart = typed.slice(0, comma).trim();
    const stateText = typed.slice(comma + 1).trim();
    const code = stateByCode(stateText);
    const states = code === undefined ? statesStartingWith(stateText) : [code];
    if (stateText === '') return leadSearch(wordStart);
    if (wordStart === '') return leadSearch(stateText);
    if (states.length > 0) return { by: 'city-and-state', states, wordStart };
  }
  const code = stateByCode(typed);
  if (code !== undefined) return { by: 'state-or-city', states: [code], city: { of: 'city', start: typed } };
  const states = statesStartingWith(typed);
  return states.length > 0
    ? { by: 'state-or-city', states, city: { of: 'word', start: typed } }
    : { by: 'city', wordStart: typed };
};

/** The texts of which a search may be the start: the whole city first, then from each further word on. */
export const cityTexts = (city: string): readonly [whole: string, ...further: readonly string[]] => {
  const whole = searchable(city);
  const words = whole.split(' ');
  return [whole, ...words.slice(1).map((_, before) => words.slice(before + 1).join(' '))];
};

const startsWord = (city: string, start: string): boolean => cityTexts(city).some((text) => text.startsWith(start));
const startsCity = (city: string, start: string): boolean => cityTexts(city)[0].startsWith(start);

/** Whether a place answers the search. Stores may look it up in a way of their own, and must agree with this. */
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
