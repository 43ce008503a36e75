import { linesOf, shown, valueOf } from './file-cell.ts';
import type { Place } from './lead.ts';
import type { LeadColumns } from './lead-columns.ts';
import { STATE_NAMES, stateByCode, stateByName } from './us-states.ts';
import type { StateCode } from './us-states.ts';

/** In characters: a longer text is no state and no place, and is not searched for one. */
const LONGEST = 300;

/** `tx`, `Texas`, `TEXAS`, `US-TX`, `D.C.`, `TX - Texas`, `Texas (TX)` → the state. */
export const stateOf = (text: string): StateCode | undefined => {
  if (text.length > LONGEST) return undefined;
  const plain = text
    .replace(/^US-/i, '')
    .replace(/^([A-Z]{2})\s*[-–]\s*\p{L}.*$/iu, '$1')
    .replace(/\s*\([A-Z]{2}\)$/i, '')
    .replaceAll('.', '')
    .trim();
  const name = plain.replaceAll(/\s+/g, ' ').replace(/^washington,? dc$/i, STATE_NAMES.DC);
  return stateByCode(plain) ?? stateByName(name);
};

const COUNTRY = /,?\s*(?:USA|US|United States(?: of America)?)\.?$/i;
const ZIP = /,?\s*\d{5}(?:-\d{4})?$/;
/** Where the name of another place begins. */
const NEXT_PLACE = /\s*(?:[;|/&]|\s(?:and|or)\s).*$/i;
const COUNTY = /\s(?:County|Parish)$/i;

/** `Austin, TX`, `Austin, Texas 78701`, `Austin, Travis County, TX, USA` → city and state; of `Austin, TX; Dallas, TX` those of the first. */
export const placeOf = (text: string): Place | undefined => {
  if (text.length > LONGEST) return undefined;
  const parts = text
    .replace(COUNTRY, '')
    .replace(ZIP, '')
    .split(',')
    .map((part) => part.trim());
  const last = parts.length - 1;
  for (const [index, part] of parts.entries()) {
    const first = part.replace(NEXT_PLACE, '');
    const state = index === last || first !== part ? stateOf(first.replace(ZIP, '')) : undefined;
    const city = parts.slice(0, index).findLast((before) => !COUNTY.test(before)) ?? '';
    if (state !== undefined && city !== '') return { city, state };
  }
  return undefined;
};

/** `Austin TX`, `Austin - TX`: only with a code, as many a city is called after a state; and never with a number, which is a street. */
const WITHOUT_COMMA = /^([^\d,;|/]*\p{L}[.'’)]?)(?:\s|\s?[-–—/|]\s?)([A-Z]{2})$/u;

const placeWithoutComma = (text: string): Place | undefined => {
  const [, city = '', code = ''] = WITHOUT_COMMA.exec(text.replace(ZIP, '')) ?? [];
  const state = stateByCode(code);
  return state && { city, state };
};

/** A cell with a place as one line: line breaks count as commas. */
const placeText = (cell: string): string => valueOf(linesOf(cell).join(', ').replaceAll(',, ', ', '));

/** The first cell of these columns that is filled. */
export type Filled = (columns: readonly number[], textIn: (cell: string) => string) => string;

/** A text that may be the name of a city alone: no street, and no second part. */
const CITY_ALONE = /^[^\d,;|/]+$/;

type Texts = { readonly city: string; readonly state: string };

type PlaceRead = {
  readonly city: string;
  readonly state: StateCode | undefined;
  /** Why it is no place; empty if it is one. */
  readonly reasons: readonly string[];
};

/** The place of a city that is written together with its state. */
const placeNamed = ({ city, state }: Texts): Place | undefined =>
  placeOf(city) ?? (state === '' ? placeWithoutComma(city) : undefined);

const isWhole = (texts: Texts): boolean => texts.city !== '' && (texts.state !== '' || placeNamed(texts) !== undefined);

const placeIn = (texts: Texts): PlaceRead => {
  const named = placeNamed(texts);
  const city = named?.city ?? texts.city;
  const state = texts.state === '' ? named?.state : stateOf(texts.state.replace(ZIP, ''));
  const reasons = city === '' ? ['no city'] : [];
  if (state === undefined) reasons.push(texts.state === '' ? 'no state' : `state ${shown(texts.state)} is not a state`);
  else if (named !== undefined && named.state !== state)
    reasons.push(`city ${shown(texts.city)} is not in the state ${shown(texts.state)}`);
  return { city, state, reasons };
};

/** The place in the one column for both, where no other columns hold a whole place. Halves of two places make none. */
const placeOtherwise = (found: readonly Texts[], both: string): PlaceRead => {
  const place = placeNamed({ city: both, state: '' });
  if (place !== undefined) return { ...place, reasons: [] };
  const city = found.map((texts) => texts.city).find((text) => text !== '') ?? '';
  const state = found.map((texts) => texts.state).find((text) => text !== '') ?? '';
  if (city === '' && state !== '' && CITY_ALONE.test(both)) return placeIn({ city: both, state });
  const halves = placeIn({ city, state });
  if (city !== '' && state !== '')
    return { ...halves, reasons: [`city ${shown(city)} and state ${shown(state)} stand in columns of two places`] };
  if (city === '' && state === '' && both !== '')
    return { ...halves, reasons: [`${shown(both)} is not a city with its state`] };
  return halves;
};

/**
 * The place in a row, with its street: the first that has both city and state, in the columns of one place or in one column for both.
 * The street of another place is not taken.
 */
export const readPlace = (
  { places, at }: Pick<LeadColumns, 'places' | 'at'>,
  filled: Filled,
): PlaceRead & { readonly address: string } => {
  const found = places.map(({ city, state, address }) => ({
    city: filled(city, placeText),
    state: filled(state, valueOf),
    streets: address,
  }));
  const whole = found.find(isWhole);
  const place = whole === undefined ? placeOtherwise(found, filled(at.location, placeText)) : placeIn(whole);
  return { ...place, address: filled(whole?.streets ?? at.address, valueOf) };
};
