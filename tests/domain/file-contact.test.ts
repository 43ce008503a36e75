import { expect, it } from 'vitest';

import { CONTACT_KINDS, severalOf } from '#domain/file-contact.ts';

it('a cell with contacts of more than 1,000 characters is taken as one value', () => {
  const cell = Array<string>(80).fill('ann@example.com').join('; ');
  expect(severalOf(cell, CONTACT_KINDS.email)).toEqual([cell]);
});
