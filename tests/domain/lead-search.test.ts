import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { Place } from '#domain/lead.ts';
import { cityTexts, isFound, leadSearch, readAmong, searchable } from '#domain/lead-search.ts';
import { LONGEST_SEARCH } from '#domain/search-text.ts';
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
  { city: 'St. Louis', state: 'MO' },
  { city: 'Mt.Pleasant', state: 'SC' },
  { city: 'Port Washington', state: 'WI' },
  { city: 'Port Angeles', state: 'WA' },
];

const found = (text: string, known = PLACES): readonly string[] => {
  const search = readAmong(leadSearch(text), known);
  return known.filter((place) => isFound(search, place)).map(({ city, state }) => `${city}, ${state}`);
};

describe('the search of the marketplace', () => {
  it.each(['', ' ', '\t\n', ',', ' , ', '-', '.', ' . ., ', '’', '\u200B'])('finds everything for %j', (text) => {
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
      expect(cityTexts(`Kapa${sign}a`)).toEqual(['kapaa']);
    },
  );

  it.each([
    ['ofallon', 'O’Fallon, IL'],
    ['OFallon, IL', 'O’Fallon, IL'],
    ['coeur dalene', "Coeur d'Alene, ID"],
    ['dalene', "Coeur d'Alene, ID"],
    ["St. Lou'is", 'St. Louis, MO'],
  ])('does not look at apostrophes, as few type them: %j', (text, place) => {
    expect(found(text)).toEqual([place]);
  });

  it.each(['Austin, TX\u200B', '\u202AAustin, TX\u202C', 'Aus\u00ADtin, TX', '\u2060\u200E Austin, TX'])(
    'does not look at what nobody sees in %j, as it was copied',
    (text) => {
      expect(found(text)).toEqual(['Austin, TX']);
    },
  );

  it.each([
    ['St Louis', 'St. Louis, MO'],
    ['St. Louis', 'St. Louis, MO'],
    ['St.Louis', 'St. Louis, MO'],
    ['St . Louis', 'St. Louis, MO'],
    ['St. Louis, Mo.', 'St. Louis, MO'],
    ['st.l', 'St. Louis, MO'],
    ['Mt. Pleasant', 'Mt.Pleasant, SC'],
    ['Mt Pleasant', 'Mt.Pleasant, SC'],
    ['Pleasant', 'Mt.Pleasant, SC'],
    ['Washington, D.C.', 'Washington, DC'],
    ['D.C.', 'Washington, DC'],
  ])('does not look at the full stops of %j', (text, place) => {
    expect(found(text)).toEqual([place]);
  });

  it.each([
    ['Austin TX', ['Austin, TX']],
    ['austin texas', ['Austin, TX']],
    ['Aus. Tx.', ['Austin, TX']],
    ['Las Vegas NV', ['Las Vegas, NV']],
    ['West New York New Jersey', ['West New York, NJ']],
    ['Washington District of Columbia', ['Washington, DC']],
    ['washington dc', ['Washington, DC']],
    ['Austin NV', []],
    ['Austin Tex', []],
    ['Austin York', []],
  ])('needs no comma for %j where no city is called so', (text, places) => {
    expect(found(text)).toEqual(places);
  });

  it.each([
    'Austin, TX 78701',
    'Austin, TX 78701-1234',
    'Austin TX 78701',
    'Austin, Texas 78701, USA',
    'Austin, TX, USA',
    'Austin, TX, U.S.A.',
    'Austin, TX 78701, United States',
    'Austin, TX, US',
    'austin,tx,usa',
  ])('does not look at the ZIP code and the country at the end of %j', (text) => {
    expect(found(text)).toEqual(['Austin, TX']);
  });

  it.each([
    '123 Main St, Austin, TX',
    '123 Main St, Austin TX 78701',
    '123 Main St., Apt. 4, Austin, Texas 78701, USA',
    'Dallas, Austin,tx',
  ])('does not look at what stands before the city and its state in %j', (text) => {
    expect(found(text)).toEqual(['Austin, TX']);
  });

  it.each([
    ['Texas 78701', 'TX'],
    ['Austin 78701', 'Austin'],
    ['Austin, USA', 'Austin'],
  ])('reads %j as %j', (text, plain) => {
    expect(found(text)).toEqual(found(plain));
  });

  it.each(['78701', 'USA', 'Austin 7870', 'Austin us', '1234 Austin'])(
    'takes %j as it is: no place and its ZIP code or country',
    (text) => {
      expect(found(text)).toEqual([]);
      expect(leadSearch(text)).toMatchObject({ wordStart: text.toLowerCase() });
    },
  );

  it('takes the longest name of a state at the end', () => {
    const known: readonly Place[] = [
      { city: 'Charleston', state: 'WV' },
      { city: 'Charleston West', state: 'VA' },
    ];
    expect(found('charleston west virginia', known)).toEqual(['Charleston, WV']);
  });

  it.each([
    ['Kansas City', ['Kansas City, MO']],
    ['West New York', ['West New York, NJ']],
    ['new york', ['West New York, NJ']],
    ['Port Washington', ['Port Washington, WI']],
  ])('leaves %j what it is where a place is called so', (text, places) => {
    expect(found(text)).toEqual(places);
  });

  it('takes "Port Washington" for a city and a state where none is called so', () => {
    const known = PLACES.filter(({ city }) => city !== 'Port Washington');
    expect(found('Port Washington', known)).toEqual(['Port Angeles, WA']);
  });

  it.each(['%', '_', 'A_stin', 'Aus%', '%ustin', String.raw`Aus\tin`, 'A.*', '(', '[a-z]'])(
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
    [',, ,TX , ,', ['Austin, TX', 'Texas City, TX', 'Dallas, TX']],
    ['Austin, TX 78701,', ['Austin, TX']],
    ['Austin,,TX', ['Austin, TX']],
    ['123 Main St, , Austin , , TX', ['Austin, TX']],
  ])('takes the one part that %j has', (text, places) => {
    expect(found(text)).toEqual(places);
  });

  it.each<[string, LeadSearch]>([
    ['Austin, TX', { by: 'city-and-state', states: ['TX'], wordStart: 'austin' }],
    ['Austin, Travis, TX', { by: 'city-and-state', states: ['TX'], wordStart: 'travis' }],
    ['austin, new', { by: 'city-and-state', states: ['NH', 'NJ', 'NM', 'NY'], wordStart: 'austin' }],
    ['Austin, nowhere', { by: 'city', wordStart: 'austin, nowhere' }],
    ['TX', { by: 'state-or-city', states: ['TX'], city: { of: 'city', start: 'tx' } }],
    ['Tex', { by: 'state-or-city', states: ['TX'], city: { of: 'word', start: 'tex' } }],
    ['Austin', { by: 'city', wordStart: 'austin' }],
    [
      'Austin TX',
      {
        by: 'city',
        wordStart: 'austin tx',
        otherwise: { by: 'city-and-state', states: ['TX'], wordStart: 'austin' },
      },
    ],
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

  // What took the cube of its length would take longer than a test may.
  it.each([
    [',', 'everything', 'state-or-city'],
    [', ', 'everything', 'state-or-city'],
    ['a,', 'city-and-state', 'city-and-state'],
    [', us', 'city', 'city'],
    [', 12345', 'city', 'city'],
    ['12345 ', 'city', 'city'],
    ['west ', 'city', 'city'],
  ])('is read at once, also when it is far longer than it may be and all %j', (piece, by, withLetter) => {
    const text = piece.repeat((20 * LONGEST_SEARCH) / piece.length);
    expect([text, `a${text}`, `${text}a`].map((typed) => leadSearch(typed).by)).toEqual([by, withLetter, withLetter]);
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
    ['St.Mary’s Cove', ['st marys cove', 'marys cove', 'cove']],
    ['-', ['']],
  ])('finds %j by its start and by that of each of its words', (city, texts) => {
    expect(cityTexts(city)).toEqual(texts);
  });
});
