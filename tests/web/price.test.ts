import { expect, test } from 'vitest';

import { dollarsText } from '#web/price.ts';

test.each([
  [25, '$25.00'],
  [19.5, '$19.50'],
  // A hundred times these is a little less than as many cents.
  [19.99, '$19.99'],
  [0.29, '$0.29'],
  [1_234.56, '$1,234.56'],
])('an amount of %d reads %s, to the cent', (dollars, text) => expect(dollarsText(dollars)).toBe(text));
