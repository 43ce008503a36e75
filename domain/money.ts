import { figures } from './count.ts';

/** A whole number of US cents. */
export type Cents = number;

/** The largest amount the shop knows: $99,999.99. */
export const LARGEST_AMOUNT: Cents = 9_999_999;

/** Cents as the JSON number of dollars that the outside sees: `1950` → `19.5`. */
export const dollarsOf = (cents: Cents): number => cents / 100;

/** Dollars from outside as cents; `undefined` unless 0 ≤ amount ≤ $99,999.99 with at most two decimals. */
export const centsOf = (dollars: number): Cents | undefined => {
  const cents = Math.round(dollars * 100);
  return dollars >= 0 && cents <= LARGEST_AMOUNT && cents / 100 === dollars ? cents : undefined;
};

/** Cents as people read them: `1950` → `$19.50`, `123456` → `$1,234.56`. */
export const priceText = (cents: Cents): string =>
  `$${figures(Math.floor(cents / 100))}.${(cents % 100).toString().padStart(2, '0')}`;
