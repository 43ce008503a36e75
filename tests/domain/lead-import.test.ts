import { describe, expect, it } from 'vitest';

import { findColumns } from '#domain/lead-columns.ts';
import type { LeadColumns } from '#domain/lead-columns.ts';
import { readLead } from '#domain/lead-import.ts';

const columnsOf = (names: readonly string[], mapping: Readonly<Record<string, string>> = {}): LeadColumns => {
  const found = findColumns(names, mapping);
  if (found.is === 'refused') throw new Error(found.message);
  return found.columns;
};

const ROW = {
  'First Name': 'Ann',
  'Last Name': 'Lee',
  Email: 'ann@example.com',
  Phone: '(512) 555-0142',
  Address: '12 Oak Street',
  City: 'Austin',
  State: 'Texas',
  Price: '$25.00',
  Notes: 'Three bedrooms.',
};

const SMALLEST_PRICE = 50;

const read = (cells: Readonly<Record<string, string>>) =>
  readLead(columnsOf(Object.keys(cells)), Object.values(cells), SMALLEST_PRICE);

const draft = (cells: Readonly<Record<string, string>>) => {
  const row = read(cells);
  if (row.is !== 'lead') throw new Error(JSON.stringify(row));
  return row.draft;
};

const reasons = (changes: Readonly<Record<string, string>>): readonly string[] => {
  const row = read({ ...ROW, ...changes });
  return row.is === 'invalid' ? row.reasons : [];
};

describe('a row of a file', () => {
  it('is a lead', () => {
    expect(read(ROW)).toEqual({
      is: 'lead',
      draft: {
        place: { city: 'Austin', state: 'TX' },
        contact: {
          firstName: 'Ann',
          lastName: 'Lee',
          email: 'ann@example.com',
          phone: '(512) 555-0142',
          address1: '12 Oak Street',
        },
        knownBy: ['email:ann@example.com', 'phone:5125550142'],
        description: 'Three bedrooms.',
        price: 2_500,
        consent: undefined,
      },
      warnings: [],
    });
  });

  it('needs no more than city, state, price and e-mail or phone', () => {
    expect(draft({ City: 'Austin', State: 'TX', Price: '25', Phone: '5125550142' }).contact).toEqual({
      firstName: '',
      lastName: '',
      email: undefined,
      phone: '5125550142',
      address1: undefined,
    });
    expect(draft({ City: 'Austin', State: 'TX', Price: '25', Email: 'a@b.co' }).contact.email).toBe('a@b.co');
  });

  it.each<[Readonly<Record<string, string>>, string]>([
    [{ State: 'Texass' }, 'state "Texass" is not a state'],
    [{ State: '' }, 'no state'],
    [{ City: ' ' }, 'no city'],
    [{ City: '78701' }, '"78701" is not a city'],
    [{ City: '78701-1234' }, '"78701-1234" is not a city'],
    [{ City: '#REF!' }, 'no city'],
    [{ City: 'Austin, TX', State: 'CA' }, 'city "Austin, TX" is not in the state "CA"'],
    [{ City: 'Fort Washington', State: '' }, 'no state'],
    [{ City: '12 Broadway Austin TX', State: '' }, 'no state'],
    [{ City: 'Hwy 5 TX', State: '' }, 'no state'],
    [{ City: 'Austin: TX', State: '' }, 'no state'],
    [{ Email: '', Phone: '2026-11-02' }, '"2026-11-02" is not a phone number'],
    [{ Email: '', Phone: '000-000-0000' }, 'neither an e-mail address nor a phone number'],
    [{ Email: 'noemail@noemail.com', Phone: '' }, 'neither an e-mail address nor a phone number'],
    [{ Email: 'Lee, Ann', Phone: '' }, '"Lee, Ann" is not an e-mail address'],
    [{ Phone: '1,250,000.00' }, '"1,250,000.00" is not a phone number'],
    [{ Price: '' }, 'no price'],
    [{ Price: 'call' }, 'price "call" is not an amount of US dollars'],
    [{ Price: '0.20' }, 'price "0.20" is less than $0.50'],
    [{ Email: '', Phone: 'N/A' }, 'neither an e-mail address nor a phone number'],
    [{ Email: 'ann@' }, '"ann@" is not an e-mail address'],
    [{ Phone: '12345' }, '"12345" is not a phone number'],
    [{ 'First Name': 'a'.repeat(121) }, 'first name is too long (121 characters, at most 120)'],
    [{ Notes: 'a'.repeat(5_001) }, 'description is too long (5001 characters, at most 5000)'],
    [{ City: 'Espa\uFFFDola' }, 'city holds a damaged character: "Espa\uFFFDola"'],
    [{ Notes: 'Ring 713-555-0199' }, 'the description is public and holds a phone number'],
    [{ Notes: 'ann@example.com' }, 'the description is public and holds an e-mail address'],
    [{ Notes: 'Ann Lee is moving' }, "the description is public and holds the lead's own name"],
    [{ City: 'ann@example.com' }, 'the city is public and holds an e-mail address'],
    [{ City: 'Austin (ann at gmail dot com)' }, 'the city is public and holds an e-mail address'],
    [{ City: 'Austin, Texas, lee＠example.org' }, 'the city is public and holds an e-mail address'],
    [{ City: 'ann at example.com' }, 'the city is public and holds an e-mail address'],
    [{ City: 'Austin 713-555-0199' }, 'the city is public and holds a phone number'],
    [{ City: '(713) 555-0199' }, 'the city is public and holds a phone number'],
    [{ City: 'Austin, 555 0142' }, 'the city is public and holds a phone number'],
    [{ City: 'ann@example.com, TX', State: '' }, 'the city is public and holds an e-mail address'],
    [{ City: '123 Main St Austin, TX 78701', State: '' }, 'the city is public and holds a street'],
    [{ City: '123 Main St., Austin' }, 'the city is public and holds a street'],
    [{ City: '12-A N. Martin Luther King Jr BLVD, Apt 4 Austin' }, 'the city is public and holds a street'],
    [{ City: '345 W 42 St New York' }, 'the city is public and holds a street'],
    [{ City: '12 St. Johns Ave Austin' }, 'the city is public and holds a street'],
    [{ City: '９ Hwy 290 Dripping Springs' }, 'the city is public and holds a street'],
  ])('with %j is none: %s', (changes, reason) => {
    expect(reasons(changes)).toEqual([reason]);
  });

  it.each([
    ['First Name', 'first name', 120],
    ['Last Name', 'last name', 120],
    ['City', 'city', 120],
    ['Address', 'address', 300],
    ['Notes', 'description', 5_000],
  ])('has a %s of so many characters and no more', (header, field, most) => {
    expect(reasons({ [header]: 'a'.repeat(most) })).toEqual([]);
    expect(reasons({ [header]: 'a'.repeat(most + 1) })).toEqual([
      `${field} is too long (${most + 1} characters, at most ${most})`,
    ]);
  });

  it('has its city looked through to the last character, unless that is too long anyway', () => {
    const city = 'ann@example.com'.padStart(120, 'a ');
    expect(reasons({ City: city })).toEqual(['the city is public and holds an e-mail address']);
    expect(reasons({ City: `a${city}` })).toEqual(['city is too long (121 characters, at most 120)']);
  });

  it('has its description looked through to the last character, unless that is too long anyway', () => {
    const notes = 'ann@example.com'.padStart(5_000, 'a ');
    expect(reasons({ Notes: notes })).toEqual(['the description is public and holds an e-mail address']);
    expect(reasons({ Notes: ` a${notes}` })).toEqual(['description is too long (5001 characters, at most 5000)']);
  });

  it.each(['Notes', ' TCPA Language '])('with more than 20,000 characters in %j is not looked into', (header) => {
    const text = 'a'.repeat(20_001);
    expect(reasons({ [header]: text, State: 'Texass' })).toEqual([`"${header.trim()}" is too long (20001 characters)`]);
    expect(reasons({ [header]: text.slice(1) })).not.toContain(`"${header.trim()}" is too long (20000 characters)`);
    expect(reasons({ Stage: text })).toEqual([]);
  });

  it('is told of with no more than 40 characters of what is wrong', () => {
    expect(reasons({ State: 'x'.repeat(40) })).toEqual([`state "${'x'.repeat(40)}" is not a state`]);
    expect(reasons({ State: 'x'.repeat(41) })).toEqual([`state "${'x'.repeat(40)}…" is not a state`]);
  });

  it('tells every reason at once, and nothing that a terminal would obey', () => {
    expect(reasons({ State: 'T\u001B[2Jx', Price: '-1', Email: 'x', Phone: '' })).toEqual([
      '"x" is not an e-mail address',
      'state "T[2Jx" is not a state',
      'price "-1" is not an amount of US dollars',
    ]);
  });

  it('has as many cells as the header', () => {
    const columns = columnsOf(Object.keys(ROW));
    const cells = Object.values(ROW);
    expect(readLead(columns, cells.slice(1), SMALLEST_PRICE)).toEqual({
      is: 'invalid',
      reasons: [
        'has 8 cells, the header has 9: a spreadsheet may have left out empty ones at the end, which are filled up in the file of rejected rows',
      ],
    });
    expect(readLead(columns, [...cells, 'x'], SMALLEST_PRICE)).toEqual({
      is: 'invalid',
      reasons: ['has 10 cells, the header has 9'],
    });
    expect(readLead(columns, ['Generated by Olga'], SMALLEST_PRICE)).toMatchObject({
      reasons: [expect.stringMatching(/^has 1 cell, the header has 9: /)],
    });
  });

  it('is blank without anything in it, however many cells there are', () => {
    const columns = columnsOf(Object.keys(ROW));
    expect([[''], [' ', '', '\t']].map((cells) => readLead(columns, cells, SMALLEST_PRICE))).toEqual([
      { is: 'blank' },
      { is: 'blank' },
    ]);
  });

  it('takes the first phone that is one', () => {
    const { contact } = draft({ ...ROW, Phone: 'N/A', 'Mobile Phone': 'ask', 'Home Phone': '713 555 0199' });
    expect(contact.phone).toBe('713 555 0199');
  });

  it('takes the first of several addresses in one cell', () => {
    expect(draft({ ...ROW, Email: 'ann@example.com ::: lee@example.com' }).contact.email).toBe('ann@example.com');
    expect(draft({ ...ROW, Email: 'ann@example.com, lee@example.com' }).contact.email).toBe('ann@example.com');
    expect(draft({ ...ROW, Phone: '512-555-0142 / 713-555-0199' }).contact.phone).toBe('512-555-0142');
    expect(draft({ ...ROW, Phone: '512-555-0142, ext. 12' }).contact.phone).toBe('512-555-0142, ext. 12');
    expect(draft({ ...ROW, Phone: '512-555-0142;ext=12' }).contact.phone).toBe('512-555-0142;ext=12');
    expect(draft({ ...ROW, Phone: '555-0142 / 555-0199' }).contact.phone).toBe('555-0142');
    expect(draft({ ...ROW, Phone: '512-555-0142, 713-555-0199' }).contact.phone).toBe('512-555-0142');
    expect(draft({ ...ROW, Phone: '512-555-0142\r\n713-555-0199' }).contact.phone).toBe('512-555-0142');
    expect(draft({ ...ROW, Email: ' ; ' }).contact.email).toBeUndefined();
  });

  it.each([{ Email: 'noemail@noemail.com' }, { Email: 'test@test.com' }, { Email: 'no email' }, { Email: '=""' }])(
    'has no address where %j stands for none',
    (changes) => {
      expect(draft({ ...ROW, ...changes }).contact).toMatchObject({ email: undefined, phone: '(512) 555-0142' });
    },
  );

  it.each([{ Phone: '123-456-7890' }, { Phone: '0' }, { Phone: '000 000 0000' }])(
    'has no number where %j stands for none',
    (changes) => {
      expect(draft({ ...ROW, ...changes }).contact).toMatchObject({ email: 'ann@example.com', phone: undefined });
    },
  );

  it.each([
    ['Ann Lee <ann@example.com>', '="5125550142"', '5125550142'],
    ['mailto:ann@example.com', 'Cell: 512-555-0142', '512-555-0142'],
    ["'ann@example.com", "'512-555-0142 (home)", '512-555-0142'],
  ])('has the address of %j and the number of %j, and nothing around them', (Email, Phone, phone) => {
    expect(draft({ ...ROW, Email, Phone }).contact).toMatchObject({ email: 'ann@example.com', phone });
  });

  it('has the first of several notes that says anything', () => {
    const notes = { Notes: 'N/A', Comments: 'Wants a yard.\nSoon.', Remarks: 'Has a dog.' };
    expect(draft({ ...ROW, ...notes }).description).toBe('Wants a yard.\nSoon.');
    expect(draft({ ...ROW, Notes: 'N/A' }).description).toBe('');
  });

  it('splits one name, unless there are two', () => {
    const rest = { Email: 'a@b.co', City: 'Austin', State: 'TX', Price: '25' };
    expect(draft({ 'Full Name': 'Ann Marie Lee', ...rest }).contact).toMatchObject({
      firstName: 'Ann Marie',
      lastName: 'Lee',
    });
    const both = { Name: 'The Lees', 'First Name': 'Ann', 'Last Name': 'Lee', ...rest };
    expect(draft(both).contact).toMatchObject({ firstName: 'Ann', lastName: 'Lee' });
    expect(draft({ ...both, 'Last Name': '' }).contact).toMatchObject({ firstName: 'Ann', lastName: '' });
    expect(draft({ ...both, 'First Name': '' }).contact).toMatchObject({ firstName: '', lastName: 'Lee' });
  });

  it.each([
    [{ 'First Name': 'Ann', 'Full Name': 'Ann Lee' }, 'Ann', 'Lee'],
    [{ 'First Name': 'ANN', 'Full Name': 'Lee, Ann' }, 'Ann', 'Lee'],
    [{ 'Last Name': 'O’Brien', 'Full Name': "Ann O'Brien" }, 'Ann', "O'Brien"],
    [{ 'First Name': 'Ann', 'Full Name': 'Anna Lee' }, 'Ann', ''],
    [{ 'Last Name': 'Lee', 'Full Name': 'Lee' }, '', 'Lee'],
    [{ 'Last Name': '.,', 'Full Name': 'Ann Lee' }, '', '.,'],
  ])('has the whole name where only one half of it stands beside: %j', (names, firstName, lastName) => {
    const rest = { Email: 'a@b.co', City: 'Austin', State: 'TX', Price: '25' };
    expect(draft({ ...names, ...rest }).contact).toMatchObject({ firstName, lastName });
  });

  it.each([
    { 'First Name': 'Ann', 'Last Name': '', 'Full Name': 'Ann Lee' },
    { 'First Name': 'Bob', 'Last Name': '', 'Full Name': 'Ann Lee' },
    { 'First Name': 'Bob', 'Last Name': 'Tran', 'Full Name': 'Lee, Ann' },
  ])('is no lead when its description holds the whole name, whichever of its names it keeps: %j', (names) => {
    expect(reasons({ ...names, Notes: 'Ann Lee wants 3 beds' })).toEqual([
      "the description is public and holds the lead's own name",
    ]);
  });

  it.each([
    '29 Palms',
    'Fort 12345 West',
    'St. Paul',
    '55101 St. Paul',
    'Court House',
    'Park City',
    'Lake Drive',
    'Port St. Lucie 34952',
    '31501 Waycross',
    'Pine Street Village',
    'Hartford 06103 CT',
    'Twentynine Palms',
    'Ninety Six',
    'Austin 78701',
    'Austin 78701-1234',
    'Austin, 78701',
    '1000 Oaks',
    'Township 14, Range 12',
    'Winston-Salem',
    "Coeur d'Alene",
    'St. Louis',
    'Truth or Consequences',
    'Half.com',
    'La Cañada Flintridge',
    'Mount St. Helens @ Castle Rock',
    'At Home Acres',
    'East LA',
    'Ann Lee',
  ])('may have any city that tells no address, no number and no street: %s', (City) => {
    expect(draft({ ...ROW, City }).place).toEqual({ city: City, state: 'TX' });
  });

  it('may have a city that is called as the lead is', () => {
    for (const City of ['Austin', 'Jackson', 'Austin Jackson'])
      expect(read({ ...ROW, 'First Name': 'Austin', 'Last Name': 'Jackson', City })).toMatchObject({
        is: 'lead',
        warnings: [],
      });
  });

  it('takes city and state from one cell where they stand together', () => {
    expect(draft({ Email: 'a@b.co', Price: '25', Location: 'Portland, ME' }).place).toEqual({
      city: 'Portland',
      state: 'ME',
    });
    expect(draft({ ...ROW, City: 'Austin, TX', State: '' }).place).toEqual({ city: 'Austin', state: 'TX' });
  });

  const placed = (header: string, cells: string) => {
    const names = ['Email', 'Price', ...header.split('|')];
    const row = readLead(columnsOf(names), ['a@b.co', '25', ...cells.split('|')], SMALLEST_PRICE);
    return row.is === 'lead'
      ? `${row.draft.place.city}, ${row.draft.place.state}`
      : row.is === 'invalid' && row.reasons;
  };

  it.each([
    ['City|State|Property City|Property State', 'Oakland|CA|Austin|TX', 'Oakland, CA'],
    ['City|State|Property City|Property State', '||Austin|TX', 'Austin, TX'],
    ['City|State|Property City|Property State', '|CA|Austin|TX', 'Austin, TX'],
    ['City|State|Property City|Property State', 'Oakland||Austin|TX', 'Austin, TX'],
    ['City|State|Property City|Property State', 'Oakland, CA|||TX', 'Oakland, CA'],
    ['City 2|State 2|City|State', 'Austin|TX|Oakland|', 'Austin, TX'],
    ['Address 1 - City|Address 2 - City|Address 1 - Region|Address 2 - Region', 'Oakland|Austin||TX', 'Austin, TX'],
    ['City|State|City|State', '|CA|Austin|TX', 'Austin, TX'],
    ['Lead City|State', 'Austin|TX', 'Austin, TX'],
    ['Lead City|State|Mailing City|Mailing State', 'Austin|TX|Oakland|CA', 'Austin, TX'],
    ['Property City|State', 'Austin|TX', 'Austin, TX'],
    ['Desired City|Region|Mailing City|Mailing State', 'Austin|TX|Oakland|CA', 'Oakland, CA'],
    ['Desired City|Region|Mailing City|Mailing State', 'Austin|TX||', 'Austin, TX'],
    ['Town|City|State/Province|ST', 'Austin|||TX', 'Austin, TX'],
    ['City|State|Preferred Location', 'Portland||Austin, TX', 'Austin, TX'],
    ['City|Phone', 'Austin TX 78701|', 'Austin, TX'],
    ['Location', 'Austin TX', 'Austin, TX'],
    ['Location', 'Austin - TX', 'Austin, TX'],
    ['Location', 'Austin – TX 78701', 'Austin, TX'],
    ['Location', 'Austin — TX', 'Austin, TX'],
    ['Location', 'Austin-TX', 'Austin, TX'],
    ['Location', 'Austin / TX', 'Austin, TX'],
    ['City', 'Winston-Salem/NC', 'Winston-Salem, NC'],
    ['City', 'East St. TX', 'East St., TX'],
    ['Location|State', 'Austin|TX 78701', 'Austin, TX'],
    ['City|State|Preferred Location', 'Portland|ME|Austin, TX', 'Portland, ME'],
    ['Location', '12 Oak Street\nAustin, TX 78701', 'Austin, TX'],
    ['Location', '12 Oak Street,\nAustin,\nTX 78701', 'Austin, TX'],
  ])('takes city and state of one place: of %j in %j %s', (header, cells, place) => {
    expect(placed(header, cells)).toBe(place);
  });

  it.each([
    [
      'City|State|Property City|Property State',
      'Oakland|||TX',
      'city "Oakland" and state "TX" stand in columns of two places',
    ],
    ['City|State|Property City', '|CA|Austin', 'city "Austin" and state "CA" stand in columns of two places'],
    [
      'Property City|Property State|Mailing State',
      'Oakland||TX',
      'city "Oakland" and state "TX" stand in columns of two places',
    ],
    ['City|State|Property City|Property State', 'Toronto|ON|Austin|TX', 'state "ON" is not a state'],
    ['Location', 'Toronto, ON', '"Toronto, ON" is not a city with its state'],
    ['Location', 'Hwy 5 TX', '"Hwy 5 TX" is not a city with its state'],
    ['Location|State', '12 Oak Street|TX', 'no city'],
  ])('is in no place by halves or by guesses: of %j in %j, %s', (header, cells, reason) => {
    expect(placed(header, cells)).toEqual([reason]);
  });

  it('has city and state from both sides of a bar', () => {
    expect(draft({ ...ROW, City: 'Austin | TX', State: '' }).place).toEqual({ city: 'Austin', state: 'TX' });
  });

  it('has no street in its city, nor where a location has no comma behind it', () => {
    expect(placed('Location', '123 Main St Austin, TX 78701')).toEqual(['the city is public and holds a street']);
    expect(placed('Location', '123 Main St, Austin, TX 78701')).toBe('Austin, TX');
  });

  const PROPERTY = 'Property Address|Property City|Property State';

  it.each([
    [`Address 1 - Street|Address 1 - City|Address 1 - State|${PROPERTY}`, '12 Oak St||||Austin|TX', 'Austin'],
    [`Address 1 - Street|Address 1 - City|Address 1 - State|${PROPERTY}`, '12 Oak St|Reno|NV||Austin|TX', 'Austin'],
    [
      `Address 1 - Street|Address 1 - City|Address 1 - State|${PROPERTY}`,
      '12 Oak St|Reno|NV|9 Elm St||',
      '12 Oak St, Reno',
    ],
    [`address_street|address_city|address_state|${PROPERTY}`, '12 Oak St||||Austin|TX', 'Austin'],
    [`Mailing Street|Mailing City|Mailing State|${PROPERTY}`, '12 Oak St|Reno|NV|9 Elm St||', '12 Oak St, Reno'],
    [`Street Address|City|State|${PROPERTY}`, '|Reno|NV|9 Elm St|Austin|TX', 'Reno'],
    [`Street Address|${PROPERTY}`, '12 Oak St||Austin|TX', '12 Oak St, Austin'],
    ['Street Address|Home City|Home State', '12 Oak St|Reno|NV', '12 Oak St, Reno'],
    ['Listing Address|Listing City|Listing State', '9 Elm St|Austin|TX', '9 Elm St, Austin'],
    ['Property Address|Property City|State', '9 Elm St|Austin|TX', '9 Elm St, Austin'],
    ['Property Address|Location', '9 Elm St|Austin, TX', '9 Elm St, Austin'],
    [`${PROPERTY}|City|Mailing State`, '9 Elm St|||Austin|TX', 'Austin'],
    ['Mailing Address|Mailing City|City|State', '9 Elm St|Reno|Austin|TX', 'Austin'],
    ['Address|City|State|Address|City|State', '12 Oak St|Reno||9 Elm St|Austin|TX', '9 Elm St, Austin'],
    ['Address|City|State|Address 2|City|State', '12 Oak St|Reno||Unit 4|Austin|TX', '12 Oak St, Austin'],
  ])('has no street of another place: of %j in %j %s', (header, cells, place) => {
    const names = ['Email', 'Price', ...header.split('|')];
    const row = readLead(columnsOf(names), ['a@b.co', '25', ...cells.split('|')], SMALLEST_PRICE);
    if (row.is !== 'lead') throw new Error(JSON.stringify(row));
    const { contact, place: found } = row.draft;
    expect([contact.address1 ?? [], found.city].flat().join(', ')).toBe(place);
  });

  it('has the street that a mapping names, whichever place it is of', () => {
    const cells = { 'Mailing Street': '12 Oak St', 'Mailing City': 'Reno', 'Mailing State': 'NV' };
    const all = { ...ROW, Address: '', ...cells };
    const columns = columnsOf(Object.keys(all), { 'Mailing Street': 'address' });
    const row = readLead(columns, Object.values(all), SMALLEST_PRICE);
    expect(row).toMatchObject({ draft: { place: { city: 'Austin' }, contact: { address1: '12 Oak St' } } });
    expect(draft(all).contact.address1).toBeUndefined();
  });

  it('has a person who is known by every address and number in it', () => {
    const reach = {
      'Email 2': 'ann@work.example ::: none',
      'Home Phone': '713-555-0199 / ask',
      'Mobile Phone': '1 512 555 0142',
    };
    expect(draft({ ...ROW, ...reach }).knownBy).toEqual([
      'email:ann@example.com',
      'email:ann@work.example',
      'phone:5125550142',
      'phone:7135550199',
    ]);
  });

  it('keeps the columns of consent as they are, with the date of the lead', () => {
    const consent = { 'TCPA Consent': 'Yes', 'TrustedForm Cert URL': 'https://cert.example/1', 'Opt-In IP': '' };
    expect(draft({ ...ROW, ...consent, 'Created At': '2026-11-01' }).consent).toEqual({
      'TCPA Consent': 'Yes',
      'TrustedForm Cert URL': 'https://cert.example/1',
      'Created At': '2026-11-01',
    });
    expect(draft({ ...ROW, 'Created At': '2026-11-01' }).consent).toBeUndefined();
    expect(draft({ ...ROW, ' TCPA Language ': 'y'.repeat(2_001) }).consent).toEqual({
      'TCPA Language': 'y'.repeat(2_000),
    });
  });

  it('cuts no sign of a consent in two, of which the store would take no half', () => {
    for (const text of [`${'y'.repeat(1_999)}🙂`, `${'y'.repeat(1_998)}🙂 and more`]) {
      const { Consent = '' } = draft({ ...ROW, Consent: text }).consent ?? {};
      expect(Consent.isWellFormed()).toBe(true);
      expect(text.startsWith(Consent) && Consent.length >= 1_999).toBe(true);
    }
  });

  it.each<[what: string, names: readonly string[], kept: readonly string[]]>([
    ['one name', ['Consent', ' Consent '], ['Consent', 'Consent (2)']],
    ['one name, four times', Array<string>(4).fill('opt_in'), ['opt_in', 'opt_in (2)', 'opt_in (3)', 'opt_in (4)']],
    [
      'the name that the second one would have',
      ['Consent', 'Consent', 'Consent (2)', 'Consent (2)', 'Consent'],
      ['Consent', 'Consent (3)', 'Consent (2)', 'Consent (2) (2)', 'Consent (4)'],
    ],
    ['one name, and so have the dates', ['Consent', 'Created', 'Created'], ['Consent', 'Created', 'Created (2)']],
  ])('keeps each column of consent also when they have %s', (_, names, kept) => {
    const columns = columnsOf([...Object.keys(ROW), ...names]);
    const row = readLead(columns, [...Object.values(ROW), ...names.map((__, index) => `yes ${index}`)], SMALLEST_PRICE);
    const consent = row.is === 'lead' ? row.draft.consent : undefined;
    expect(consent).toEqual(Object.fromEntries(kept.map((name, index) => [name, `yes ${index}`])));
  });

  it('is taken with a warning when its description holds a single name of the lead', () => {
    expect(read({ ...ROW, Notes: 'Ann wants a yard' })).toMatchObject({
      is: 'lead',
      warnings: ['the description is public and holds "Ann", a name of the lead'],
    });
  });

  it.each([
    ['4821 Oakridge Dr, Austin TX', 'Selling first: my house at 4821 Oakridge Dr, needs 3 bed'],
    ['4821 Oakridge Dr.', 'at 4821  OAKRIDGE DR'],
    ['4821 N. Oak-Ridge Dr', 'Now 4821 N Oak Ridge Dr.'],
    ['４８２１ Oakridge Dr', '4821&nbsp;Oakridge Dr'],
  ])('is taken with a warning when its address is %s and its description %s', (Address, Notes) => {
    expect(read({ ...ROW, Address, Notes })).toMatchObject({
      is: 'lead',
      warnings: ["the description is public and holds the lead's address"],
    });
  });

  it.each([
    ['4821 Oakridge Dr', 'Near 14821 Oakridge Dr, or 4821 Oakridge Drury'],
    ['Oak Hill, 4821 Oakridge Dr', 'Oak Hill is fine'],
    ['Downtown', 'Downtown'],
    ['', ''],
  ])('is taken without one when its address is %j and its description %j', (Address, Notes) => {
    expect(read({ ...ROW, Address, Notes })).toMatchObject({ is: 'lead', warnings: [] });
  });

  it.each([
    [{ 'Home Phone': '303-555-0177' }, 'Evenings 555-0177', 'a phone number'],
    [{ 'Home Phone': '303-555-0177; 303-555-0188' }, 'Evenings 555-0188', 'a phone number'],
    [{ 'Email 2': 'ann@work-mail.com' }, 'Write ann at work-mail.com', 'an e-mail address'],
  ])('is no lead when its description holds what it keeps no more than one of: %j, %s', (reach, Notes, what) => {
    expect(read({ ...ROW, ...reach, Notes })).toEqual({
      is: 'invalid',
      reasons: [`the description is public and holds ${what}`],
    });
  });

  it('keeps its description as it stands, whatever addresses mean by it, but without the escapes of web forms', () => {
    expect(draft({ ...ROW, Notes: 'A bed&#38;bath, 20%20 or so' }).description).toBe('A bed&bath, 20%20 or so');
    expect(draft({ ...ROW, 'Last Name': 'O&#39;Brien' }).contact.lastName).toBe("O'Brien");
  });

  it('keeps its consent as it was written', () => {
    const consent = 'I&#39;d like calls &amp; mail';
    expect(draft({ ...ROW, Consent: consent }).consent).toEqual({ Consent: consent });
  });

  it.each(['x', ' ', ',', '5', 'a@', '+1 ', 'at a ', '('])('of a megabyte of %j is refused, not pondered', (text) => {
    const cells = Object.keys(ROW).map(() => `x${text.repeat(1_000_000 / text.length)}x`);
    expect(readLead(columnsOf(Object.keys(ROW)), cells, SMALLEST_PRICE)).toMatchObject({ is: 'invalid' });
  });
});
