import { giveBackUse } from '#domain/coupon.ts';
import { relist } from '#domain/lead.ts';
import type { Purchase } from '#domain/purchase.ts';
import { closeUnpaid, giveBackMoney, lapse, settle } from '#domain/purchase-steps.ts';
import { paymentChanges } from './payment-changes.ts';
import type { Atomically } from './ports/atomically.ts';
import type { Clock } from './ports/clock.ts';
import type { Log } from './ports/log.ts';
import type { Secrets } from './ports/secrets.ts';
import { couponOf, refundChanges } from './refund-changes.ts';
import type { Change } from './refund-changes.ts';

type Needs = {
  readonly atomically: Atomically;
  readonly clock: Clock;
  readonly secrets: Pick<Secrets, 'id'>;
  readonly log: Log;
};

/** What has become of a purchase, in one word: its state, or what became of a loser's money. */
const outcomeOf = ({ progress }: Purchase): string =>
  progress.state === 'lost' && (progress.money.is === 'released' || progress.money.is === 'refunded')
    ? `lost-${progress.money.is}`
    : progress.state;

/** Writes into the log what a purchase has become; called when that is stored. */
export const logChange = (log: Log, purchase: Purchase): void =>
  log.info('purchase changed', {
    purchaseId: purchase.id,
    leadId: purchase.leadId,
    outcome: outcomeOf(purchase),
  });

/**
 * What settling stores, each in one transaction that looks at the purchase again: it changes only if it still is what the
 * provider was asked about. Each answers the purchase as it then stands, `undefined` if there is none.
 */
export const purchaseChanges = ({ atomically, clock, secrets, log }: Needs) => {
  const change: Change = async (id, work, tell = () => {}) => {
    const { purchase, changed } = await atomically(async (repositories) => {
      const found = await repositories.purchases.find(id);
      const saved = found && (await work(repositories, found));
      if (saved !== undefined) await repositories.purchases.save(saved);
      return { purchase: saved ?? found, changed: saved };
    });
    if (changed === undefined) return purchase;
    logChange(log, changed);
    tell(changed);
    return changed;
  };

  return {
    /** A hosted page that closed unpaid. Whose lead went to somebody else meanwhile reads why. */
    endUnpaid: (id: string) =>
      change(id, async ({ leads }, purchase) => closeUnpaid(purchase, await leads.find(purchase.leadId), clock())),

    /** The money has arrived: the lead is delivered. */
    settle: (id: string) =>
      change(id, async ({ jobs }, purchase) => {
        const settled = settle(purchase, clock());
        if (settled !== undefined) await jobs.add({ name: 'deliver-lead', purchaseId: id });
        return settled;
      }),

    /** The money could not be had: the lead is listed again. */
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

    /** A loser's money is with the buyer again. */
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
