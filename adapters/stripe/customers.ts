import Stripe from 'stripe';

import { ProviderRefused, ProviderUnavailable } from '#application/ports/payment-provider.ts';
import type { SubscriptionCheckout } from '#application/ports/subscription-provider.ts';

import { addressFor, orWithoutAddress } from './addresses.ts';
import { askIfThere, askToOpen } from './failures.ts';
import { reference } from './references.ts';

type Payer = SubscriptionCheckout['payer'];
type Found = Pick<Stripe.Customer, 'id' | 'email'>;

/** How many keys are tried for a payer's first customer. */
const TRIES = 3;

const isStoredFailure = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError && error.statusCode !== undefined && error.statusCode >= 500;

/** One customer at Stripe for one payer of ours. */
export const customersAt = (stripe: Stripe) => {
  /** `undefined` for a customer that Stripe does not know, or has deleted. */
  const retrieved = async (ref: string): Promise<Stripe.Customer | undefined> => {
    const customer = await askIfThere(async () => stripe.customers.retrieve(reference('cus', ref)));
    return customer === undefined || customer.deleted === true ? undefined : customer;
  };

  /** The customer that a reading has named. Throws `ProviderRefused` if it is somebody else's. */
  const known = async (ref: string, payerId: string): Promise<Found | undefined> => {
    const customer = await retrieved(ref);
    if (customer === undefined) return undefined;
    if ((customer.metadata?.['payer_id'] ?? payerId) !== payerId)
      throw new ProviderRefused('this customer is somebody else');
    return customer;
  };

  /** A customer that was made before. Stripe's search is a minute behind, and does not exist in every country. */
  const searched = async (payerId: string): Promise<Found | undefined> => {
    const query = `metadata['payer_id']:'${payerId.replaceAll(/[\\']/g, String.raw`\$&`)}'`;
    try {
      const found = await askIfThere(() => stripe.customers.search({ query, limit: 100 }));
      // A host without this search may answer with anything.
      const customers: unknown = found?.data;
      return Array.isArray(customers) ? found?.data.toSorted((a, b) => a.created - b.created)[0] : undefined;
    } catch (error) {
      if (error instanceof ProviderRefused) return undefined;
      throw error;
    }
  };

  /**
   * The customer with that address, or unchanged if Stripe does not take the address; `undefined` if the customer does not exist any
   * more.
   */
  const address = (customer: Found, email: string | undefined): Promise<Found | undefined> =>
    askIfThere(() =>
      orWithoutAddress(
        'email',
        () => stripe.customers.update(customer.id, email === undefined ? {} : { email }),
        async () => customer,
      ),
    );

  /**
   * Makes a customer with that address. The idempotency key keeps two callers from making two, but it also keeps a failure of Stripe's
   * for a day, and a customer who was deleted meanwhile: then the next key is tried, which is the same for every caller. The address is
   * not part of the request, because it may be another one the next time. If no customer of this host can be changed, the last one is
   * answered without the address.
   */
  const made = async (payerId: string, email: string | undefined): Promise<Found> => {
    let last: Found | undefined;
    for (let count = 1; count <= TRIES; count += 1) {
      const create = async () => {
        try {
          const idempotencyKey = `payer ${payerId} ${count}`;
          return await stripe.customers.create({ metadata: { payer_id: payerId } }, { idempotencyKey });
        } catch (error) {
          if (isStoredFailure(error)) return undefined;
          throw error;
        }
      };
      const customer = await askToOpen(create);
      if (customer === undefined) continue;
      const addressed = await address(customer, email);
      if (addressed !== undefined) return addressed;
      last = customer;
    }
    if (last === undefined) throw new ProviderUnavailable('Stripe could not make a customer');
    return last;
  };

  return async ({ id, email: written, ref }: Payer): Promise<string> => {
    const email = addressFor(written);
    const customer =
      (ref === undefined ? undefined : await known(ref, id)) ?? (await searched(id)) ?? (await made(id, email));
    if (email !== undefined && customer.email !== email) await address(customer, email);
    return customer.id;
  };
};
