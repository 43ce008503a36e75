import { inspect } from 'node:util';

import type { PaymentProvider } from '#application/ports/payment-provider.ts';

import { BUYER } from './payment-rig.ts';

/** A part of each success URL: it belongs to one buyer alone. */
const WAY_BACK = 'session_id=';

/**
 * The same provider, with each method called by itself, as by what goes round a provider: one that uses `this` fails the case. So does
 * an error that holds a secret, the buyer or the success URL, as errors are logged.
 */
export const discreet = <Payments extends PaymentProvider>(
  payments: Payments,
  secrets: readonly string[],
): Payments => {
  const checked = (error: unknown): never => {
    const text = inspect(error, { depth: 10, showHidden: true });
    const told = [...secrets, BUYER, WAY_BACK].filter((secret) => text.includes(secret));
    if (told.length > 0) throw new Error(`an error tells ${told.join(', ')}`);
    // As by `this.api` or `this.#api`, where `this` is nothing.
    if (error instanceof TypeError)
      throw new Error('a TypeError: does a method use `this`? Each is called by itself', { cause: error });
    throw error;
  };
  return new Proxy(payments, {
    get: (provider, name): unknown => {
      const member: unknown = Reflect.get(provider, name);
      if (typeof member !== 'function') return member;
      return async (...given: readonly unknown[]): Promise<unknown> => {
        try {
          return (await Reflect.apply(member, undefined, given)) as unknown;
        } catch (error) {
          return checked(error);
        }
      };
    },
  });
};
