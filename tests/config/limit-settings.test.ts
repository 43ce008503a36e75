import * as v from 'valibot';
import { expect, test } from 'vitest';

import { DEFAULT_LIMITS } from '#application/ports/limiter.ts';
import { LIMIT_SETTINGS, limitsOf } from '#config/limit-settings.ts';

const limitsBy = (settings: Readonly<Record<string, string>>) => limitsOf(v.parse(v.object(LIMIT_SETTINGS), settings));

test('without any setting the limits are the usual ones', () => {
  expect(limitsBy({})).toEqual(DEFAULT_LIMITS);
});

test.each(Object.keys(DEFAULT_LIMITS))('%s has a setting of its own name, which changes nothing else', (name) => {
  const setting = `LIMIT_${name.toUpperCase().replaceAll('-', '_')}`;
  expect(limitsBy({ [setting]: '7/77' })).toEqual({ ...DEFAULT_LIMITS, [name]: { tries: 7, seconds: 77 } });
});
