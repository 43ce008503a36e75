import fc from 'fast-check';
import { expect, it } from 'vitest';

import { findColumns } from '#domain/lead-columns.ts';
import { readLead } from '#domain/lead-import.ts';
import { holds } from '#tests/support/property.ts';

const NAMES = ['First Name', 'Last Name', 'Email', 'Phone', 'Address', 'City', 'State', 'Price', 'Notes'];
const CELLS = [
  'Ann',
  'Lee',
  'ann@example.com',
  '(512) 555-0142',
  '12 Oak Street',
  'Austin',
  'Texas',
  '$25.00',
  'Quiet.',
];

it('a row of a file never fails, whatever its cells hold', async () => {
  const found = findColumns(NAMES, {});
  if (found.is === 'refused') throw new Error(found.message);
  const cell = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(...CELLS));
  await holds(
    fc.property(fc.array(cell, { minLength: 8, maxLength: 10 }), (cells) => {
      const row = readLead(found.columns, cells, 50);
      if (row.is === 'invalid') expect(row.reasons).not.toEqual([]);
      if (row.is === 'lead') expect(JSON.stringify(row.draft)).not.toMatch(/\\u00[01]/);
    }),
  );
});
