import { readFileSync } from 'node:fs';

import * as v from 'valibot';
import { expect, test } from 'vitest';

import { DEFAULT_LIMITS } from '#application/ports/limiter.ts';
import { settingsFrom } from '#config/environment.ts';
import { LIMIT_SETTINGS, limitsOf } from '#config/limit-settings.ts';

const limitsBy = (settings: Readonly<Record<string, string>>) => limitsOf(v.parse(v.object(LIMIT_SETTINGS), settings));

test('without any setting the limits are the usual ones', () => {
  expect(limitsBy({})).toEqual(DEFAULT_LIMITS);
});

/** What the page of settings says of each limit: a row names some of them, and then the tries and seconds of each, or of all. */
const toldLimits = () =>
  Object.fromEntries(
    [...readFileSync('docs/configuration.md', 'utf8').matchAll(/^\| (`LIMIT_[^|]*) \| ([^|]*) \|/gm)].flatMap(
      ([, names = '', values = '']) => {
        const told = [...values.matchAll(/(\d+)\/(\d+)/g)].map(([, tries, seconds]) => ({
          tries: Number(tries),
          seconds: Number(seconds),
        }));
        return [...names.matchAll(/LIMIT_(\w+)/g)].map(([, name = ''], index) => [
          name.toLowerCase().replaceAll('_', '-'),
          values.includes('each') ? told[0] : told[index],
        ]);
      },
    ),
  );

test('without any setting each limit is over the time, and for the tries, that the page of settings tells', () => {
  expect(limitsBy({})).toEqual(toldLimits());
});

test('what was promised of limits is what they are: coupons, exports and messages of the contact form', () => {
  expect(limitsBy({})).toMatchObject({
    coupon: { tries: 10, seconds: 600 },
    export: { tries: 20, seconds: 86_400 },
    contact: { tries: 3, seconds: 300 },
  });
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
