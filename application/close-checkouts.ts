import type { LeadId } from '#domain/lead.ts';
import type { Atomically } from './ports/atomically.ts';
import { UnknownCheckout } from './ports/payment-provider.ts';
import type { PaymentProvider } from './ports/payment-provider.ts';
import type { SettlePurchase } from './settle-purchase.ts';

type Needs = {
  readonly atomically: Atomically;
  readonly payments: Pick<PaymentProvider, 'closeCheckout'>;
  readonly settlePurchase: SettlePurchase;
};

/**
 * Closes the hosted pages that are still open for a lead that is gone, so that most losers never enter a card, and settles them. If the
 * lead is listed again meanwhile, they stay: a buyer who pays there may still get it, even when its week is over. Throws the first
 * error when all pages have been tried: the job is tried again, and one page does not keep the others open.
 */
export const closeCheckouts =
  ({ atomically, payments, settlePurchase }: Needs) =>
  async (leadId: LeadId): Promise<void> => {
    const open = await atomically(async ({ leads, purchases }) => {
      const lead = await leads.find(leadId);
      return lead?.standing.state === 'listed' ? [] : purchases.findOpenOfLead(leadId);
    });
    const troubles: unknown[] = [];
    for (const { id, checkout } of open) {
      if (checkout === undefined) continue;
      try {
        await payments.closeCheckout(checkout.ref);
        await settlePurchase(id);
      } catch (error) {
        // A page that the provider has forgotten cannot be closed by trying again.
        if (!(error instanceof UnknownCheckout)) troubles.push(error);
      }
    }
    if (troubles.length > 0) throw troubles[0];
  };
