import { maskEmail } from '#domain/contact-mask.ts';
import { abandonText, fateOfMoney, lapseText, lossText } from '#domain/loss.ts';
import type { ChargeMode } from '#domain/loss.ts';
import type { Instant } from '#domain/instant.ts';
import type { Cents } from '#domain/money.ts';
import type { Purchase } from '#domain/purchase.ts';
import { isUnfinished } from '#domain/purchase-check.ts';
import { wasDisputed } from '#domain/purchase-refund.ts';
import { saleToSameBuyer } from './own-sale.ts';
import type { Atomically } from './ports/atomically.ts';
import type { Stopwatch } from './ports/clock.ts';
import { isProviderTrouble } from './ports/payment-provider.ts';
import type { PaymentProvider } from './ports/payment-provider.ts';
import type { SettlePurchase } from './settle-purchase.ts';
import { throttleById } from './throttle-by-id.ts';

type Needs = {
  readonly atomically: Atomically;
  readonly payments: Pick<PaymentProvider, 'profile'>;
  /** Brings a purchase as far as the provider's answers allow; `undefined` if there is none of that id. */
  readonly settlePurchase: SettlePurchase;
  readonly stopwatch: Stopwatch;
};

export type VerifyPaymentRequest = {
  readonly checkoutRef: string;
  readonly leadId: string;
  /** Hash of the asking browser's visitor cookie; `undefined` without one. */
  readonly visitorHash: string | undefined;
};

/** What was bought, for how much, and when it was paid. */
export type Receipt = { readonly lineItem: string; readonly price: Cents; readonly paidAt: Instant };

export type PaymentOutcome =
  | {
      readonly is: 'paid';
      /** In full for the browser that began the purchase; for any other it is masked. */
      readonly email: string;
      /** The mail server has refused the contact for good: no mail will come. */
      readonly isUndeliverable: boolean;
      readonly saleNumber: string;
      /** Only for the browser that began the purchase. */
      readonly receipt: Receipt | undefined;
    }
  | { readonly is: 'processing' }
  | { readonly is: 'failed'; readonly message: string }
  | { readonly is: 'unknown' };

/** What decides, beside the purchase itself, what is told of it. */
type Circumstances = {
  /** Whether the asking browser is the one that began the purchase. */
  readonly isBuyer: boolean;
  readonly chargeMode: ChargeMode;
  /** The other purchase, by which the same buyer has got the lead. */
  readonly sale: Purchase | undefined;
};

const outcomeOf = (purchase: Purchase, { isBuyer, chargeMode, sale }: Circumstances): PaymentOutcome => {
  const { progress, saleNumber, lineItem, price } = purchase;
  switch (progress.state) {
    case 'open':
    case 'won':
      return { is: 'processing' };
    case 'settled':
      return {
        is: 'paid',
        email: isBuyer ? progress.buyerEmail : maskEmail(progress.buyerEmail),
        isUndeliverable: progress.delivery.state === 'refused',
        saleNumber,
        receipt: isBuyer ? { lineItem, price, paidAt: progress.settledAt } : undefined,
      };
    case 'refunding':
      return { is: 'failed', message: 'This purchase is being refunded.' };
    case 'refunded':
      return { is: 'failed', message: `This purchase was ${wasDisputed(purchase) ? 'disputed' : 'refunded'}.` };
    case 'lost':
      return { is: 'failed', message: lossText(progress.reason, fateOfMoney(progress, chargeMode), sale) };
    case 'abandoned':
      return { is: 'failed', message: abandonText(chargeMode) };
    case 'lapsed':
      return { is: 'failed', message: lapseText(chargeMode) };
  }
};

/**
 * Answers the success page: it settles the purchase first, so that a payment counts before any notification of it. Anybody may ask,
 * without an account, so the provider is asked sparingly about a purchase that is unfinished, and about any other not at all.
 */
export const verifyPayment = ({ atomically, payments, settlePurchase, stopwatch }: Needs) => {
  const settleOpen = throttleById(settlePurchase, stopwatch);
  // Apart from `settleOpen`, whose remembered answer could still say that nothing is paid.
  const settleDecided = throttleById(settlePurchase, stopwatch);

  return async ({ checkoutRef, leadId, visitorHash }: VerifyPaymentRequest): Promise<PaymentOutcome> => {
    const known = await atomically(({ purchases }) => purchases.findByCheckout(checkoutRef));
    if (known === undefined || known.leadId !== leadId) return { is: 'unknown' };
    const answerFor = async (purchase: Purchase): Promise<PaymentOutcome> => {
      const isLost = purchase.progress.state === 'lost';
      const sale = isLost ? await atomically((repositories) => saleToSameBuyer(repositories, purchase)) : undefined;
      const isBuyer = purchase.visitorHash === visitorHash;
      return outcomeOf(purchase, { isBuyer, chargeMode: payments.profile.chargeMode, sale });
    };
    if (!isUnfinished(known)) return answerFor(known);
    const settle = known.progress.state === 'open' ? settleOpen : settleDecided;
    try {
      return await answerFor((await settle(known.id)) ?? known);
    } catch (error) {
      // The provider is away, or knows no more of it: what is stored still separates a settled purchase from an open one.
      if (isProviderTrouble(error)) return answerFor(known);
      throw error;
    }
  };
};
