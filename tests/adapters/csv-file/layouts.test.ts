import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { openCsvFile } from '#adapters/csv-file/csv-file.ts';
import { writeRejects } from '#adapters/csv-file/rejects.ts';
import { isNoEmail } from '#domain/email.ts';
import type { Contact, Lead } from '#domain/lead.ts';
import { phoneDigits } from '#domain/phone.ts';
import { imported, openImporter } from '#tests/application/importer.ts';
import { aStateCode } from '#tests/support/arbitrary.ts';
import { holds } from '#tests/support/property.ts';
import { fileFolder } from './files.ts';
import { LAYOUTS, PEOPLE } from './layouts.ts';

const { file, pathOf } = fileFolder();

const summary = ({ contact: { firstName, lastName, email }, place, price }: Lead) => ({
  firstName,
  lastName,
  email,
  ...place,
  price,
});

describe('a file as it is exported by', () => {
  it.each(LAYOUTS)('$name is imported as it is', async ({ content, encoding, mapping = {}, rejected = [] }) => {
    const importer = openImporter();
    const opened = await openCsvFile(await file(content), { encoding });
    const { report, batchId } = imported(await importer.run(opened, { mapping }));
    expect(report.problems.map(({ line }) => line)).toEqual(rejected);
    expect((await importer.leadsOf(batchId)).map(summary)).toEqual(PEOPLE);
  });

  it.each(LAYOUTS)('$name has a contact with every lead', async ({ content, encoding, mapping = {} }) => {
    const importer = openImporter();
    const opened = await openCsvFile(await file(content), { encoding });
    const leads = await importer.leadsOf(imported(await importer.run(opened, { mapping })).batchId);
    const [first, ...others] = leads.map(({ contact: { phone } }) => (phone === undefined ? '' : phoneDigits(phone)));
    expect(first).toBe('5125550142');
    expect(others.filter((phone) => !['', '8015550100', '2075550111'].includes(phone ?? 'none'))).toEqual([]);
  });
});

describe('rejected rows', () => {
  it('that were mended are imported from their own file, and no other row of it', async () => {
    const importer = openImporter();
    const text = 'Name;Email;City;State;Price;Notes\nAnn;a@b.co;Austin;TX;25;"x;\ny"\nBo;b@b.co;Austin;Texass;25;=1\n';
    const first = await openCsvFile(await file(text));
    const path = await pathOf('rejects.csv');
    const rejects = writeRejects(path, first);
    expect(imported(await importer.run(first, { rejects })).report).toMatchObject({ created: 1, invalid: 1 });
    expect(await rejects.close()).toBeUndefined();

    const unmended = await openCsvFile(path);
    expect(unmended.columns).toEqual(['Name', 'Email', 'City', 'State', 'Price', 'Notes', 'line', 'reason']);
    expect(await importer.run(unmended)).toMatchObject({ is: 'nothing-to-add', report: { invalid: 1 } });

    const rows: string[] = [];
    for await (const { cells } of unmended.rows()) rows.push(cells.join(';').replace('Texass', 'Texas'));
    const mended = await openCsvFile(await file([unmended.columns.join(';'), ...rows].join('\n')));
    const { batchId } = imported(await importer.run(mended));
    expect((await importer.leadsOf(batchId)).map(({ description }) => description)).toEqual(['=1']);
  });

  it('of which a spreadsheet has left out empty cells at the end are imported from their own file without mending', async () => {
    const importer = openImporter();
    const text =
      'Email,City,State,Price,Phone,Notes\r\na@b.co,Austin,TX,25,,x\r\nb@b.co,Austin,TX,25\r\nc@b.co,Austin,TX,25,\r\n';
    const first = await openCsvFile(await file(text));
    const path = await pathOf('short.csv');
    const rejects = writeRejects(path, first);
    const { report } = imported(await importer.run(first, { rejects }));
    await rejects.close();
    const words =
      'a spreadsheet may have left out empty ones at the end, which are filled up in the file of rejected rows';
    expect(report.problems).toEqual([
      { line: 3, is: 'invalid', reasons: [`has 4 cells, the header has 6: ${words}`] },
      { line: 4, is: 'invalid', reasons: [`has 5 cells, the header has 6: ${words}`] },
    ]);
    const { batchId } = imported(await importer.run(await openCsvFile(path)));
    expect((await importer.leadsOf(batchId)).map(({ contact }) => contact.email)).toEqual(['b@b.co', 'c@b.co']);
  });
});

describe('a lead', () => {
  const word = fc
    .stringMatching(/^[A-Za-zÀ-ÖØ-öø-ÿ]{2,12}$/)
    .filter((text) => !/^(na|null|none|nan|nil|unknown|undefined)$/i.test(text));
  const words = fc.array(word, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(' '));
  const prose = fc
    .array(fc.oneof(word, fc.constantFrom('"', ',', ';', '\n', '\t=1+1', "it's", '$420,000', '🏡', '👩‍👧', '- a', '+')), {
      maxLength: 12,
    })
    .map((parts) =>
      parts
        .join(' ')
        .replaceAll('\t', ' ')
        .replaceAll(/ *\n */g, '\n')
        .trim(),
    );
  const contact: fc.Arbitrary<Contact> = fc.record({
    firstName: words,
    lastName: words,
    // An apostrophe before it is taken for the mark of a text, and some stand for none.
    email: fc.option(
      fc.emailAddress({ size: 'small' }).filter((text) => !text.startsWith("'") && !isNoEmail(text)),
      { nil: undefined },
    ),
    phone: fc.stringMatching(/^\+1 \([2-9]\d{2}\) [2-9]\d{2}-\d{4}$/),
    address1: fc.option(
      words.map((street) => `12 ${street}`),
      { nil: undefined },
    ),
  });
  const lead = fc.record({
    contact,
    place: fc.record({ city: words, state: aStateCode() }),
    description: prose,
    price: fc.integer({ min: 50, max: 9_999_999 }),
  });

  const cell = (text: string): string => `"${(/^[=+\-@]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
  const lineEnds = fc.constantFrom('\n', '\r\n');
  const delimiters = fc.constantFrom(',', ';', '\t', '|');

  it('that is exported and imported again is the same', async () => {
    await holds(
      fc.asyncProperty(lead, delimiters, lineEnds, fc.boolean(), async (one, delimiter, end, hasMark) => {
        const { contact: who, place, description, price } = one;
        const nameless = description.toLowerCase();
        fc.pre(!nameless.includes(who.firstName.toLowerCase()) && !nameless.includes(who.lastName.toLowerCase()));
        const table = [
          ['First Name', 'Last Name', 'Email', 'Phone', 'Address', 'City', 'State', 'Notes', 'Price'],
          [
            who.firstName,
            who.lastName,
            who.email ?? '',
            who.phone ?? '',
            who.address1 ?? '',
            place.city,
            place.state,
            description,
            (price / 100).toFixed(2),
          ],
        ];
        const text = table.map((row) => row.map(cell).join(delimiter) + end).join('');
        const importer = openImporter();
        const outcome = await importer.run(await openCsvFile(await file((hasMark ? '\uFEFF' : '') + text)));
        const [found] = await importer.leadsOf(imported(outcome).batchId);
        expect(found).toMatchObject(one);
      }),
      { numRuns: 60 },
    );
  });
});
