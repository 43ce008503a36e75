import { describe, expect, it } from 'vitest';

import { findColumns } from '#domain/lead-columns.ts';
import type { LeadField } from '#domain/lead-headers.ts';

/** Which headers a field was found under, in their order. */
const found = (headers: string, mapping: Readonly<Record<string, string>> = {}) => {
  const names = headers.split('|');
  const outcome = findColumns(names, mapping);
  if (outcome.is === 'refused') throw new Error(outcome.message);
  const { at, consent, ignored } = outcome.columns;
  const namesAt = (indices: readonly number[]): string => indices.map((index) => names[index]).join('|');
  return {
    at,
    of: (field: LeadField): string => namesAt(at[field]),
    consent: namesAt(consent),
    ignored: ignored.join('|'),
  };
};

const message = (headers: string, mapping: Readonly<Record<string, string>> = {}): string => {
  const outcome = findColumns(headers.split('|'), mapping);
  return outcome.is === 'refused' ? outcome.message : 'found';
};

const REST = 'City|State|Price|Email';

describe('the columns of a file', () => {
  it.each<[LeadField, string]>([
    ['first name', 'First Name'],
    ['first name', 'first_name'],
    ['first name', 'FNAME'],
    ['first name', 'Given Name'],
    ['first name', 'Lead First Name'],
    ['first name', 'primary_firstname'],
    ['last name', 'last-name'],
    ['last name', 'Family Name'],
    ['last name', 'lname'],
    ['name', 'Full Name'],
    ['name', 'Contact Name'],
    ['name', 'name'],
    ['phone', 'phone1'],
    ['phone', 'Phone 1 - Value'],
    ['phone', 'cell_phone_1'],
    ['phone', 'Phone (Mobile) #1'],
    ['phone', 'Mobile Phone Number'],
    ['phone', 'phone_number'],
    ['phone', 'Contact Number'],
    ['description', 'Notes'],
    ['description', 'lead_comments'],
    ['description', 'Inquiry Message'],
    ['address', 'address1'],
    ['address', 'Address 1 - Street'],
    ['address', 'Street Address'],
    ['address', 'Property Address'],
    ['address', 'Listing Address'],
    ['created', 'created_time'],
    ['created', 'Date Added'],
    ['created', 'Create Date'],
  ])('know the %s by %j', (field, header) => {
    expect(found(`${header}|${REST}`).of(field)).toBe(header);
  });

  it.each([
    'Email Address',
    'e-mail',
    'E-mail 1 - Value',
    'Email (Personal) #1',
    'Lead Email',
    'EMAIL_1',
    'E-mail 2 Address',
    'Email Address 3',
  ])('know the e-mail address by %j', (header) => {
    expect(found(`${header}|City|State|Price`).of('email')).toBe(header);
  });

  it('know the second e-mail address of an address book from the second line of a street', () => {
    const { of, ignored } = found(
      'E-mail Address|E-mail 2 Address|E-mail 3 Address|Address 2|Contact 2 Address|City|State|Price',
    );
    expect([of('email'), of('address')]).toEqual(['E-mail Address|E-mail 2 Address|E-mail 3 Address', 'Address 2']);
    expect(ignored).toBe('Contact 2 Address');
  });

  it.each([
    'State/Region',
    'State/Province (text only)',
    'Mailing State/Province (text only)',
    'address_state',
    'Address 1 - Region',
    'State Code',
    'Mailing State',
    'Listing State',
    'ST',
  ])('know the state by %j', (header) => {
    expect(found(`${header}|City|Price|Email`).of('state')).toBe(header);
  });

  it.each(['lead_purchase_price', 'Lead Cost', 'Cost Per Lead', 'PRICE', 'Price (USD)'])(
    'know the price by %j',
    (header) => {
      expect(found(`${header}|City|State|Email`).of('price')).toBe(header);
    },
  );

  it('know the price of the lead and no other: a second one may be that of a home', () => {
    const { of, ignored } = found('Price|lead_purchase_price|City|State|Email');
    expect([of('price'), ignored]).toEqual(['lead_purchase_price', 'Price']);
    expect(found('Lead Price|Price|Cost|City|State|Email', { 'Lead Price': 'notes' }).of('price')).toBe('Price');
    expect(message('Home Price|Buyer Price|Max Price|City|State|Email')).toContain('hold price');
  });

  it('know nobody but the lead', () => {
    const { of, ignored } = found(
      `Agent Name|Agent Email|Assigned Agent Phone|Company Name|Username|Email Opt Out|${REST}`,
    );
    expect([of('name'), of('email'), of('phone')]).toEqual(['', 'Email', '']);
    expect(ignored).toBe('Agent Name|Agent Email|Assigned Agent Phone|Company Name|Username|Email Opt Out');
  });

  it('know the lead beside an agent: where one says that it is about the lead, no other one is', () => {
    const { of, ignored } = found('Agent Name|Email|Phone|Lead Name|Lead Email|Lead Email 2|City|State|Price');
    expect([of('name'), of('email'), of('phone')]).toEqual(['Lead Name', 'Lead Email|Lead Email 2', 'Phone']);
    expect(ignored).toBe('Agent Name|Email');
    expect(found(`Notes|Lead Notes|${REST}`).of('description')).toBe('Notes|Lead Notes');
  });

  it.each<[LeadField, other: string, own: string]>([
    ['first name', 'First Name', 'Lead First Name'],
    ['last name', 'Last Name', 'Lead Last Name'],
    ['name', 'Name', 'Lead Name'],
    ['phone', 'Phone', 'Lead Phone'],
  ])('know the %s not by %j where there is a %j', (field, other, own) => {
    expect(found(`${other}|${own}|${REST}`).of(field)).toBe(own);
  });

  it('may mean the same: the likeliest comes first, then from left to right', () => {
    expect(found(`Home Phone|Mobile|Phone 2|Phone 1|${REST}`).of('phone')).toBe('Phone 2|Phone 1|Mobile|Home Phone');
    expect(found(`Phone 9|Phone 10|${REST}`).of('phone')).toBe('Phone 9|Phone 10');
  });

  it('of consent are those of forms and certificates', () => {
    const headers =
      'consent_text|Opt-In Time|opt_in|SMS Opt In|TCPA Language|TrustedForm Cert URL|xxTrustedFormCertUrl|jornaya_id|LeadiD Token|OPTIN_IP';
    expect(found(`${headers}|${REST}`).consent).toBe(headers);
    expect(found(`${headers}|${REST}`).ignored).toBe('');
    expect(found(`Lead ID|${REST}`).consent).toBe('');
  });

  it('of consent that a mapping gives a meaning have that one alone', () => {
    const { of, consent, ignored } = found(`TCPA Language|opt_in|${REST}`, { 'TCPA Language': 'notes' });
    expect([of('description'), consent, ignored]).toEqual(['TCPA Language', 'opt_in', '']);
  });

  it('are told as they stand when nothing is made of them', () => {
    expect(found(`Stage|${REST}|Tags|| `).ignored).toBe('Stage|Tags');
  });

  it('mean what a mapping says, and nothing else', () => {
    const { of } = found('Amount Due|Price|Town|Province|Email|Notes|Wish', {
      amount_due: 'Price',
      Wish: 'notes',
    });
    expect([of('price'), of('description'), of('city'), of('state')]).toEqual([
      'Amount Due',
      'Wish',
      'Town',
      'Province',
    ]);
  });

  it('that a mapping names for one field are all looked at, prices too', () => {
    expect(found(`Asking|Reserve|${REST}`, { Reserve: 'price', Asking: 'price' }).of('price')).toBe('Reserve|Asking');
  });

  it('of one header are told apart by a number, by which a mapping names the second', () => {
    const headers = `Comment|Pager|Pager|Pager (2)| Pager |${REST}`;
    expect(found(headers).ignored).toBe('Pager|Pager (3)|Pager (2)|Pager (4)');
    const { at } = found(headers, { Pager: 'phone', 'pager 4': 'notes' });
    expect([at.phone, at.description]).toEqual([[1], [4]]);
    expect(message(headers, { 'Pager (5)': 'phone' })).toContain('It has "Comment", "Pager", "Pager (3)", "Pager (2)"');
    expect(found(`Pager|Pager (1)|${REST}`).ignored).toBe('Pager|Pager (1)');
  });

  it('are enough with one for the whole place', () => {
    expect(found('Location|Price|Phone').of('location')).toBe('Location');
    expect(found('City|Price|Phone').of('state')).toBe('');
  });

  it('that are missing are named, beside those that are there', () => {
    expect(message('Name|Stage')).toBe(
      'No column is known to hold price, city, state, e-mail or phone. The file has "Name", "Stage". ' +
        'Its first line has to name the columns. Say which one it is by its header: --map "HEADER=price".',
    );
    expect(message('City|State|Asking|Mobile')).toMatch(/"Mobile"\. Say .* --map "HEADER=price"\.$/);
    expect(found('City|State|Asking|Mobile', { Asking: 'price' }).of('price')).toBe('Asking');
    expect(message('City|State|Price|Pager')).toMatch(/--map "HEADER=email"\.$/);
    expect(message(Array.from({ length: 30 }, (_, index) => `c${index}`).join('|'))).toContain('"c19" and 10 more');
  });

  it('that are there are named trimmed, cut where they are long, and to the last one where they are few', () => {
    expect(message(` ${'x'.repeat(61)} |b`)).toContain(`The file has "${'x'.repeat(60)}", "b". `);
    expect(message(Array.from({ length: 20 }, (_, index) => `c${index}`).join('|'))).toContain('"c19". ');
  });

  it('are looked for in another line only where not one of them is known', () => {
    expect(message('City|State|Price')).toBe(
      'No column is known to hold e-mail or phone. The file has "City", "State", "Price". ' +
        'Say which one it is by its header: --map "HEADER=email".',
    );
  });

  it('refuse a mapping that names no field or no column', () => {
    expect(message(REST, { Price: 'colour' })).toContain('"colour" is no field of a lead. The fields are first name');
    expect(message(REST, { 'Lead Cost': 'price' })).toBe(
      'The file has no column "Lead Cost". It has "City", "State", "Price", "Email".',
    );
    expect(message(REST, { ' Lead Cost ': 'price' })).toContain('no column "Lead Cost".');
    expect(message(REST, { Price: ' colour ' })).toContain(
      '"colour" is no field of a lead. The fields are first name, ',
    );
    expect(message(`${REST}|—`, { '!': 'notes' })).toContain('no column "!".');
  });

  it('refuse a mapping that names a column twice, in whatever case', () => {
    expect(message(REST, { Price: 'price', price: 'city' })).toBe('The column "price" is mapped twice.');
    for (const second of ['price', ' price '])
      expect(found('Price|price|City|State|Email', { Price: 'price', [second]: 'notes' }).of('description')).toBe(
        'price',
      );
  });
});
