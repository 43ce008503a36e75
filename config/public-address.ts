import * as v from 'valibot';

import type { Given } from './choice.ts';
import { PAYMENTS } from './payments.ts';
import { address, isSafelyReached } from './setting-kinds.ts';

/** A shop in earnest whose sessions, passwords and mailed links anybody on the way could read; a line, or none. */
export const wrongForAddress = (given: Given): readonly string[] => {
  if (given['NODE_ENV'] !== 'production' || PAYMENTS.isOtherwise(given)) return [];
  const shop = v.safeParse(address, given['PUBLIC_URL']);
  return shop.success && !isSafelyReached(new URL(shop.output))
    ? ['PUBLIC_URL must start with https:// where money is taken in earnest (http:// only on this machine)']
    : [];
};
