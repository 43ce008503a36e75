import type { Instant } from '#domain/instant.ts';
import type { Gone } from '#domain/lead.ts';
import type { Cents } from '#domain/money.ts';
import type { Purchase } from '#domain/purchase.ts';
import { TERMS } from '#domain/terms.ts';
import type { Opening } from './checkout-opening.ts';
import { newPurchase } from './new-purchase.ts';
import type { Atomically, Repositories } from './ports/atomically.ts';
import type { Clock } from './ports/clock.ts';
import type { Log } from './ports/log.ts';
import type { OpenedCheckout, PaymentProvider } from './ports/payment-provider.ts';
import type { Secrets } from './ports/secrets.ts';
import { priceLead } from './price-lead.ts';
import { purchaseCheckout } from './purchase-checkout.ts';
import { logChange } from './purchase-transaction.ts';
import { takeFree } from './take-free.ts';

type Needs = {
  readonly atomically: Atomically;
  readonly payments: PaymentProvider;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly log: Log;
  readonly shelfCycles: number;
  readonly termsRequired: boolean;
};

export type BuyLeadRequest = {
  readonly leadId: string;
  /** The price that the buyer was shown. Compared, never trusted. */
  readonly amount: Cents;
  readonly codeTyped: string;
  readonly termsVersion: string | undefined;
  /** The signed-in buyer, if any: the address is prefilled, and the sale belongs to the account. */
  readonly buyer: { readonly id: string; readonly email: string } | undefined;
  /** The address that the buyer typed, in normal form. Used only where no hosted page asks for it: a free lead is sent there. */
  readonly email: string | undefined;
  /** Hash of the browser's visitor cookie. */
  readonly visitorHash: string;
  /** Where the terms were accepted from. */
  readonly clientAddress: string;
  readonly userAgent: string;
  /** Pages of the shop to come back to; `{ref}` in the first becomes the checkout's reference. */
  readonly successUrl: string;
  readonly cancelUrl: string;
};

export type BuyOutcome =
  | Opening
  /** Nothing was to be paid, so the lead is sold already. */
  | { readonly is: 'taken'; readonly checkout: OpenedCheckout }
  | { readonly is: 'lead-unknown' | 'terms-not-accepted' | 'email-needed' }
  | { readonly is: Gone | 'coupon-refused'; readonly message: string }
  | { readonly is: 'price-changed'; readonly price: Cents };

type Begun =
  | Exclude<BuyOutcome, { readonly is: 'opened' | 'taken' }>
  | { readonly is: 'begun'; readonly purchase: Purchase }
  | { readonly is: 'taken'; readonly purchase: Purchase; readonly checkout: OpenedCheckout };

/**
 * Opens a hosted checkout for a lead. It reserves nothing: the first buyer whose money is authorised gets the lead. The
 * purchase is stored before the provider hears of it, so that no authorised money is ever without a purchase.
 * Where nothing is to be paid and the provider has no page for that, it never hears of it: the purchase is decided at once.
 */
export const buyLead = (needs: Needs) => {
  const { atomically, payments, clock, secrets } = needs;
  const openCheckout = purchaseCheckout(needs);

  const begin = async (
    repositories: Repositories,
    request: BuyLeadRequest,
    id: string,
    now: Instant,
  ): Promise<Begun> => {
    const { shelfCycles } = needs;
    const { profile } = payments;
    const offer = await repositories.leads.recall(request.leadId);
    const priced = await priceLead(repositories, offer, request, { now, shelfCycles, profile });
    if (priced.is === 'lead-unknown') return priced;
    if (priced.is !== 'priced') return { is: priced.is, message: priced.message };
    const { lead, price, emailNeeded } = priced;
    // The list price with a valid coupon is no error: that buyer's page did not know of the discount yet.
    if (request.amount !== price && request.amount !== lead.price) return { is: 'price-changed', price };
    const purchase = newPurchase(request, priced, secrets, { id, now });
    if (emailNeeded) {
      const email = request.email ?? request.buyer?.email;
      if (email === undefined) return { is: 'email-needed' };
      const { successUrl } = request;
      const ref = `free_${secrets.token()}`;
      return { is: 'taken', ...(await takeFree(repositories, purchase, { ref, email, successUrl })) };
    }
    await repositories.purchases.add(purchase);
    return { is: 'begun', purchase };
  };

  return async (request: BuyLeadRequest): Promise<BuyOutcome> => {
    const { termsVersion } = request;
    // Another version had another text: storing ours would claim a consent that nobody gave.
    if (termsVersion === undefined ? needs.termsRequired : termsVersion !== TERMS.version)
      return { is: 'terms-not-accepted' };
    const id = secrets.id();
    const begun = await atomically((repositories) => begin(repositories, request, id, clock()));
    if (begun.is === 'taken') {
      logChange(needs.log, begun.purchase);
      return { is: 'taken', checkout: begun.checkout };
    }
    if (begun.is !== 'begun') return begun;
    const { buyer, successUrl, cancelUrl } = request;
    return openCheckout(begun.purchase, { email: buyer?.email, successUrl, cancelUrl });
  };
};
