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

/** How a lost order paid for its lead: the money is with the shop, it went back, or there was none. */
export type UnknownPayment = 'collected' | 'refunded' | 'free';

/**
 * Withdraws a lead that a lost order may have got: its buyer may have the contact in the mail, and is to be the only one. A lead that
 * is sold here stays with its buyer. So does one of which only the sale was lost: a stored order that is still open, and whose money
 * proves the sale, is settled first. Throws when the provider cannot say that now: the lead is then unchanged.
 */
export const unknownSales = ({ atomically, payments, settlePurchase, clock, secrets }: Needs) => {
  const withdraw = withdrawLead({ atomically, clock, secrets });

  /**
   * Whether money taken for a stored order proves a sale. A provider that authorises takes it only from a winner. One that charges
   * takes it from everybody: there it proves a sale only if the money of the lost order went back. While both have paid, nobody knows
   * who was first.
   */
  const provesSale = (payment: UnknownPayment): boolean =>
    payments.profile.chargeMode === 'authorise' || payment === 'refunded';

  const isTaken = async (checkoutRef: string): Promise<boolean> => {
    try {
      return (await payments.readPurchase(checkoutRef)).state === 'collected';
    } catch (error) {
      // A checkout that the provider has forgotten proves nothing, even if it is asked again.
      if (error instanceof UnknownCheckout) return false;
      throw error;
    }
  };

  return async (leadId: LeadId, payment: UnknownPayment): Promise<void> => {
    if (provesSale(payment)) {
      const open = await atomically(({ purchases }) => purchases.findOpenOfLead(leadId));
      for (const { id, checkout } of open)
        if (checkout !== undefined && (await isTaken(checkout.ref))) await settlePurchase(id);
    }
    await withdraw({ leadId, who: PROVIDER, note: LOST_SALE });
  };
};
