import { expect, it } from 'vitest';

import { CONTACT_KINDS, severalOf } from '#domain/file-contact.ts';

it('a cell with contacts of more than 1,000 characters is taken as one value', () => {
  const cell = Array<string>(80).fill('ann@example.com').join('; ');
  expect(severalOf(cell, CONTACT_KINDS.email)).toEqual([cell]);
});

it('a cell with an endless run of white space keeps nobody waiting', () => {
  // Where a line break is looked for from each of its spaces this takes a minute, longer than a test may.
  const cell = `a${' '.repeat(300_000)}b`;
  for (const kind of Object.values(CONTACT_KINDS)) expect(severalOf(cell, kind)).toEqual(['a b']);
});
