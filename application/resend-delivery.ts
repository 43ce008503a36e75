import { isErased } from '#domain/lead.ts';
import { queueAgain } from '#domain/purchase-delivery.ts';
import { findSale } from './find-sale.ts';
import type { Atomically } from './ports/atomically.ts';
import type { Clock } from './ports/clock.ts';
import type { Ledger } from './ports/ledger.ts';
import type { Secrets } from './ports/secrets.ts';

type Needs = {
  readonly atomically: Atomically;
  readonly ledger: Pick<Ledger, 'purchaseBySaleNumber'>;
  readonly clock: Clock;
  readonly secrets: Pick<Secrets, 'id'>;
};

export type ResendDelivery = {
  readonly saleNumberOrId: string;
  /** The operator. */
  readonly who: string;
};

export type ResendOutcome =
  | { readonly is: 'queued'; readonly saleNumber: string; readonly buyerEmail: string }
  /** `erased`: the lead has no contact any more. */
  | { readonly is: 'unknown' | 'not-settled' | 'refunded' | 'erased' };

/** Queues the mail with the contact of a settled purchase again, as a new mail: mail servers drop what they have had before. */
export const resendDelivery =
  (needs: Needs) =>
  async ({ saleNumberOrId, who }: ResendDelivery): Promise<ResendOutcome> => {
    const { atomically, clock, secrets } = needs;
    const known = await findSale(needs)(saleNumberOrId);
    if (known === undefined) return { is: 'unknown' };
    const { id, saleNumber } = known;
    return atomically(async ({ purchases, leads, audit, jobs }): Promise<ResendOutcome> => {
      const purchase = await purchases.find(id);
      if (purchase === undefined) return { is: 'unknown' };
      const { state } = purchase.progress;
      if (state === 'refunding' || state === 'refunded') return { is: 'refunded' };
      const queued = queueAgain(purchase);
      if (purchase.progress.state !== 'settled' || queued === undefined) return { is: 'not-settled' };
      const lead = await leads.find(purchase.leadId);
      if (lead === undefined || isErased(lead)) return { is: 'erased' };
      await purchases.save(queued);
      await audit.add({ id: secrets.id(), at: clock(), who, action: 'purchase-resend', subject: id, note: undefined });
      await jobs.add({ name: 'deliver-lead', purchaseId: id });
      return { is: 'queued', saleNumber, buyerEmail: purchase.progress.buyerEmail };
    });
  };
