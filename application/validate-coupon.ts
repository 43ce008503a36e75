import type { Gone } from '#domain/lead.ts';
import { priceText } from '#domain/money.ts';
import type { Cents } from '#domain/money.ts';
import type { Atomically } from './ports/atomically.ts';
import type { Clock } from './ports/clock.ts';
import type { PaymentProvider } from './ports/payment-provider.ts';
import { priceLead } from './price-lead.ts';

type Needs = {
  readonly atomically: Atomically;
  readonly payments: Pick<PaymentProvider, 'profile'>;
  readonly clock: Clock;
  readonly shelfCycles: number;
};

export type CouponCheck =
  | {
      readonly is: 'checked';
      readonly valid: boolean;
      readonly price: Cents;
      readonly message: string;
      /** Whether the buyer has to give an address to buy at this price. */
      readonly emailNeeded: boolean;
      /** Why the lead cannot be bought at any price; then no code was checked. */
      readonly gone: Gone | undefined;
    }
  | { readonly is: 'lead-unknown' };

export type ValidateCouponRequest = {
  readonly leadId: string;
  readonly code: string;
  /** Hash of the asking browser's visitor cookie; `undefined` without one. */
  readonly visitorHash: string | undefined;
};

/** Answers what a lead would cost with a coupon, or why the coupon does not count. Changes nothing. */
export const validateCoupon =
  ({ atomically, payments, clock, shelfCycles }: Needs) =>
  async ({ leadId, code, visitorHash }: ValidateCouponRequest): Promise<CouponCheck> => {
    const { profile } = payments;
    const request = { codeTyped: code, visitorHash, buyer: undefined };
    const priced = await atomically(async (repositories) => {
      const lead = await repositories.leads.find(leadId);
      return priceLead(repositories, lead, request, { now: clock(), shelfCycles, profile });
    });
    if (priced.is === 'lead-unknown') return priced;
    if (priced.is !== 'priced') {
      const { lead, message } = priced;
      const gone = priced.is === 'coupon-refused' ? undefined : priced.is;
      return { is: 'checked', valid: false, price: lead.price, message, emailNeeded: false, gone };
    }
    const { price, couponCode, emailNeeded } = priced;
    const valid = couponCode !== undefined;
    const message = valid ? `New price: ${priceText(price)}` : 'Enter a coupon code.';
    return { is: 'checked', valid, price, message, emailNeeded, gone: undefined };
  };
