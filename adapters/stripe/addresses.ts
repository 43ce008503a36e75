import { domainToASCII, domainToUnicode } from 'node:url';

import Stripe from 'stripe';

import { emailForNetwork } from '#domain/email.ts';

/** An e-mail address as it is sent to Stripe; `undefined` for one that is none to the network. */
export const addressFor = (email: string): string | undefined => emailForNetwork(email, domainToASCII);

/** An address that Stripe answers, as people write it: in that form it is found when somebody asks to be forgotten. */
export const addressFrom = (answered: string): string => {
  const at = answered.lastIndexOf('@');
  const readable = `${answered.slice(0, at)}@${domainToUnicode(answered.slice(at + 1))}`;
  return addressFor(readable) === answered ? readable : answered;
};

/** Asks with an address, sent as `param`; `otherwise` if Stripe takes no such address: whoever pays is asked for one on its page. */
export const orWithoutAddress = async <Answer>(
  param: 'customer_email' | 'email',
  ask: () => Promise<Answer>,
  otherwise: () => Promise<Answer>,
): Promise<Answer> => {
  try {
    return await ask();
  } catch (error) {
    const isRefused = error instanceof Stripe.errors.StripeError && error.statusCode === 400 && error.param === param;
    if (!isRefused) throw error;
    return otherwise();
  }
};
