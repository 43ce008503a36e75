import { priceText } from '#domain/money.ts';

/** An amount in dollars, as answers carry it, the way people read it: `19.5` → `$19.50`. */
export const dollarsText = (dollars: number): string => priceText(Math.round(dollars * 100));
