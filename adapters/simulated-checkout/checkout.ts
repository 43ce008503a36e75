import { DAY } from '#domain/instant.ts';
import type { Instant } from '#domain/instant.ts';
import type { Cents } from '#domain/money.ts';
import type { Origin } from '#application/ports/payment-provider.ts';

import { begun } from './subscription.ts';
import type { Subscription } from './subscription.ts';

/**
 * One movement of a checkout's money. Each is stored once, however often it was asked for. `bounced`: the buyer's bank did not take a
 * refund; `won`: a dispute gave the money back.
 */
export type MoneyMove = {
  readonly what: 'authorised' | 'collected' | 'released' | 'lapsed' | 'refunded' | 'disputed' | 'bounced' | 'won';
  readonly at: Instant;
};

/**
 * `open` → `free` | `authorised` | `closed`; `authorised` → `collected` | `released`. A refund or a dispute leaves it `collected`. The
 * checkout of a subscription goes from `open` to `collected`: the first month is taken at once.
 */
export type CheckoutState = 'open' | 'closed' | 'free' | 'authorised' | 'collected' | 'released';

/** What the simulated provider knows of one hosted checkout: a JSON document. */
export type Checkout = {
  readonly id: string;
  readonly amount: Cents;
  readonly lineItem: string;
  /** Prefilled by the shop, later the address that the buyer gave. */
  readonly email: string | null;
  readonly closesAt: Instant;
  readonly successUrl: string;
  readonly cancelUrl: string;
  /** The order that the shop opened it for; missing in pages of former versions. */
  readonly origin?: Pick<Origin, 'of' | 'id'>;
  readonly state: CheckoutState;
  readonly history: readonly MoneyMove[];
  /** Only for the checkout of a subscription: the customer, and the subscription with its money, once it has begun. */
  readonly monthly?: { readonly customer: string; readonly subscription: Subscription | null };
};

/** The shop's page for after the payment, with the reference of this checkout in its URL. */
export const successUrlOf = ({ successUrl, id }: Pick<Checkout, 'successUrl' | 'id'>): string =>
  successUrl.replaceAll('{ref}', id);

/** How long held money stays held. */
const AUTHORISATION_LASTS = 7 * DAY;

const move = (checkout: Checkout, state: CheckoutState, what: MoneyMove['what'], at: Instant): Checkout => ({
  ...checkout,
  state,
  history: [...checkout.history, { what, at }],
});

export const has = ({ history }: Checkout, what: MoneyMove['what']): boolean =>
  history.some((moved) => moved.what === what);

/** The movements of the money, oldest first; for a subscription those of all its payments. */
export const historyOf = ({ history, monthly }: Checkout): readonly MoneyMove[] =>
  monthly === undefined
    ? history
    : (monthly.subscription?.payments ?? [])
        .flatMap(({ at, refundedAt }): readonly MoneyMove[] => [
          { what: 'collected', at },
          ...(refundedAt === null ? [] : [{ what: 'refunded' as const, at: refundedAt }]),
        ])
        .toSorted((a, b) => a.at - b.at);

/** The checkout after the time that has passed: open pages close, held money goes back. */
export const overtaken = (checkout: Checkout, now: Instant): Checkout => {
  if (checkout.state === 'open') return now >= checkout.closesAt ? { ...checkout, state: 'closed' } : checkout;
  if (checkout.state !== 'authorised') return checkout;
  const lapsesAt = (checkout.history[0]?.at ?? now) + AUTHORISATION_LASTS;
  return now >= lapsesAt ? move(checkout, 'released', 'lapsed', lapsesAt) : checkout;
};

/** The buyer pays, subscribes, or completes a free order. Only an open checkout changes. */
export const pay = (checkout: Checkout, email: string, now: Instant): Checkout => {
  if (checkout.state !== 'open') return checkout;
  const paid = { ...checkout, email };
  if (paid.monthly !== undefined) {
    const subscription = begun(paid.id.replace('cs_', 'sub_'), paid.amount, now);
    return { ...paid, state: 'collected', monthly: { ...paid.monthly, subscription } };
  }
  return paid.amount === 0 ? { ...paid, state: 'free' } : move(paid, 'authorised', 'authorised', now);
};

export const close = (checkout: Checkout): Checkout =>
  checkout.state === 'open' ? { ...checkout, state: 'closed' } : checkout;

export const collect = (checkout: Checkout, now: Instant): Checkout =>
  checkout.state === 'authorised' ? move(checkout, 'collected', 'collected', now) : checkout;

export const release = (checkout: Checkout, now: Instant): Checkout =>
  checkout.state === 'authorised' ? move(checkout, 'released', 'released', now) : checkout;

/** How collected money went back; `undefined` if it did not, or came back since. */
export const returnOf = ({ history }: Checkout): 'refunded' | 'disputed' | undefined => {
  const last = history.at(-1)?.what;
  return last === 'refunded' || last === 'disputed' ? last : undefined;
};

const sendBack = (checkout: Checkout, what: 'refunded' | 'disputed', now: Instant): Checkout =>
  checkout.state === 'collected' && returnOf(checkout) === undefined
    ? move(checkout, 'collected', what, now)
    : checkout;

export const refund = (checkout: Checkout, now: Instant): Checkout => sendBack(checkout, 'refunded', now);

/** The buyer's bank takes collected money back. */
export const dispute = (checkout: Checkout, now: Instant): Checkout => sendBack(checkout, 'disputed', now);

/** The buyer's bank does not take the refund: the money is the shop's again. */
export const bounce = (checkout: Checkout, now: Instant): Checkout =>
  returnOf(checkout) === 'refunded' ? move(checkout, 'collected', 'bounced', now) : checkout;

/** The dispute is decided for the shop, which has its money again. */
export const win = (checkout: Checkout, now: Instant): Checkout =>
  returnOf(checkout) === 'disputed' ? move(checkout, 'collected', 'won', now) : checkout;
