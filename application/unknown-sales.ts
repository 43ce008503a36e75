import { LOST_SALE, PROVIDER } from '#domain/audit.ts';
import type { LeadId } from '#domain/lead.ts';
import type { Atomically } from './ports/atomically.ts';
import type { Clock } from './ports/clock.ts';
import { UnknownCheckout } from './ports/payment-provider.ts';
import type { PaymentProvider } from './ports/payment-provider.ts';
import type { Secrets } from './ports/secrets.ts';
import type { SettlePurchase } from './settle-purchase.ts';
import { withdrawLead } from './withdraw-lead.ts';

type Needs = {
  readonly atomically: Atomically;
  readonly payments: Pick<PaymentProvider, 'profile' | 'readPurchase'>;
  readonly settlePurchase: SettlePurchase;
  readonly clock: Clock;
  readonly secrets: Pick<Secrets, 'id'>;
};

/** What a lead was paid for with, by an order that the store has lost: money that is with the shop, money that went back, or none. */
export type UnknownPayment = 'collected' | 'refunded' | 'free';

/**
 * Withdraws a lead that was paid for by an order which the store does not know: whoever paid has the contact, as far as anybody can
 * tell, and is to be the only one. A lead that is sold here stays its buyer's. A stored order that is still open, and whose money
 * tells that it has got the lead, is settled first. Throws while the provider cannot tell that: the lead is then as it was.
 */
export const unknownSales = ({ atomically, payments, settlePurchase, clock, secrets }: Needs) => {
  const withdraw = withdrawLead({ atomically, clock, secrets });

  /**
   * Whether money that was taken for a stored order proves that it got the lead. A provider that authorises takes it of the winner
   * alone. One that charges takes it of everybody: there it proves that only once the money of the unknown order went back. As long
   * as both have paid nobody knows who was first.
   */
  const tellsOfSale = (payment: UnknownPayment): boolean =>
    payments.profile.chargeMode === 'authorise' || payment === 'refunded';

  const isTaken = async (checkoutRef: string): Promise<boolean> => {
    try {
      return (await payments.readPurchase(checkoutRef)).state === 'collected';
    } catch (error) {
      // What the provider has forgotten tells of nothing, also when it is asked again.
      if (error instanceof UnknownCheckout) return false;
      throw error;
    }
  };

  return async (leadId: LeadId, payment: UnknownPayment): Promise<void> => {
    if (tellsOfSale(payment)) {
      const open = await atomically(({ purchases }) => purchases.findOpenOfLead(leadId));
      for (const { id, checkout } of open)
        if (checkout !== undefined && (await isTaken(checkout.ref))) await settlePurchase(id);
    }
    await withdraw({ leadId, who: PROVIDER, note: LOST_SALE });
  };
};
