import type { Purchase } from '#domain/purchase.ts';
import { auditNote } from '#domain/audit.ts';
import type { Instant } from '#domain/instant.ts';
import { vault } from '#domain/lead.ts';
import type { Lead } from '#domain/lead.ts';
import { beginRefund } from '#domain/purchase-refund.ts';
import type { Cents } from '#domain/money.ts';
import { findSale } from './find-sale.ts';
import type { Atomically, Repositories } from './ports/atomically.ts';
import type { Clock } from './ports/clock.ts';
import type { Ledger } from './ports/ledger.ts';
import { ProviderUnavailable, isProviderTrouble } from './ports/payment-provider.ts';
import type { Secrets } from './ports/secrets.ts';
import type { SettlePurchase } from './settle-purchase.ts';

type Needs = {
  readonly atomically: Atomically;
  readonly ledger: Pick<Ledger, 'purchaseBySaleNumber'>;
  readonly settlePurchase: SettlePurchase;
  readonly clock: Clock;
  readonly secrets: Pick<Secrets, 'id'>;
  readonly shelfCycles: number;
};

export type RefundPurchaseRequest = {
  readonly saleNumberOrId: string;
  readonly reason: string;
  /** The operator. */
  readonly who: string;
};

/** What becomes of the lead: it is listed again, goes to the Lead Vault, as its week is over, or is withdrawn for good. */
export type RefundedLead = 'listed' | 'vault' | 'withdrawn';

export type RefundOutcome =
  | {
      readonly is: 'refunded';
      readonly saleNumber: string;
      readonly amount: Cents;
      /** The contact had been sent, or may have been. */
      readonly wasDelivered: boolean;
      readonly lead: RefundedLead;
    }
  | {
      /** Stored, and done later without anybody's help, unless the provider refuses for good. */
      readonly is: 'pending';
      readonly saleNumber: string;
      readonly why: 'provider-takes-time' | 'provider-unavailable' | 'provider-refused';
    }
  | { readonly is: 'unknown' | 'not-settled' | 'already-refunded' | 'reason-holds-contact' };

const becomes = (lead: Lead | undefined, shelfCycles: number, now: Instant): RefundedLead => {
  switch (lead?.standing.state) {
    case 'listed':
      return vault(lead, shelfCycles, now) === undefined ? 'listed' : 'vault';
    case 'vaulted':
    case 'expired':
      return 'vault';
    case 'sold':
      // Listed again, and bought by somebody else since.
      return 'listed';
    case 'withdrawn':
    case undefined:
      return 'withdrawn';
  }
};

/**
 * Sends the money of a settled purchase back. The intent is stored first, and from then on no contact leaves; the rest is done by
 * settling, here and, should this process end, by its job and the sweep. Asked for again while the money is on its way, it goes on with
 * the same refund.
 */
export const refundPurchase = (needs: Needs) => {
  const { atomically, settlePurchase, clock, secrets, shelfCycles } = needs;

  const begin = async (
    { purchases, audit, jobs }: Repositories,
    { id, reason, who }: { readonly id: string; readonly reason: string; readonly who: string },
  ): Promise<Purchase | Extract<RefundOutcome['is'], 'unknown' | 'not-settled' | 'already-refunded'>> => {
    const purchase = await purchases.find(id);
    if (purchase === undefined) return 'unknown';
    if (purchase.progress.state === 'refunded') return 'already-refunded';
    if (purchase.progress.state === 'refunding') return purchase;
    const refunding = beginRefund(purchase, reason, clock());
    if (refunding === undefined) return 'not-settled';
    await purchases.save(refunding);
    await audit.add({ id: secrets.id(), at: clock(), who, action: 'purchase-refund', subject: id, note: reason });
    await jobs.add({ name: 'settle-purchase', purchaseId: id });
    return refunding;
  };

  const outcomeOf = async ({ progress, saleNumber, price, leadId }: Purchase): Promise<RefundOutcome> => {
    if (progress.state !== 'refunded') return { is: 'pending', saleNumber, why: 'provider-takes-time' };
    const lead = becomes(await atomically(({ leads }) => leads.find(leadId)), shelfCycles, clock());
    return { is: 'refunded', saleNumber, amount: price, wasDelivered: progress.contactLeftAt !== undefined, lead };
  };

  return async ({ saleNumberOrId, reason: typed, who }: RefundPurchaseRequest): Promise<RefundOutcome> => {
    const reason = auditNote(typed);
    if (reason === undefined) return { is: 'reason-holds-contact' };
    const known = await findSale(needs)(saleNumberOrId);
    if (known === undefined) return { is: 'unknown' };
    const begun = await atomically((repositories) => begin(repositories, { id: known.id, reason, who }));
    if (typeof begun === 'string') return { is: begun };
    try {
      return await outcomeOf((await settlePurchase(begun.id)) ?? begun);
    } catch (error) {
      if (!isProviderTrouble(error)) throw error;
      const why = error instanceof ProviderUnavailable ? 'provider-unavailable' : 'provider-refused';
      return { is: 'pending', saleNumber: begun.saleNumber, why };
    }
  };
};
