import type { Cents } from './money.ts';

/** What the Lead Vault costs a month: $39. */
export const MONTHLY_PRICE: Cents = 3900;
