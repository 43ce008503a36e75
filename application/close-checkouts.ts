import type { LeadId } from '#domain/lead.ts';
import type { Purchase } from '#domain/purchase.ts';
import type { Atomically } from './ports/atomically.ts';
import { UnknownCheckout } from './ports/payment-provider.ts';
import type { PaymentProvider } from './ports/payment-provider.ts';

type Needs = {
  readonly atomically: Atomically;
  readonly payments: Pick<PaymentProvider, 'closeCheckout'>;
  readonly settlePurchase: (purchaseId: string) => Promise<Purchase | undefined>;
};

/** Closes the hosted pages that are still open for a sold lead, so that most losers never enter a card, and settles them. */
export const closeCheckouts =
  ({ atomically, payments, settlePurchase }: Needs) =>
  async (leadId: LeadId): Promise<void> => {
    const open = await atomically(({ purchases }) => purchases.findOpenOfLead(leadId));
    for (const { id, checkout } of open) {
      if (checkout === undefined) continue;
      try {
        await payments.closeCheckout(checkout.ref);
        await settlePurchase(id);
      } catch (error) {
        // One page that the provider has forgotten must not keep the others open.
        if (!(error instanceof UnknownCheckout)) throw error;
      }
    }
  };
