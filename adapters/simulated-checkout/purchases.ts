import type { Clock } from '#application/ports/clock.ts';
import { UnknownCheckout } from '#application/ports/payment-provider.ts';
import type { PaymentProvider, PurchaseReading } from '#application/ports/payment-provider.ts';
import type { Secrets } from '#application/ports/secrets.ts';

import { collect, has, refund, release, returnOf } from './checkout.ts';
import type { Checkout } from './checkout.ts';
import type { Checkouts } from './checkouts.ts';
import { checkAmount, checkClosing, openedOf, refuse } from './profile.ts';

type Needs = {
  readonly checkouts: Checkouts;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly publicUrl: string | undefined;
};

type Purchases = Pick<PaymentProvider, 'openPurchase' | 'readPurchase' | 'collect' | 'release' | 'refund'>;

/** A payment has the reference of its checkout, but for the prefix; `none` is the checkout of nothing. */
export const paymentRefOf = ({ id }: Checkout): string => id.replace('cs_', 'pi_');
export const refOfPayment = (paymentRef: string): string =>
  paymentRef.startsWith('pi_') ? paymentRef.replace('pi_', 'cs_') : 'none';

const readingOf = (checkout: Checkout): PurchaseReading => {
  const { state, amount } = checkout;
  if (state === 'open' || state === 'closed') return { state };
  const email = checkout.email ?? '';
  if (state === 'free') return { state, email };
  const payment = { paymentRef: paymentRefOf(checkout), amount, email };
  const returned = returnOf(checkout);
  if (returned === undefined) return { state, ...payment };
  return { state: 'refunded', how: returned === 'refunded' ? 'refund' : 'dispute', ...payment };
};

/** The provider's purchases: money is held first. */
export const purchasesAt = ({ checkouts, clock, secrets, publicUrl }: Needs): Purchases => {
  const change: Checkouts['change'] = (ref, step) =>
    checkouts.change(ref, (checkout) => {
      if (checkout.monthly !== undefined) throw new UnknownCheckout('no such purchase');
      return step(checkout);
    });

  /** Moves the money of a payment. Throws `UnknownCheckout` when there is no such payment, or its money was never held. */
  const moveMoney = (paymentRef: string, step: (checkout: Checkout, now: number) => Checkout): Promise<Checkout> =>
    change(refOfPayment(paymentRef), (checkout) => {
      if (!has(checkout, 'authorised')) throw new UnknownCheckout('no such payment');
      return step(checkout, clock());
    });

  return {
    openPurchase: async ({ purchaseId, amount, lineItem, email = null, closesAt, successUrl, cancelUrl }) => {
      // Follows from the purchase's id, so that opening twice finds the first checkout.
      const id = `cs_sim_${secrets.hash(`checkout of ${purchaseId}`).slice(0, 40)}`;
      const opened = await checkouts.open(
        {
          id,
          amount,
          lineItem,
          email,
          closesAt,
          successUrl,
          cancelUrl,
          origin: { of: 'purchase', id: purchaseId },
          state: 'open',
          history: [],
        },
        () => {
          checkAmount(amount);
          checkClosing(closesAt, clock());
        },
      );
      if (opened.amount !== amount) refuse('this purchase was opened with another amount');
      return openedOf(opened, publicUrl);
    },
    readPurchase: async (ref) => readingOf(await change(ref, (checkout) => checkout)),
    collect: async (paymentRef) =>
      (await moveMoney(paymentRef, collect)).state === 'collected' ? 'collected' : 'lapsed',
    release: async (paymentRef) =>
      (await moveMoney(paymentRef, release)).state === 'released' ? 'released' : 'already-collected',
    refund: async (paymentRef) => {
      const refunded = await moveMoney(paymentRef, refund);
      const returned = returnOf(refunded);
      if (returned === 'refunded') return 'refunded';
      return refuse(returned === 'disputed' ? 'the payment is disputed' : 'nothing was collected');
    },
  };
};
