import fc from 'fast-check';

import { STATE_NAMES } from '#domain/us-states.ts';
import { aStateCode } from './arbitrary.ts';

/** Few letters, and every character with a meaning in patterns, so that searches match what is made of them. */
const LETTERS = ['a', 'A', 'b', 'á', 'Ä', 'ß', 'İ', 'x', ' ', '  ', '%', '_', '\\', "'", ',', '-', 'ñ'] as const;

/** Texts of these letters and some others. */
export const ofFewLetters = (others: readonly string[], maxLength: number): fc.Arbitrary<string> =>
  fc.array(fc.constantFrom(...LETTERS, ...others), { maxLength }).map((letters) => letters.join(''));

export const aCity = (): fc.Arbitrary<string> => ofFewLetters(['?', '’', '.', '. '], 7);

/** Cities with words, marks and signs that searches must handle. */
export const aRealWord = (): fc.Arbitrary<string> =>
  fc.constantFrom(
    'Austin',
    'San Antonio',
    'New York',
    'Coeur d’Alene',
    'Cañon City',
    'Winston-Salem',
    'Texarkana',
    'DC',
    'St. Louis',
    'Port Washington',
  );

/** What a visitor may type to find one of these. */
export const aSearchText = (): fc.Arbitrary<string> =>
  fc.oneof(
    aCity(),
    aRealWord().chain((word) => fc.nat({ max: word.length }).map((length) => word.slice(0, length))),
    aStateCode(),
    aStateCode().map((code) => STATE_NAMES[code].slice(0, 4)),
    fc
      .tuple(fc.oneof(aCity(), aRealWord()), fc.oneof(aStateCode(), aCity()))
      .map(([city, state]) => `${city}, ${state}`),
    fc.tuple(fc.oneof(aCity(), aRealWord()), aStateCode()).map(([city, state]) => `${city} ${state}`),
    fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll('\0', '')),
  );
