import { LOST_SALE, PROVIDER } from '#domain/audit.ts';
import { giveBackUse } from '#domain/coupon.ts';
import { relist } from '#domain/lead.ts';
import { closeUnpaid, giveBackMoney, lapse, settle } from '#domain/purchase-steps.ts';
import { paymentChanges } from './payment-changes.ts';
import type { Atomically } from './ports/atomically.ts';
import type { Clock } from './ports/clock.ts';
import type { Log } from './ports/log.ts';
import type { Secrets } from './ports/secrets.ts';
import { couponOf, purchaseTransaction } from './purchase-transaction.ts';
import { refundChanges } from './refund-changes.ts';
import { withdrawIn } from './withdraw-lead.ts';

type Needs = {
  readonly atomically: Atomically;
  readonly clock: Clock;
  readonly secrets: Pick<Secrets, 'id'>;
  readonly log: Log;
};

/**
 * The changes of settling, each in one transaction that reads the purchase again: it changes only if it is still what the provider was
 * asked about. Each answers the purchase as it then is, `undefined` if there is none.
 */
export const purchaseChanges = ({ atomically, clock, secrets, log }: Needs) => {
  const change = purchaseTransaction({ atomically, log });

  return {
    /** The hosted page closed unpaid. If the lead went to somebody else meanwhile, the purchase is lost, and its buyer reads why. */
    endUnpaid: (id: string) =>
      change(id, async ({ leads }, purchase) => closeUnpaid(purchase, await leads.find(purchase.leadId), clock())),

    /** The money of a sale that the store has lost has come and gone back: its buyer may have the contact, and stays the only one. */
    endLostSale: (id: string) =>
      change(id, async (repositories, purchase) => {
        const { leadId } = purchase;
        const ended = closeUnpaid(purchase, await repositories.leads.find(leadId), clock());
        if (ended !== undefined)
          await withdrawIn(repositories, { leadId, who: PROVIDER, note: LOST_SALE }, { clock, secrets });
        return ended;
      }),

    /** The money has arrived: the lead is delivered. */
    settle: (id: string) =>
      change(id, async ({ jobs }, purchase) => {
        const settled = settle(purchase, clock());
        if (settled !== undefined) await jobs.add({ name: 'deliver-lead', purchaseId: id });
        return settled;
      }),

    /** The money could not be collected: the lead is listed again. */
    lapse: (id: string) =>
      change(id, async (repositories, purchase) => {
        const { leads, coupons, jobs } = repositories;
        const lapsed = lapse(purchase, clock());
        if (lapsed === undefined) return undefined;
        const lead = await leads.find(purchase.leadId);
        const listed = lead && relist(lead, id);
        if (listed !== undefined) await leads.save(listed);
        const coupon = await couponOf(repositories, purchase);
        if (coupon !== undefined) await coupons.save(giveBackUse(coupon));
        await jobs.add({ name: 'tell-loser', purchaseId: id });
        return lapsed;
      }),

    /** A loser's money has gone back to the buyer. */
    giveBack: (id: string, how: 'released' | 'refunded') =>
      change(id, async ({ jobs }, purchase) => {
        const returned = giveBackMoney(purchase, how);
        if (returned !== undefined) await jobs.add({ name: 'tell-loser', purchaseId: id });
        return returned;
      }),

    ...paymentChanges({ change, clock, log }),
    ...refundChanges({ change, clock, secrets, log }),
  };
};

export type PurchaseChanges = ReturnType<typeof purchaseChanges>;
