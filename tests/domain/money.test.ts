import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { LARGEST_AMOUNT, centsOf, dollarsOf, priceText } from '#domain/money.ts';
import { anAmount } from '#tests/support/arbitrary.ts';
import { holds } from '#tests/support/property.ts';

describe('money', () => {
  it('is whole cents inside and a number of dollars with at most two decimals outside', () => {
    expect(dollarsOf(1950)).toBe(19.5);
    expect(dollarsOf(0)).toBe(0);
    expect(centsOf(19.5)).toBe(1950);
    expect(centsOf(19)).toBe(1900);
    expect(centsOf(0)).toBe(0);
  });

  it('comes back unchanged from outside, whatever the amount', async () => {
    await holds(
      fc.property(
        anAmount(),
        (cents) => centsOf(dollarsOf(cents)) === cents && JSON.parse(`${dollarsOf(cents)}`) === cents / 100,
      ),
    );
    for (const cents of [1, 10, 29, 57, 58, 113, 115, 1_005, 4_035, LARGEST_AMOUNT])
      expect(centsOf(dollarsOf(cents))).toBe(cents);
  });

  it.each([19.999, 0.001, 0.1 + 0.2, -0.01, -5, 100_000, 1e21, Number.NaN, Number.POSITIVE_INFINITY, Number.MIN_VALUE])(
    'does not take %d from outside',
    (dollars) => {
      expect(centsOf(dollars)).toBeUndefined();
    },
  );

  it('takes no amount above $99,999.99', () => {
    expect(centsOf(99_999.99)).toBe(LARGEST_AMOUNT);
    expect(centsOf(100_000)).toBeUndefined();
  });

  it.each([
    [0, '$0.00'],
    [5, '$0.05'],
    [50, '$0.50'],
    [1_950, '$19.50'],
    [100_000, '$1,000.00'],
    [123_456, '$1,234.56'],
    [LARGEST_AMOUNT, '$99,999.99'],
  ])('shows prices with 2 decimals: %d cents are %s', (cents, text) => {
    expect(priceText(cents)).toBe(text);
  });
});
