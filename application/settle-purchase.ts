import { giveBackUse } from '#domain/coupon.ts';
import { relist } from '#domain/lead.ts';
import type { Purchase } from '#domain/purchase.ts';
import { isStillborn, isUnfinished } from '#domain/purchase-check.ts';
import { closeUnpaid, decide, giveBackMoney, lapse, settle } from '#domain/purchase-steps.ts';
import type { Payment } from '#domain/purchase-steps.ts';
import type { Atomically, Repositories } from './ports/atomically.ts';
import type { Clock } from './ports/clock.ts';
import type { PaymentProvider, PurchaseReading } from './ports/payment-provider.ts';

type Needs = { readonly atomically: Atomically; readonly payments: PaymentProvider; readonly clock: Clock };

/**
 * Brings a purchase as far as the provider's answers allow, and answers it as it then stands (`undefined`: there is none).
 * Called by the success page, by notifications and by the sweep: in any order, any number of times, from any number of
 * processes. What it learns from the provider it writes in a transaction that looks at the purchase again, so whoever
 * comes second finds the work done. The provider is never called inside a transaction.
 */
export const settlePurchase = (needs: Needs) => {
  const { atomically, payments, clock } = needs;

  /** Changes a purchase if it still is what the provider was asked about. */
  const change = (
    id: string,
    work: (repositories: Repositories, purchase: Purchase) => Promise<Purchase | undefined>,
  ): Promise<Purchase | undefined> =>
    atomically(async (repositories) => {
      const purchase = await repositories.purchases.find(id);
      if (purchase === undefined) return undefined;
      const changed = await work(repositories, purchase);
      if (changed !== undefined) await repositories.purchases.save(changed);
      return changed ?? purchase;
    });

  /** The deciding transaction: lead, coupon, purchase and what follows from them change together, or not at all. */
  const decideFor = (id: string, payment: Payment) =>
    change(id, async ({ leads, coupons, jobs }, purchase) => {
      const lead = await leads.find(purchase.leadId);
      if (lead === undefined) throw new Error(`purchase ${id} is of a lead that does not exist`);
      const coupon = purchase.couponCode === undefined ? undefined : await coupons.findToUse(purchase.couponCode);
      const decision = decide(purchase, lead, coupon, payment, clock());
      if (decision === undefined) return undefined;
      // Whoever decides also goes on at once; the job is for the case that this process ends here. Who lost with nothing
      // held is told right away.
      await jobs.add({ name: isUnfinished(decision.purchase) ? 'settle-purchase' : 'tell-loser', purchaseId: id });
      if (decision.outcome === 'lost') return decision.purchase;
      await leads.save(decision.lead);
      if (decision.coupon !== undefined) await coupons.save(decision.coupon);
      await jobs.add({ name: 'close-checkouts', leadId: lead.id });
      return decision.purchase;
    });

  /** A hosted page that closed unpaid. Whose lead went to somebody else meanwhile reads why. */
  const endUnpaid = (id: string) =>
    change(id, async ({ leads }, purchase) => closeUnpaid(purchase, await leads.find(purchase.leadId), clock()));

  const followReading = (id: string, reading: PurchaseReading) => {
    switch (reading.state) {
      case 'open':
        return undefined;
      case 'closed':
      case 'released':
        return endUnpaid(id);
      case 'free':
        return decideFor(id, { paymentRef: undefined, amount: 0, email: reading.email });
      case 'authorised':
      case 'collected':
        return decideFor(id, reading);
    }
  };

  const deliver = (id: string) =>
    change(id, async ({ jobs }, purchase) => {
      const settled = settle(purchase, clock());
      if (settled !== undefined) await jobs.add({ name: 'deliver-lead', purchaseId: id });
      return settled;
    });

  const takeBack = (id: string) =>
    change(id, async ({ leads, coupons, jobs }, purchase) => {
      const lapsed = lapse(purchase, clock());
      if (lapsed === undefined) return undefined;
      const lead = await leads.find(purchase.leadId);
      const listed = lead && relist(lead, id);
      if (listed !== undefined) await leads.save(listed);
      const coupon = purchase.couponCode === undefined ? undefined : await coupons.findToUse(purchase.couponCode);
      if (coupon !== undefined) await coupons.save(giveBackUse(coupon));
      await jobs.add({ name: 'tell-loser', purchaseId: id });
      return lapsed;
    });

  const collectFor = async ({ id }: Purchase, paymentRef: string | undefined) => {
    const answer = paymentRef === undefined ? 'collected' : await payments.collect(paymentRef);
    switch (answer) {
      case 'collected':
        return deliver(id);
      case 'lapsed':
        return takeBack(id);
      case 'pending':
        return undefined;
    }
  };

  const returnMoney = async ({ id }: Purchase, paymentRef: string) => {
    const released = await payments.release(paymentRef);
    if (released === 'pending') return undefined;
    const refunded = released === 'already-collected';
    if (refunded && (await payments.refund(paymentRef)) === 'pending') return undefined;
    return change(id, async ({ jobs }, purchase) => {
      const returned = giveBackMoney(
        purchase,
        refunded || payments.profile.purchase === 'charge' ? 'refunded' : 'released',
      );
      if (returned !== undefined) await jobs.add({ name: 'tell-loser', purchaseId: id });
      return returned;
    });
  };

  /** One step further; `undefined` when nothing is to be done, or not yet. */
  const step = async (purchase: Purchase): Promise<Purchase | undefined> => {
    const { progress, checkout, id } = purchase;
    switch (progress.state) {
      case 'open':
        if (isStillborn(purchase, clock())) return endUnpaid(id);
        return checkout && followReading(id, await payments.readPurchase(checkout.ref));
      case 'won':
        return collectFor(purchase, progress.paymentRef);
      case 'lost':
        return progress.money.is === 'held' ? returnMoney(purchase, progress.money.paymentRef) : undefined;
      case 'settled':
      case 'abandoned':
      case 'lapsed':
        return undefined;
    }
  };

  return async (purchaseId: string): Promise<Purchase | undefined> => {
    let purchase = await atomically(({ purchases }) => purchases.find(purchaseId));
    for (let next = purchase; next !== undefined; next = await step(next)) purchase = next;
    return purchase;
  };
};
