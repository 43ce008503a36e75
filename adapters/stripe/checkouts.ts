import type Stripe from 'stripe';

import { SECOND } from '#domain/instant.ts';
import type { Instant } from '#domain/instant.ts';
import type { Cents } from '#domain/money.ts';
import { ProviderRefused, UnknownCheckout } from '#application/ports/payment-provider.ts';
import type { OpenedCheckout, PaymentProvider } from '#application/ports/payment-provider.ts';

import { addressFor, orWithoutAddress } from './addresses.ts';
import { ask, askToOpen, askToChange } from './failures.ts';
import { SMALLEST_CHARGE } from './profile.ts';
import { isReference, reference } from './references.ts';
import type { Sparse } from './sparse.ts';

export const CURRENCY = 'usd';

type Mode = 'payment' | 'subscription';

export type CheckoutSession = Sparse<Stripe.Checkout.Session>;

type Wish = {
  readonly amount: Cents;
  readonly closesAt: Instant;
  readonly successUrl: string;
  readonly cancelUrl: string;
};

type Params = Stripe.Checkout.SessionCreateParams;

/** The year 9999: no page closes later than that. */
const LATEST = Date.parse('9999-12-31') / SECOND;

/** The page of a session that was opened just now. Another host of the API may answer with what no page can be. */
const openedBy = ({ id, url, expires_at: closing }: CheckoutSession, closesAt: Instant): OpenedCheckout => {
  if (!isReference('cs', id)) throw new ProviderRefused('a checkout without a reference');
  if (typeof url !== 'string' || !/^https?:\/\//.test(url))
    throw new ProviderRefused('a checkout without a hosted page');
  const seconds = closing ?? Math.floor(closesAt / SECOND);
  if (!(seconds >= 0 && seconds <= LATEST)) throw new ProviderRefused('a checkout without a time to close');
  return { ref: id, url, closesAt: seconds * SECOND };
};

/** Stripe's hosted pages, for both modes. Pages are opened by `patient`. */
export const checkoutsAt = (stripe: Stripe, patient: Stripe) => {
  /** A page of one of these modes. Throws `UnknownCheckout`, also for one of another mode. */
  const find = async (ref: string, modes: readonly Mode[], expand: string[] = []): Promise<CheckoutSession> => {
    const id = reference('cs', ref);
    const session: CheckoutSession = await ask(() => stripe.checkout.sessions.retrieve(id, { expand }));
    if (!modes.some((mode) => mode === session.mode)) throw new UnknownCheckout('a checkout of another mode');
    return session;
  };

  /**
   * Opens one page under one idempotency key. Stripe compares all parameters that are sent under a key, and keeps even a failure for a
   * day. An address that Stripe does not take is left out, under a key of its own.
   */
  const open = async (
    key: string,
    { amount, closesAt, successUrl, cancelUrl }: Wish,
    { customer_email: email, ...params }: Params,
  ): Promise<OpenedCheckout> => {
    if (!Number.isSafeInteger(amount) || amount < 0) throw new ProviderRefused('not an amount of cents');
    if (amount !== 0 && amount < SMALLEST_CHARGE) throw new ProviderRefused('the amount is too small');
    if (!Number.isFinite(closesAt)) throw new ProviderRefused('not a time to close');
    const create = (address: string | undefined, idempotencyKey: string) =>
      patient.checkout.sessions.create(
        {
          ...params,
          ...(address !== undefined && { customer_email: address }),
          allowed_payment_method_types: ['card'],
          // The buyer pays the price that was shown: no other currency, and no codes but the shop's own.
          adaptive_pricing: { enabled: false },
          allow_promotion_codes: false,
          expires_at: Math.floor(closesAt / SECOND),
          success_url: successUrl.replaceAll('{ref}', '{CHECKOUT_SESSION_ID}'),
          cancel_url: cancelUrl,
        },
        { idempotencyKey },
      );
    const address = email === undefined ? undefined : addressFor(email);
    const session: CheckoutSession = await askToOpen(() =>
      orWithoutAddress(
        'customer_email',
        () => create(address, key),
        () => create(undefined, `${key} without address`),
      ),
    );
    return openedBy(session, closesAt);
  };

  const close: PaymentProvider['closeCheckout'] = async (ref) => {
    const modes: readonly Mode[] = ['payment', 'subscription'];
    const { id, status } = await find(ref, modes);
    if (status !== 'open') return;
    await askToChange(
      () => stripe.checkout.sessions.expire(id),
      async () => {
        const now = await find(ref, modes);
        return now.status === 'open' ? undefined : now;
      },
    );
  };

  return { find, open, close };
};

export type Checkouts = ReturnType<typeof checkoutsAt>;
