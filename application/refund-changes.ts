import { PROVIDER } from '#domain/audit.ts';
import type { Purchase, ReturnKind } from '#domain/purchase.ts';
import { endRefund, refundedElsewhere, undoRefund, undoSale, wasDisputed } from '#domain/purchase-refund.ts';
import type { Clock } from './ports/clock.ts';
import type { Log } from './ports/log.ts';
import type { Secrets } from './ports/secrets.ts';
import { couponOf } from './purchase-transaction.ts';
import type { ChangePurchase } from './purchase-transaction.ts';

type Needs = {
  readonly change: ChangePurchase;
  readonly clock: Clock;
  readonly secrets: Pick<Secrets, 'id'>;
  readonly log: Log;
};

/** The changes when money goes back to the buyer, and when it comes back to the shop. */
export const refundChanges = ({ change, clock, secrets, log }: Needs) => {
  const refunded = (id: string, how: ReturnKind, step: (purchase: Purchase) => Purchase | undefined) =>
    change(id, async (repositories, purchase) => {
      const { leads, coupons, jobs } = repositories;
      const gone = step(purchase);
      if (gone === undefined) return undefined;
      const [lead, coupon] = [await leads.find(gone.leadId), await couponOf(repositories, gone)];
      const undone = lead && undoSale(gone, lead, coupon, clock());
      if (undone?.lead !== undefined) await leads.save(undone.lead);
      if (undone?.coupon !== undefined) await coupons.save(undone.coupon);
      // A buyer who has disputed knows it. A letter of a refund would not be true, and would be evidence against the shop.
      if (how === 'refund') await jobs.add({ name: 'tell-loser', purchaseId: id });
      return gone;
    });

  return {
    /** The refund that an operator has asked for is done, or the buyer's bank was faster. */
    endRefund: (id: string, how: ReturnKind) => refunded(id, how, (purchase) => endRefund(purchase, clock())),

    /** The money of a settled purchase has gone back without us. */
    refundElsewhere: (id: string, how: ReturnKind) =>
      refunded(id, how, (purchase) => refundedElsewhere(purchase, how, clock())),

    /**
     * The money of a refunded purchase is with the shop again. Nothing is sent again automatically: a card that did not take a refund
     * takes no other one, so a person has to see to it, which the log says.
     */
    undoRefund: async (id: string): Promise<Purchase | undefined> => {
      const cameBack = ({ leadId, progress }: Purchase): void =>
        log.error('refund came back', { purchaseId: id, leadId, outcome: progress.state });
      const now = await change(
        id,
        async ({ leads, audit, jobs }, purchase) => {
          const lead = await leads.find(purchase.leadId);
          const undone = lead && undoRefund(purchase, lead);
          if (undone === undefined) return undefined;
          const note = wasDisputed(purchase) ? 'dispute won' : 'refund came back';
          const entry = { id: secrets.id(), at: clock(), who: PROVIDER, action: 'purchase-money-back' } as const;
          await audit.add({ ...entry, subject: id, note });
          await leads.save(undone.lead);
          // The job of that mail found nothing to send, and has ended.
          if (undone.owesMail) await jobs.add({ name: 'deliver-lead', purchaseId: id });
          return undone.purchase;
        },
        (settled, before) => {
          if (!wasDisputed(before)) return cameBack(settled);
          log.warn('dispute won', { purchaseId: id, leadId: settled.leadId, outcome: settled.progress.state });
        },
      );
      if (now?.progress.state === 'refunded') cameBack(now);
      return now;
    },
  };
};
