import { domainToASCII, domainToUnicode } from 'node:url';

import Stripe from 'stripe';

import { emailForNetwork } from '#domain/email.ts';

/** An e-mail address as Stripe is told it; `undefined` for one that is none to the network. */
export const addressFor = (email: string): string | undefined => emailForNetwork(email, domainToASCII);

/** An address that Stripe tells, as people write it: by that it is found again when somebody asks to be forgotten. */
export const addressFrom = (told: string): string => {
  const at = told.lastIndexOf('@');
  const readable = `${told.slice(0, at)}@${domainToUnicode(told.slice(at + 1))}`;
  return addressFor(readable) === told ? readable : told;
};

/** Asks with an address, told as `param`. `otherwise` if Stripe takes no such address: whoever pays is asked for one on its page. */
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
