import { expect, it } from 'vitest';

import { priceText } from '#domain/money.ts';
import { MONTHLY_PRICE } from '#domain/subscription.ts';

it('the Lead Vault costs $39 a month', () => {
  expect(priceText(MONTHLY_PRICE)).toBe('$39.00');
});
