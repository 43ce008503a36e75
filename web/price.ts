import { dollarsOf, priceText } from '#domain/money.ts';
import { MONTHLY_PRICE } from '#domain/subscription.ts';

/** An amount in dollars, as answers carry it, the way people read it: `19.5` → `$19.50`. */
export const dollarsText = (dollars: number): string => priceText(Math.round(dollars * 100));

/** What the Lead Vault costs a month, in short: `$39`. */
export const MONTHLY = `$${dollarsOf(MONTHLY_PRICE)}`;
