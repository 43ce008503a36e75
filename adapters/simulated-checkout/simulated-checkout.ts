import type { Hono } from 'hono';

import { MINUTE } from '#domain/instant.ts';
import type { Instant } from '#domain/instant.ts';
import type { Clock } from '#application/ports/clock.ts';
import type { Documents } from '#application/ports/documents.ts';
import { ProviderRefused, UnknownCheckout } from '#application/ports/payment-provider.ts';
import type {
  PaymentProfile,
  PaymentProvider,
  PurchaseCheckout,
  PurchaseReading,
} from '#application/ports/payment-provider.ts';
import type { Secrets } from '#application/ports/secrets.ts';

import { close, collect, has, refund, release } from './checkout.ts';
import type { Checkout } from './checkout.ts';
import { checkoutsIn } from './checkouts.ts';
import { notifierFor, readEvent } from './notifications.ts';
import type { NotifierSettings } from './notifications.ts';
import { checkoutPages } from './pages.ts';

type Settings = NotifierSettings & {
  readonly documents: Documents;
  readonly clock: Clock;
  readonly secrets: Secrets;
  /** Where the hosted pages are seen from outside, without a slash at its end. Without one, where the shop says it is. */
  readonly publicUrl: string | undefined;
};

const PROFILE: PaymentProfile = {
  name: 'simulated',
  purchase: 'authorise',
  hostsFreeCheckout: true,
  smallestCharge: 50,
  checkoutMinutes: { min: 30, max: 1440 },
};

const paymentRefOf = ({ id }: Checkout): string => id.replace('cs_', 'pi_');
const refOfPayment = (paymentRef: string): string =>
  paymentRef.startsWith('pi_') ? paymentRef.replace('pi_', 'cs_') : 'none';

const readingOf = (checkout: Checkout): PurchaseReading => {
  const { state, amount } = checkout;
  if (state === 'open' || state === 'closed') return { state };
  const email = checkout.email ?? '';
  return state === 'free' ? { state, email } : { state, paymentRef: paymentRefOf(checkout), amount, email };
};

const refuse = (reason: string): never => {
  throw new ProviderRefused(reason);
};

/** Says no to what a real provider would say no to. */
const checkOpening = ({ amount, closesAt }: PurchaseCheckout, now: Instant): void => {
  const { smallestCharge, checkoutMinutes } = PROFILE;
  if (!Number.isSafeInteger(amount) || (amount !== 0 && amount < smallestCharge)) refuse('the amount is too small');
  const minutes = (closesAt - now) / MINUTE;
  if (!(minutes >= checkoutMinutes.min && minutes <= checkoutMinutes.max))
    refuse(`a checkout stays open ${checkoutMinutes.min} to ${checkoutMinutes.max} minutes`);
};

/** A whole payment provider for development and tests: its books are documents, its hosted page is `pages`. No money moves. */
export const simulatedCheckout = (settings: Settings): { readonly payments: PaymentProvider; readonly pages: Hono } => {
  const { documents, clock, secrets, publicUrl, signingSecret } = settings;
  const checkouts = checkoutsIn({ documents, clock, onEnded: notifierFor(settings, { clock, secrets }) });

  const openPurchase: PaymentProvider['openPurchase'] = async (wish) => {
    const { purchaseId, amount, lineItem, email = null, closesAt, successUrl, cancelUrl } = wish;
    // Made from the purchase's id, so that opening twice finds the first one.
    const id = `cs_sim_${secrets.hash(`checkout of ${purchaseId}`).slice(0, 40)}`;
    const known = await checkouts.find(id);
    if (known === undefined) checkOpening(wish, clock());
    const opened =
      known ??
      (await checkouts.open({
        ...{ id, amount, lineItem, email, closesAt, successUrl, cancelUrl },
        ...{ state: 'open', history: [] },
      }));
    if (opened.amount !== amount) refuse('this purchase was opened with another amount');
    const origin = publicUrl ?? new URL(opened.successUrl).origin;
    return { ref: id, url: `${origin}/dev/checkout/${id}`, closesAt: opened.closesAt };
  };

  /** Moves the money of a payment. Throws `UnknownCheckout` when there is none, or none was ever held. */
  const moveMoney = (paymentRef: string, step: (checkout: Checkout, now: Instant) => Checkout): Promise<Checkout> =>
    checkouts.change(refOfPayment(paymentRef), (checkout) => {
      if (!has(checkout, 'authorised')) throw new UnknownCheckout('no such payment');
      return step(checkout, clock());
    });

  const payments: PaymentProvider = {
    profile: PROFILE,
    openPurchase,
    readPurchase: async (ref) => readingOf(await checkouts.change(ref, (checkout) => checkout)),
    closeCheckout: async (ref) => {
      await checkouts.change(ref, close);
    },
    collect: async (paymentRef) =>
      (await moveMoney(paymentRef, collect)).state === 'collected' ? 'collected' : 'lapsed',
    release: async (paymentRef) =>
      (await moveMoney(paymentRef, release)).state === 'released' ? 'released' : 'already-collected',
    refund: async (paymentRef) =>
      has(await moveMoney(paymentRef, refund), 'refunded') ? 'refunded' : refuse('nothing was collected'),
    readNotification: async (raw) => readEvent(signingSecret, raw, clock()),
  };
  return { payments, pages: checkoutPages({ checkouts, clock }) };
};
