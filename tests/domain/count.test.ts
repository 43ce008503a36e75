import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { counted, figures } from '#domain/count.ts';
import { holds } from '#tests/support/property.ts';

describe('a count', () => {
  it('has a comma before each three of its digits, as English has', async () => {
    expect([0, 7, 999, 1_000, 12_345, 123_456, 1_000_000].map(figures)).toEqual([
      '0',
      '7',
      '999',
      '1,000',
      '12,345',
      '123,456',
      '1,000,000',
    ]);
    await holds(fc.property(fc.maxSafeNat(), (count) => figures(count) === count.toLocaleString('en-US')));
  });

  it('is one of something, or many', () => {
    expect(counted(0, 'lead')).toBe('0 leads');
    expect(counted(1, 'lead')).toBe('1 lead');
    expect(counted(2, 'lead')).toBe('2 leads');
    expect(counted(1_200, 'entry', 'entries')).toBe('1,200 entries');
  });
});
