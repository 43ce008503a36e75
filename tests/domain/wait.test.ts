import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { waitText } from '#domain/wait.ts';
import { holds } from '#tests/support/property.ts';

describe('a wait', () => {
  it.each([
    [1, 'a minute'],
    [59, 'a minute'],
    [60, 'a minute'],
    [61, '2 minutes'],
    [600, '10 minutes'],
    [3_219, '54 minutes'],
    [3_540, '59 minutes'],
    [3_541, 'an hour'],
    [3_600, 'an hour'],
    [3_601, '2 hours'],
    [86_400, '24 hours'],
  ])('of %d seconds is %s', (seconds, text) => {
    expect(waitText(seconds)).toBe(text);
  });

  it('is never shorter in words than it is', async () => {
    const secondsOf = (text: string): number => {
      const [count, unit = ''] = text.split(' ');
      return (Number(count) || 1) * (unit.startsWith('minute') ? 60 : 3_600);
    };
    const seconds = fc.integer({ min: 1, max: 200_000 });
    await holds(fc.property(seconds, (wait) => secondsOf(waitText(wait)) >= wait));
  });
});
