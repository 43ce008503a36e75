import { withPage } from '#domain/hosted-page.ts';
import type { Order } from '#domain/hosted-page.ts';
import type { LeadId } from '#domain/lead.ts';
import { unknownSales } from './unknown-sales.ts';
import type { UnknownPayment } from './unknown-sales.ts';
import type { Atomically } from './ports/atomically.ts';
import type { Clock } from './ports/clock.ts';
import type { Log, LogFields } from './ports/log.ts';
import { ProviderUnavailable, UnknownCheckout } from './ports/payment-provider.ts';
import type { Origin, PaymentProvider } from './ports/payment-provider.ts';
import type { Subject } from './ports/provider-notification.ts';
import type { Secrets } from './ports/secrets.ts';
import type { SubscriptionProvider } from './ports/subscription-provider.ts';
import type { SettlePurchase } from './settle-purchase.ts';
import type { SettleSubscription } from './settle-subscription.ts';
import { leadIdIn } from './success-url.ts';

export type UnknownOrderNeeds = {
  readonly atomically: Atomically;
  readonly payments: SubscriptionProvider &
    Pick<PaymentProvider, 'profile' | 'readOrigin' | 'readPurchase' | 'release'>;
  readonly settlePurchase: SettlePurchase;
  readonly settleSubscription: SettleSubscription;
  readonly clock: Clock;
  readonly secrets: Pick<Secrets, 'id'>;
  readonly log: Log;
  readonly shopUrl: string;
};

/** Where orders of one kind are stored. */
type Orders<One extends Order> = {
  readonly find: (id: string) => Promise<One | undefined>;
  readonly save: (order: One) => Promise<void>;
};

/** Whether an order is stored, and whether its page is, perhaps restored just now. */
type Stored = 'unknown' | 'without its page' | 'with its page';

/**
 * Handles orders that the provider knows and the store has lost: a restored copy, or a standby that has taken over, may lack an order,
 * or its page. An order that lacks only its page gets it back and goes on. For a lost one, held money is released, and money that was
 * taken is left to a person; both are logged. Its lead, which somebody may have got for it, is withdrawn, unless a stored order has got
 * it. What another shop has opened is left alone.
 */
export const unknownOrders = (needs: UnknownOrderNeeds) => {
  const { atomically, payments, settlePurchase, settleSubscription, clock, log, shopUrl } = needs;
  const endSale = unknownSales(needs);

  const ours = async (subject: Subject): Promise<Origin | undefined> => {
    try {
      const origin = await payments.readOrigin(subject);
      return origin.successUrl.startsWith(`${shopUrl}/`) ? origin : undefined;
    } catch (error) {
      if (error instanceof UnknownCheckout) return undefined;
      throw error;
    }
  };

  /** The page alone may be missing, as it is stored after its order. It is restored while the order is open. */
  const restoreIn = async <One extends Order>(orders: Orders<One>, id: string, ref: string): Promise<Stored> => {
    const order = await orders.find(id);
    if (order === undefined) return 'unknown';
    const restored = order.checkout === undefined ? withPage(order, { ref, closesAt: clock() }) : undefined;
    if (restored !== undefined) await orders.save(restored);
    return (restored ?? order).checkout?.ref === ref ? 'with its page' : 'without its page';
  };

  const restorePage = ({ of, id, checkoutRef: ref }: Origin): Promise<Stored> =>
    atomically(async ({ purchases, subscriptions }) =>
      of === 'purchase' ? restoreIn(purchases, id, ref) : restoreIn(subscriptions, id, ref),
    );

  /** Somebody has paid, and gets nothing unless a person sees to it. */
  const paid = (fields: LogFields): void => log.error('payment of an unknown order', fields);

  /** Nothing is to be done, but a lost order is logged. A stored one was given up before anybody could pay. */
  const unpaid = (stored: Stored, fields: LogFields): void => {
    if (stored === 'unknown') log.warn('page of an unknown order', fields);
  };

  /**
   * A stored order has come to nothing, so its lead needs no care; unless its money was taken by a provider that takes money only from
   * a winner.
   */
  const takeOff = async (leadId: LeadId | undefined, stored: Stored, payment: UnknownPayment): Promise<void> => {
    const isOfWinner = payments.profile.chargeMode === 'authorise' && payment !== 'free';
    if (leadId !== undefined && (stored === 'unknown' || isOfWinner)) await endSale(leadId, payment);
  };

  const lookAfterPurchase = async (origin: Origin, stored: Stored): Promise<void> => {
    const leadId = leadIdIn(origin.successUrl);
    const order: LogFields = { purchaseId: origin.id, ...(leadId !== undefined && { leadId }) };
    const reading = await payments.readPurchase(origin.checkoutRef);
    switch (reading.state) {
      case 'open':
        return;
      case 'closed':
      case 'released':
        return unpaid(stored, { ...order, outcome: reading.state });
      case 'refunded':
        await takeOff(leadId, stored, reading.state);
        return unpaid(stored, { ...order, outcome: reading.state });
      case 'free':
        await takeOff(leadId, stored, reading.state);
        return paid({ ...order, outcome: reading.state });
      case 'collected':
        await takeOff(leadId, stored, reading.state);
        return paid({ ...order, providerRef: reading.paymentRef, outcome: reading.state });
      case 'authorised': {
        const released = await payments.release(reading.paymentRef);
        // Tried again by the job.
        if (released === 'pending') throw new ProviderUnavailable('the money is not released yet');
        const outcome = released === 'released' ? 'released' : 'collected';
        if (outcome === 'collected') await takeOff(leadId, stored, outcome);
        return paid({ ...order, providerRef: reading.paymentRef, outcome });
      }
    }
  };

  const lookAfterSubscription = async ({ id, checkoutRef }: Origin, stored: Stored): Promise<void> => {
    const reading = await payments.readSubscriptionCheckout(checkoutRef);
    if (reading.state === 'open') return;
    if (reading.state === 'closed') return unpaid(stored, { subscriptionId: id, outcome: reading.state });
    const { subscriptionRef: providerRef } = reading;
    const { status } = await payments.readSubscription(providerRef);
    const fields: LogFields = { subscriptionId: id, providerRef, outcome: status };
    return status === 'ended' ? unpaid(stored, fields) : paid(fields);
  };

  return async (subject: Subject): Promise<void> => {
    const origin = await ours(subject);
    if (origin === undefined) return;
    const stored = await restorePage(origin);
    const isPurchase = origin.of === 'purchase';
    if (stored !== 'with its page') await (isPurchase ? lookAfterPurchase : lookAfterSubscription)(origin, stored);
    else if (isPurchase) await settlePurchase(origin.id, { rereads: true });
    else await settleSubscription(origin.id);
  };
};
