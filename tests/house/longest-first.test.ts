import { existsSync } from 'node:fs';

import { expect, it } from 'vitest';

import { LONGEST } from '#tests/support/longest-first.ts';

it('every test file that is run first exists', () => {
  expect(LONGEST.filter((file) => !existsSync(file))).toEqual([]);
});
