import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { Place } from '#domain/lead.ts';
import { cityTexts, isFound, leadSearch, searchable } from '#domain/lead-search.ts';
import type { LeadSearch } from '#domain/lead-search.ts';
import { holds } from '#tests/support/property.ts';

const PLACES: readonly Place[] = [
  { city: 'Austin', state: 'TX' },
  { city: 'Austin', state: 'MN' },
  { city: 'Texas City', state: 'TX' },
  { city: 'New Orleans', state: 'LA' },
  { city: 'Las Vegas', state: 'NV' },
  { city: 'Dallas', state: 'TX' },
  { city: 'Kansas City', state: 'MO' },
  { city: 'West New York', state: 'NJ' },
  { city: 'Española', state: 'NM' },
  { city: 'Winston-Salem', state: 'NC' },
  { city: 'Washington', state: 'DC' },
  { city: "Coeur d'Alene", state: 'ID' },
  { city: 'O’Fallon', state: 'IL' },
];

const found = (text: string): readonly string[] =>
  PLACES.filter((place) => isFound(leadSearch(text), place)).map(({ city, state }) => `${city}, ${state}`);

describe('the search of the marketplace', () => {
  it.each(['', ' ', '\t\n', ',', ' , ', '-'])('finds everything for %j', (text) => {
    expect(leadSearch(text)).toEqual({ by: 'everything' });
    expect(found(text)).toHaveLength(PLACES.length);
  });

  it.each(['  austin ', 'AUSTIN', 'Aústin', 'aus'])('is trimmed and knows no case and no accents: %j', (text) => {
    expect(found(text)).toEqual(['Austin, TX', 'Austin, MN']);
  });

  it('finds an accented city by its plain letters, and the other way round', () => {
    expect(found('espanola')).toEqual(['Española, NM']);
    expect(found('ESPAÑOLA')).toEqual(['Española, NM']);
    expect(found('espan\u0303ola')).toEqual(['Española, NM']);
  });

  it.each(["'", '’', '‘', 'ʼ', 'ʻ', '`', '´'])(
    'takes %s for the apostrophe, in what is typed and in the city',
    (sign) => {
      expect(found(`o${sign}fallon`)).toEqual(['O’Fallon, IL']);
      expect(found(`Coeur d${sign}Alene`)).toEqual(["Coeur d'Alene, ID"]);
      expect(cityTexts(`Kapa${sign}a`)).toEqual(["kapa'a"]);
    },
  );

  it.each(['%', '_', 'A_stin', 'Aus%', '%ustin', String.raw`Aus\tin`, '.', 'A.*', '(', '[a-z]'])(
    'takes %j literally',
    (text) => {
      expect(found(text)).toEqual([]);
      expect(isFound(leadSearch(text), { city: text, state: 'TX' })).toBe(true);
    },
  );

  it.each(['Austin, TX', 'austin,tx', ' Austin ,  Texas', 'Aus, tex', 'austin, TX'])(
    'takes both parts of %j',
    (text) => {
      expect(found(text)).toEqual(['Austin, TX']);
    },
  );

  it.each([
    ['TX', ['Austin, TX', 'Texas City, TX', 'Dallas, TX']],
    ['la', ['New Orleans, LA', 'Las Vegas, NV']],
    ['dc', ['Washington, DC']],
    ['ne', ['New Orleans, LA']],
    ['CO', ["Coeur d'Alene, ID"]],
  ])('takes the state code %j as that state, or cities that start with it', (text, places) => {
    expect(found(text)).toEqual(places);
  });

  it.each([
    ['texas', ['Austin, TX', 'Texas City, TX', 'Dallas, TX']],
    ['tex', ['Austin, TX', 'Texas City, TX', 'Dallas, TX']],
    ['new', ['New Orleans, LA', 'West New York, NJ', 'Española, NM']],
    ['new y', ['West New York, NJ']],
    ['kansas', ['Kansas City, MO']],
    ['north', ['Winston-Salem, NC']],
  ])('takes the start of a state name %j as that state or matching cities', (text, places) => {
    expect(found(text)).toEqual(places);
  });

  it.each([
    ['vegas', ['Las Vegas, NV']],
    ['city', ['Texas City, TX', 'Kansas City, MO']],
    ['salem', ['Winston-Salem, NC']],
    ['winston-salem', ['Winston-Salem, NC']],
    ['winston salem', ['Winston-Salem, NC']],
    ['orlean', ['New Orleans, LA']],
    ['rleans', []],
    ['egas', []],
    ['york new', []],
    ['austin, nowhere', []],
  ])('otherwise takes %j as the start of a word in the city', (text, places) => {
    expect(found(text)).toEqual(places);
  });

  it.each([
    ['Austin,', ['Austin, TX', 'Austin, MN']],
    [', TX', ['Austin, TX', 'Texas City, TX', 'Dallas, TX']],
    [', austin', ['Austin, TX', 'Austin, MN']],
  ])('takes the one part that %j has', (text, places) => {
    expect(found(text)).toEqual(places);
  });

  it.each<[string, LeadSearch]>([
    ['Austin, TX', { by: 'city-and-state', states: ['TX'], wordStart: 'austin' }],
    ['Austin, Travis, TX', { by: 'city-and-state', states: ['TX'], wordStart: 'austin, travis' }],
    ['austin, new', { by: 'city-and-state', states: ['NH', 'NJ', 'NM', 'NY'], wordStart: 'austin' }],
    ['Austin, nowhere', { by: 'city', wordStart: 'austin, nowhere' }],
    ['TX', { by: 'state-or-city', states: ['TX'], city: { of: 'city', start: 'tx' } }],
    ['Tex', { by: 'state-or-city', states: ['TX'], city: { of: 'word', start: 'tex' } }],
    ['Austin', { by: 'city', wordStart: 'austin' }],
  ])('reads %j', (text, search) => {
    expect(leadSearch(text)).toEqual(search);
  });

  it('finds every city by its own name, and by that with its state', async () => {
    const aPlace = fc.constantFrom(...PLACES);
    await holds(
      fc.property(aPlace, fc.integer({ min: 3, max: 20 }), (place, length) => {
        const start = place.city.slice(0, length);
        return isFound(leadSearch(start), place) && isFound(leadSearch(`${start}, ${place.state}`), place);
      }),
    );
  });

  it('answers any text, and the same however it is written', async () => {
    const aText = fc.string({ unit: 'grapheme', maxLength: 20 });
    await holds(
      fc.property(aText, (text) => {
        expect(leadSearch(searchable(text))).toEqual(leadSearch(text));
        expect(searchable(searchable(text))).toBe(searchable(text));
      }),
    );
  });

  it.each([
    ['Winston-Salem', ['winston salem', 'salem']],
    ['  São  José dos Campos', ['sao jose dos campos', 'jose dos campos', 'dos campos', 'campos']],
    ['Austin', ['austin']],
    ['-', ['']],
  ])('finds %j by its start and by that of each of its words', (city, texts) => {
    expect(cityTexts(city)).toEqual(texts);
  });
});
