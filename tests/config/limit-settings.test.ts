import * as v from 'valibot';
import { expect, test } from 'vitest';

import { DEFAULT_LIMITS } from '#application/ports/limiter.ts';
import { settingsFrom } from '#config/environment.ts';
import { LIMIT_SETTINGS, limitsOf } from '#config/limit-settings.ts';

const limitsBy = (settings: Readonly<Record<string, string>>) => limitsOf(v.parse(v.object(LIMIT_SETTINGS), settings));

test('without any setting the limits are the usual ones', () => {
  expect(limitsBy({})).toEqual(DEFAULT_LIMITS);
});

test.each(Object.keys(DEFAULT_LIMITS))('%s has a setting of its own name, which changes nothing else', (name) => {
  const setting = `LIMIT_${name.toUpperCase().replaceAll('-', '_')}`;
  expect(limitsBy({ [setting]: '7/77' })).toEqual({ ...DEFAULT_LIMITS, [name]: { tries: 7, seconds: 77 } });
});

test.each(['LIMIT_VAULT', 'LIMIT_LIST'])(
  '%s over a longer window than memory can count stops the start: it would be no limit',
  (setting) => {
    const complaint = `  ${setting} must be over at most 2147483 seconds, as it is counted in memory`;
    for (const seconds of [2_147_484, 30 * 86_400])
      expect(() => settingsFrom({ [setting]: `2/${seconds}` })).toThrow(complaint);
    expect(() => settingsFrom({ [setting]: '2/2147483' })).not.toThrow();
  },
);

test('what is counted in the database may be counted over any time', () => {
  expect(settingsFrom({ LIMIT_EXPORT: '20/31536000' }).limits.export).toEqual({ tries: 20, seconds: 31_536_000 });
});
