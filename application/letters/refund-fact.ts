import { priceText } from '#domain/money.ts';
import type { Cents } from '#domain/money.ts';
import type { Fact } from './letter.ts';

/** How much goes back, as every letter about a payment names it. */
export const refundFact = (amount: Cents): Fact => ({ name: 'Refunded', value: priceText(amount) });
