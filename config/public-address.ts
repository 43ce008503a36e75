import * as v from 'valibot';

import type { Given } from './choice.ts';
import { PAYMENTS } from './payments.ts';
import { address, isSafelyReached } from './setting-kinds.ts';

/** The problem of a production shop whose sessions, passwords and mailed links could be read on the way; one line, or none. */
export const wrongForAddress = (given: Given): readonly string[] => {
  if (given['NODE_ENV'] !== 'production' || PAYMENTS.isOtherwise(given)) return [];
  const shop = v.safeParse(address, given['PUBLIC_URL']);
  return shop.success && !isSafelyReached(new URL(shop.output))
    ? ['PUBLIC_URL must start with https:// where money is taken in earnest (http:// only on this machine)']
    : [];
};
