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
 * Takes off a lead that an order may have got which the store has lost: whoever paid has the contact in his mail, as far as anybody can tell,
 * and is to be the only one. A lead that is sold here stays its buyer's. So does one of which the store has lost only the sale: whose order
 * is stored and still open, and whose money tells that he has it, is settled first. It throws when the provider cannot tell that now: the
 * lead is then as it was.
 */
export const unknownSales = ({ atomically, payments, settlePurchase, clock, secrets }: Needs) => {
  const withdraw = withdrawLead({ atomically, clock, secrets });

  /**
   * Whether money that was taken for a stored order tells of a sale. It is taken of a winner alone; a provider that charges takes it of
   * everybody, and there the lost order has come to nothing only once its own went back. As long as both have paid nobody knows who was first.
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
