import * as v from 'valibot';

import { isThisMachine } from '#domain/this-machine.ts';
import type { Given } from './choice.ts';
import { MAIL, MAIL_SENT_OUT } from './mail.ts';
import { PAYMENTS } from './payments.ts';
import { address, isSafelyReached } from './setting-kinds.ts';

/** The address at which the visitors of a production shop find it; `undefined` without a valid one. */
const publicAddress = (given: Given): URL | undefined => {
  const shop = v.safeParse(address, given['PUBLIC_URL']);
  return given['NODE_ENV'] === 'production' && shop.success ? new URL(shop.output) : undefined;
};

/** Whether everybody can read the mails of a production shop: the contacts that it has sold, and the links that open its accounts. */
export const showsMailsToEverybody = (given: Given): boolean => {
  const shop = publicAddress(given);
  return shop !== undefined && !isThisMachine(shop.hostname) && MAIL.isOtherwise(given);
};

/** The problems of a production shop whose sessions, passwords and mailed links others could read, a line each. */
export const wrongForAddress = (given: Given): readonly string[] => {
  const shop = publicAddress(given);
  if (shop === undefined || PAYMENTS.isOtherwise(given)) return [];
  return [
    ...(isSafelyReached(shop)
      ? []
      : ['PUBLIC_URL must start with https:// where money is taken in earnest (http:// only on this machine)']),
    ...(showsMailsToEverybody(given) && !PAYMENTS.of(given).isTrial(given)
      ? [`MAIL must be ${MAIL_SENT_OUT} where money is taken in earnest: else everybody can read the mails`]
      : []),
  ];
};
