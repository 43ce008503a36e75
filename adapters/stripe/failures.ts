import Stripe from 'stripe';

import {
  ProviderBusy,
  ProviderRefused,
  ProviderUnavailable,
  UnknownCheckout,
} from '#application/ports/payment-provider.ts';

import { NOT_OF_STRIPE } from './http-client.ts';

/**
 * A name of Stripe's, if it has the form of one, such as `line_items[0][price]`: nothing that Stripe answers goes into a message
 * unchecked.
 */
const nameOf = (text: unknown): string | undefined =>
  typeof text === 'string' && /^[\w[\]]{1,120}$/.test(text) ? text : undefined;

/** The error in our words. It holds neither Stripe's own error nor its text: they may repeat what was sent. */
const failureOf = (error: unknown): Error => {
  if (error instanceof UnknownCheckout) return error;
  if (!(error instanceof Stripe.errors.StripeError))
    return new ProviderUnavailable('Stripe answered in a way that cannot be read');
  const { statusCode: status, code, param, requestId } = error;
  const details = [code, param, requestId].map(nameOf).filter((name) => name !== undefined);
  const message = `Stripe: ${[status ?? 'no answer', ...details].join(' ')}`;
  // A 429, and a 400 that says the same.
  if (error instanceof Stripe.errors.StripeRateLimitError) return new ProviderBusy(message);
  // Something else, such as a gateway, has answered in Stripe's place.
  if (code === NOT_OF_STRIPE) return new ProviderUnavailable(message);
  // Without a status the connection failed. A conflict is the same request under way; it is over in a moment.
  if (status === undefined || status === 409 || status >= 500) return new ProviderUnavailable(message);
  return code === 'resource_missing' || status === 404 ? new UnknownCheckout(message) : new ProviderRefused(message);
};

/** Calls Stripe. Throws `ProviderUnavailable` (also as `ProviderBusy`), `ProviderRefused` or `UnknownCheckout`, and nothing else. */
export const ask = async <Answer>(call: () => Promise<Answer>): Promise<Answer> => {
  try {
    return await call();
  } catch (error) {
    throw failureOf(error);
  }
};

/** `ask` for a call that opens something: there is no checkout yet, so what is missing is an object of our settings. */
export const askToOpen = async <Answer>(call: () => Promise<Answer>): Promise<Answer> => {
  try {
    return await ask(call);
  } catch (error) {
    throw error instanceof UnknownCheckout ? new ProviderRefused(error.message) : error;
  }
};

/** `ask`; `undefined` for an object that does not exist, or of a kind that the host does not have. */
export const askIfThere = async <Answer>(call: () => Promise<Answer>): Promise<Answer | undefined> => {
  try {
    return await ask(call);
  } catch (error) {
    if (error instanceof UnknownCheckout) return undefined;
    throw error;
  }
};

/**
 * `ask` for a change of something that others may change at the same time: if Stripe refuses, `otherwise` reads the present state, and
 * answers `undefined` if that does not explain the refusal; then the refusal is thrown, as is a failure that may pass.
 */
export const askToChange = async <Answer>(
  change: () => Promise<Answer>,
  otherwise: () => Promise<Answer | undefined>,
): Promise<Answer> => {
  try {
    return await ask(change);
  } catch (error) {
    const answer = error instanceof ProviderUnavailable ? undefined : await otherwise();
    if (answer === undefined) throw error;
    return answer;
  }
};
