import { maskEmail } from '#domain/contact-mask.ts';
import { LAPSE_TEXT, lossText } from '#domain/loss.ts';
import type { Purchase } from '#domain/purchase.ts';
import type { Atomically } from './ports/atomically.ts';
import { isProviderTrouble } from './ports/payment-provider.ts';

type Needs = {
  readonly atomically: Atomically;
  readonly settlePurchase: (purchaseId: string) => Promise<Purchase | undefined>;
};

export type VerifyPayment = {
  readonly checkoutRef: string;
  readonly leadId: string;
  /** Hash of the asking browser's visitor cookie; `undefined` without one. */
  readonly visitorHash: string | undefined;
};

export type PaymentOutcome =
  /** `email` in full for the browser that began the purchase, masked for any other. */
  | { readonly is: 'paid'; readonly email: string; readonly saleNumber: string }
  | { readonly is: 'processing' }
  | { readonly is: 'failed'; readonly message: string }
  | { readonly is: 'unknown' };

const outcomeOf = ({ progress, saleNumber }: Purchase, isBuyer: boolean): PaymentOutcome => {
  switch (progress.state) {
    case 'open':
    case 'won':
      return { is: 'processing' };
    case 'settled':
      return { is: 'paid', email: isBuyer ? progress.buyerEmail : maskEmail(progress.buyerEmail), saleNumber };
    case 'refunding':
      return { is: 'failed', message: 'This purchase is being refunded.' };
    case 'refunded':
      return { is: 'failed', message: 'This purchase was refunded.' };
    case 'lost':
      return { is: 'failed', message: lossText(progress.reason, { refunded: progress.money.is === 'refunded' }) };
    case 'abandoned':
      return { is: 'failed', message: 'This checkout was closed before it was paid. Your card was not charged.' };
    case 'lapsed':
      return { is: 'failed', message: LAPSE_TEXT };
  }
};

/** What the success page tells: it settles the purchase first, so that a payment counts before any notification of it. */
export const verifyPayment =
  ({ atomically, settlePurchase }: Needs) =>
  async ({ checkoutRef, leadId, visitorHash }: VerifyPayment): Promise<PaymentOutcome> => {
    const known = await atomically(({ purchases }) => purchases.findByCheckout(checkoutRef));
    if (known === undefined || known.leadId !== leadId) return { is: 'unknown' };
    try {
      const settled = (await settlePurchase(known.id)) ?? known;
      return outcomeOf(settled, settled.visitorHash === visitorHash);
    } catch (error) {
      // The provider is away, or knows no more of it: what is stored still tells a settled purchase from an open one.
      if (isProviderTrouble(error)) return outcomeOf(known, known.visitorHash === visitorHash);
      throw error;
    }
  };
