import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { uncounted } from '#domain/csv-cell.ts';
import { CSV_START, csvFileName, csvRow } from '#domain/lead-csv.ts';
import type { CsvLead } from '#domain/lead-csv.ts';
import { phoneDigits } from '#domain/phone.ts';
import { holds } from '#tests/support/property.ts';

const LEAD: CsvLead = {
  firstName: 'Ann',
  lastName: 'Lee',
  email: 'ann@example.com',
  phone: '(512) 555-0142',
  address1: '12 Oak Street',
  city: 'Austin',
  description: 'Three bedrooms, "near" a school.\nCash buyer; likes = signs.',
};

const read = (...leads: readonly CsvLead[]): readonly (readonly string[])[] =>
  parse(CSV_START + leads.map(csvRow).join(''), { bom: true, recordDelimiter: '\r\n' });

const cells = (changes: Partial<CsvLead>): readonly string[] => read({ ...LEAD, ...changes })[1] ?? [];

describe('the export', () => {
  it('has the columns Name, Email, Phone, Location, Notes, a byte order mark and CRLF', () => {
    expect(CSV_START).toBe('\uFEFF"Name","Email","Phone","Location","Notes"\r\n');
  });

  it('quotes every field and doubles quotes', () => {
    expect(csvRow(LEAD)).toBe(
      `"Ann Lee","ann@example.com","(512) 555-0142","12 Oak Street","Three bedrooms, ""near"" a school.\nCash buyer; likes = signs."\r\n`,
    );
  });

  it.each([
    [{ address1: undefined }, 'Austin'],
    [{ address1: '  ' }, 'Austin'],
    [{}, '12 Oak Street'],
  ])('takes the location of %j from the address, the city when there is none', (changes, location) => {
    expect(cells(changes)[3]).toBe(location);
  });

  it('leaves empty what nobody knows', () => {
    const nobody = { firstName: '', lastName: '', email: undefined, phone: undefined, address1: undefined };
    expect(cells({ ...nobody, city: '', description: '' })).toEqual(['', '', '', '', '']);
    expect(cells({ lastName: '' })[0]).toBe('Ann');
    expect(cells({ firstName: '' })[0]).toBe('Lee');
  });

  it.each(['=1+1', '+cmd', '-2+3', '@SUM(A1)', '\tx', '\rx', '＝1+1', '＋cmd', '－2', '＠SUM(A1)'])(
    'puts an apostrophe before %j',
    (description) => {
      expect(cells({ description })[4]).toBe(`'${description}`);
    },
  );

  it.each([
    '+1 (512) 555-0142',
    '+1(512)555-0142',
    '+1 512-555-0142',
    '+15125550142',
    '(512) 555-0142',
    '512-555-0142',
    '+1 512 555 0142 x12',
  ])('leaves the phone number %s as it is', (phone) => {
    expect(cells({ phone })[2]).toBe(phone);
  });

  it.each([
    ['+1-512-555-0142', '+1 512 555 0142'],
    ['+1 - 512 - 555 - 0142', '+1 512 555 0142'],
    ['+1/512/555-0142', '+1 512 555 0142'],
    ['+1.512-555+0142', '+1 512 555 0142'],
    ['+(512)-555-0142', '+(512) 555 0142'],
    ['+1--512-555-0142', '+1 512 555 0142'],
    ['+-512-555-0142', '+ 512 555 0142'],
    ['＋１－５１２－５５５－０１４２', '+1 512 555 0142'],
    ['+1-512-555-0142 x12', '+1 512 555 0142 x12'],
    // One figure, whose last 0 goes; a fraction.
    ['+1.5125550140', '+1 5125550140'],
    ['+55 1234/5678', '+55 1234 5678'],
  ])('has a spreadsheet count nothing of the phone number %s, also in the notes', (written, shown) => {
    const read = cells({ phone: written, description: written });
    expect([read[2], read[4]]).toEqual([shown, shown]);
  });

  it.each(["+1+cmd|' /C calc'!A0", '+1 512 555 0142+cmd', '+15125550142*WEBSERVICE("x")', '+1-512-555-0142-x12'])(
    'puts an apostrophe before %j, which is no phone number',
    (phone) => {
      expect(cells({ phone })[2]).toBe(`'${phone}`);
    },
  );

  const text = fc.string({ unit: 'binary', maxLength: 20 });
  const start = fc.constantFrom('', '＝', '=', '+', '-', '@', '\t', '\r', '\n', '"', ',', '\uFEFF', "'");
  const cell = fc.tuple(start, text).map((parts) => parts.join(''));
  const aLead = fc.record({
    firstName: cell,
    lastName: fc.constant(''),
    email: cell,
    phone: cell,
    address1: cell,
    city: fc.constant('Austin'),
    description: cell,
  });

  it('gives any text back to whoever parses it, but for the apostrophe and the signs in a phone number', async () => {
    await holds(
      fc.property(fc.array(aLead, { maxLength: 5 }), (leads) => {
        const rows = read(...leads).slice(1);
        expect(rows).toHaveLength(leads.length);
        leads.forEach(({ firstName, email, phone, address1, description }, index) => {
          const expected = [firstName.trim(), email, phone, address1.trim() === '' ? 'Austin' : address1, description];
          rows[index]?.forEach((found, column) => {
            const written = expected[column] ?? '';
            expect([written, `'${written}`, uncounted(written)]).toContain(found);
          });
        });
      }),
    );
  });

  it('has no cell that starts a formula', async () => {
    await holds(
      fc.property(aLead, (lead) => {
        for (const found of read(lead)[1] ?? [])
          expect(!/^[=+\-@\t\r＝＋－＠]/.test(found) || phoneDigits(found) !== undefined, found).toBe(true);
      }),
    );
  });

  it('is a file named by the date', () => {
    expect(csvFileName({ year: 2026, month: 3, day: 7 })).toBe('lead-vault-export-2026-03-07.csv');
  });
});
