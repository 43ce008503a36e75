import { emailOf } from '#domain/email.ts';
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

export type ResendDeliveryRequest = {
  readonly saleNumberOrId: string;
  /** A new address for the mail, as it was typed; `undefined`: the buyer's address as it is. */
  readonly to: string | undefined;
  /** The operator. */
  readonly who: string;
};

export type ResendOutcome =
  | { readonly is: 'queued'; readonly saleNumber: string; readonly buyerEmail: string }
  /** `erased`: the lead has no contact any more. `no-email`: `to` is no address. */
  | { readonly is: 'unknown' | 'not-settled' | 'refunded' | 'erased' | 'no-email' };

/**
 * Queues the mail with the contact of a settled purchase again, as a new mail: mail servers drop repeated ones. The address of the
 * payment may take no mail, so another one may be given. The audit holds no contact: it records that the address is another one, and
 * not which.
 */
export const resendDelivery =
  (needs: Needs) =>
  async ({ saleNumberOrId, to, who }: ResendDeliveryRequest): Promise<ResendOutcome> => {
    const { atomically, clock, secrets } = needs;
    const email = to === undefined ? undefined : emailOf(to);
    if (to !== undefined && email === undefined) return { is: 'no-email' };
    const known = await findSale(needs)(saleNumberOrId);
    if (known === undefined) return { is: 'unknown' };
    const { id, saleNumber } = known;
    return atomically(async ({ purchases, leads, audit, jobs }): Promise<ResendOutcome> => {
      const purchase = await purchases.find(id);
      if (purchase === undefined) return { is: 'unknown' };
      const { state } = purchase.progress;
      if (state === 'refunding' || state === 'refunded') return { is: 'refunded' };
      const queued = queueAgain(purchase, email);
      if (purchase.progress.state !== 'settled' || queued === undefined) return { is: 'not-settled' };
      const lead = await leads.find(purchase.leadId);
      if (lead === undefined || isErased(lead)) return { is: 'erased' };
      await purchases.save(queued);
      const { buyerEmail: before } = purchase.progress;
      const note = email === undefined || email === emailOf(before) ? undefined : 'to another address';
      await audit.add({ id: secrets.id(), at: clock(), who, action: 'purchase-resend', subject: id, note });
      await jobs.add({ name: 'deliver-lead', purchaseId: id });
      return { is: 'queued', saleNumber, buyerEmail: email ?? before };
    });
  };
