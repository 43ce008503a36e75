import type { Purchase } from '#domain/purchase.ts';
import { failedToOpen } from '#domain/hosted-page.ts';
import { mayBePaidLate } from '#domain/purchase-late.ts';
import { mutexById } from './mutex-by-id.ts';
import type { Atomically } from './ports/atomically.ts';
import type { Clock } from './ports/clock.ts';
import type { Log } from './ports/log.ts';
import type { PaymentProvider, PurchaseReading } from './ports/payment-provider.ts';
import type { Secrets } from './ports/secrets.ts';
import { purchaseChanges } from './purchase-changes.ts';
import { purchaseRereadings } from './purchase-rereadings.ts';

type Needs = {
  readonly atomically: Atomically;
  readonly payments: PaymentProvider;
  readonly clock: Clock;
  readonly secrets: Pick<Secrets, 'id'>;
  readonly log: Log;
};

type PaidReading = Extract<PurchaseReading, { readonly state: 'authorised' | 'collected' | 'released' }>;

/**
 * `rereads`: the payment of a settled or refunded purchase is read again too. It may have been refunded or disputed at the provider
 * meanwhile, and what went back may have come back. So is the page of one that came to nothing, which may have been paid after all.
 */
export type SettlePurchase = (purchaseId: string, how?: { readonly rereads: boolean }) => Promise<Purchase | undefined>;

/**
 * Brings a purchase as far as the provider's answers allow, and answers it as it then is (`undefined`: there is none). Called by the
 * success page, by notifications, by the sweep and after an operator's refund: in any order, any number of times, from any number of
 * processes. What the provider says is stored in a transaction that reads the purchase again, so a second caller finds the work done.
 * The provider is never called inside a transaction.
 */
export const settlePurchase = (needs: Needs): SettlePurchase => {
  const { atomically, payments, clock } = needs;
  const changes = purchaseChanges(needs);
  const { readReturn, rereadSettled, rereadRefunded, rereadUnpaid } = purchaseRereadings({ payments, changes });

  /** Where another process has read the page as closed and given the purchase up meanwhile, the money goes back. */
  const takePayment = async (id: string, reading: PaidReading) => {
    const now = await changes.decide(id, reading);
    return now && mayBePaidLate(now) ? changes.payTooLate(id, reading) : now;
  };

  const followReading = (id: string, reading: PurchaseReading) => {
    switch (reading.state) {
      case 'open':
        return undefined;
      case 'closed':
      case 'released':
        return changes.endUnpaid(id);
      case 'refunded':
        // Held money is taken only from a winner: the sale is one that a restored store has lost.
        return payments.profile.chargeMode === 'authorise' ? changes.endLostSale(id) : changes.endUnpaid(id);
      case 'free':
        return changes.decide(id, { paymentRef: undefined, amount: 0, email: reading.email });
      case 'authorised':
      case 'collected':
        return takePayment(id, reading);
    }
  };

  const collectFor = async ({ id }: Purchase, paymentRef: string | undefined) => {
    const answer = paymentRef === undefined ? 'collected' : await payments.collect(paymentRef);
    switch (answer) {
      case 'collected':
        return changes.settle(id);
      case 'lapsed':
        return changes.lapse(id);
      case 'pending':
        return undefined;
    }
  };

  const returnMoney = async ({ id }: Purchase, paymentRef: string) => {
    const released = await payments.release(paymentRef);
    if (released === 'pending') return undefined;
    const refunded = released === 'already-collected';
    if (refunded && (await payments.refund(paymentRef)) === 'pending') return undefined;
    return changes.giveBack(id, refunded || payments.profile.chargeMode === 'charge' ? 'refunded' : 'released');
  };

  /** A refund that an operator has asked for. The payment is read first: money that went back already cannot be sent again. */
  const sendBack = async (purchase: Purchase, paymentRef: string | undefined) => {
    const { id } = purchase;
    if (paymentRef === undefined) return changes.endRefund(id, 'refund');
    const how = await readReturn(purchase);
    if (how === undefined && (await payments.refund(paymentRef)) === 'pending') return undefined;
    return changes.endRefund(id, how ?? 'refund');
  };

  /** One step further; `undefined` when nothing is to be done, or not yet. */
  const step = async (purchase: Purchase, rereads: boolean): Promise<Purchase | undefined> => {
    const { progress, checkout, id } = purchase;
    switch (progress.state) {
      case 'open':
        if (failedToOpen(purchase, clock())) return changes.endUnpaid(id);
        return checkout && followReading(id, await payments.readPurchase(checkout.ref));
      case 'won':
        return collectFor(purchase, progress.paymentRef);
      case 'lost':
        return progress.money.is === 'held' ? returnMoney(purchase, progress.money.paymentRef) : undefined;
      case 'settled':
        return rereads && progress.paymentRef !== undefined ? rereadSettled(purchase) : undefined;
      case 'refunding':
        return sendBack(purchase, progress.paymentRef);
      case 'refunded':
        return rereads && progress.paymentRef !== undefined ? rereadRefunded(purchase) : undefined;
      case 'abandoned':
      case 'lapsed':
        return undefined;
    }
  };

  // The success page, the notification and the job of the decision come within milliseconds of each other: at the same time, each would
  // ask the provider everything, and all but one would write in vain.
  return mutexById(async (purchaseId, { rereads } = { rereads: false }) => {
    const found = await atomically(({ purchases }) => purchases.find(purchaseId));
    // Before the first step only: the page of a purchase that comes to nothing here was read a moment ago.
    let purchase = found && rereads ? ((await rereadUnpaid(found)) ?? found) : found;
    for (let next = purchase; next !== undefined; next = await step(next, rereads)) purchase = next;
    return purchase;
  });
};
