import { describe, expect, it } from 'vitest';

import { findColumns } from '#domain/lead-columns.ts';
import { placeOf, readPlace, stateOf } from '#domain/file-place.ts';
import { STATE_NAMES } from '#domain/us-states.ts';

describe('the state in a file', () => {
  it.each(Object.entries(STATE_NAMES))('%s is %s', (code, name) => {
    expect([code, code.toLowerCase(), name, name.toUpperCase(), ` ${name} `].map(stateOf)).toEqual(
      Array.from({ length: 5 }, () => code),
    );
  });

  it.each([
    ['US-TX', 'TX'],
    ['TX - Texas', 'TX'],
    ['Texas (TX)', 'TX'],
    ['D.C.', 'DC'],
    ['Washington, D.C.', 'DC'],
    ['new  york', 'NY'],
    ['us-tx', 'TX'],
    ['tx-texas', 'TX'],
    ['Texas(tx)', 'TX'],
  ])('%j is %s', (text, code) => {
    expect(stateOf(text)).toBe(code);
  });

  it.each(['Texass', 'XX', 'PR', 'Ontario', '', 'New'])('is none in %j', (text) => {
    expect(stateOf(text)).toBeUndefined();
  });
});

describe('a place in one cell', () => {
  it.each([
    ['Austin, TX', 'Austin', 'TX'],
    ['Austin, Texas', 'Austin', 'TX'],
    ['Austin, TX 78701-1234', 'Austin', 'TX'],
    ['Austin, TX,78701', 'Austin', 'TX'],
    ['Austin, TX78701', 'Austin', 'TX'],
    ['Orange County Village, CA', 'Orange County Village', 'CA'],
    ['12 Oak Street, Austin, TX 78701, USA', 'Austin', 'TX'],
    ['St. Louis, MO, United States', 'St. Louis', 'MO'],
    ['Austin, tx,usa', 'Austin', 'TX'],
    ['Fort 12345 West, TX', 'Fort 12345 West', 'TX'],
    ['Austin, Travis County, Texas, 78701, United States', 'Austin', 'TX'],
    ['Metairie, Jefferson Parish, LA', 'Metairie', 'LA'],
    ['12 Main Street, La Jolla, CA', 'La Jolla', 'CA'],
    ['350 Fifth Avenue, New York, NY', 'New York', 'NY'],
    ['Truth or Consequences, NM', 'Truth or Consequences', 'NM'],
    ['Winston/Salem, NC', 'Winston/Salem', 'NC'],
  ])('%j is %s in %s', (text, city, state) => {
    expect(placeOf(text)).toEqual({ city, state });
  });

  it.each(['Austin', 'Austin, Ontario', 'TX', ', TX', ''])('is none in %j', (text) => {
    expect(placeOf(text)).toBeUndefined();
  });

  it.each([
    ['Austin, TX; Dallas, TX', 'Austin', 'TX'],
    ['Austin, TX 78701 | Dallas, TX 75201', 'Austin', 'TX'],
    ['St. Louis, MO / Kansas City, KS', 'St. Louis', 'MO'],
    ['Austin, Texas and Dallas, Texas', 'Austin', 'TX'],
    ['Austin, TX OR Dallas, TX', 'Austin', 'TX'],
    ['Austin, TX & Dallas, TX', 'Austin', 'TX'],
    ['Austin, TX / Toronto, ON', 'Austin', 'TX'],
  ])('is the first of several: %j is %s in %s', (text, city, state) => {
    expect(placeOf(text)).toEqual({ city, state });
  });
});

it('no state and no place is looked for in more than 300 characters', () => {
  expect(stateOf('TX'.padEnd(300))).toBe('TX');
  expect(placeOf('Austin, TX'.padStart(300))).toEqual({ city: 'Austin', state: 'TX' });
  expect(stateOf('TX'.padEnd(301))).toBeUndefined();
  expect(placeOf('Austin, TX'.padStart(301))).toBeUndefined();
});

it('a place with an endless run of white space keeps nobody waiting', () => {
  const found = findColumns(['Location', 'Price', 'Email'], {});
  if (found.is === 'refused') throw new Error(found.message);
  // Where a line break is looked for from each of its spaces this takes a minute, longer than a test may.
  const cell = `Austin${' '.repeat(300_000)}\n TX`;
  const { city, state } = readPlace(found.columns, (columns, textIn) => (columns.length === 0 ? '' : textIn(cell)));
  expect([city, state]).toEqual(['Austin', 'TX']);
});
