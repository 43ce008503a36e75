import { expect, it } from 'vitest';

import { isUndone } from '#adapters/mikro-orm/connection/failures.ts';

it.each([
  ['ERROR', true],
  ['FATAL', false],
  ['PANIC', false],
])('whether a %s of the disk has undone the work is known: %s', (severity, isKnown) => {
  expect(isUndone(Object.assign(new Error('could not write'), { code: '58030', severity }))).toBe(isKnown);
});
