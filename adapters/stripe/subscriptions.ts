import type Stripe from 'stripe';

import { SECOND } from '#domain/instant.ts';
import type { SubscriptionProvider } from '#application/ports/subscription-provider.ts';

import { ask, askIfThere, askToChange } from './failures.ts';
import { invoicesAt, isUnpaidRenewal, tookMoney } from './invoices.ts';
import { idOf, reference } from './references.ts';
import { returnOf } from './returns.ts';
import { endingWithPeriod, goingOn, scheduledEnd, statusOf, startOf, termOf } from './term.ts';
import type { EndChange, Subscription } from './term.ts';

type Subscriptions = Omit<SubscriptionProvider, 'openSubscription' | 'readSubscriptionCheckout'>;

/** The subscriptions that Stripe bills. */
export const subscriptionsAt = (stripe: Stripe): Subscriptions => {
  const invoices = invoicesAt(stripe);

  const find = (ref: string): Promise<Subscription> => {
    const id = reference('sub', ref);
    return ask(() => stripe.subscriptions.retrieve(id, { expand: ['latest_invoice.payments'] }));
  };

  const isEnded = (subscription: Subscription): boolean => statusOf(subscription) === 'ended';

  /** Changes a subscription that has not ended, and answers the result. */
  const change = (subscription: Subscription, how: (id: string) => Promise<Subscription>): Promise<Subscription> =>
    askToChange(
      () => how(subscription.id),
      async () => {
        const now = await find(subscription.id);
        return isEnded(now) ? now : undefined;
      },
    );

  /**
   * Releases a subscription from its schedule at Stripe: until then only the schedule may change its end. Its months go on unchanged.
   */
  const freeOfSchedule = async (subscription: Subscription): Promise<void> => {
    const schedule = idOf(subscription.schedule);
    if (schedule === undefined) return;
    await askToChange<unknown>(
      () => stripe.subscriptionSchedules.release(schedule),
      async () => {
        const now = await find(subscription.id);
        return isEnded(now) || idOf(now.schedule) !== schedule ? now : undefined;
      },
    );
  };

  /** Sets or removes the end, and answers the result. */
  const changeEnd = async (subscription: Subscription, how: EndChange): Promise<Subscription> => {
    await freeOfSchedule(subscription);
    return change(subscription, (id) => stripe.subscriptions.update(id, how));
  };

  /** The bills of a subscription: the latest one and the last paid ones. While nothing is wrong, the latest alone is enough. */
  const billsOf = async (subscription: Subscription) => {
    const latest = await invoices.latestOf(subscription);
    const isEnough = statusOf(subscription) !== 'overdue' && latest !== undefined && tookMoney(latest);
    return { latest, paid: isEnough ? [latest] : await invoices.paid(subscription.id) };
  };

  /** First ends it, so that nothing more is billed; then voids what is unpaid. Repeating it does what was left undone. */
  const end = async (subscription: Subscription): Promise<void> => {
    if (!isEnded(subscription)) await change(subscription, (id) => stripe.subscriptions.cancel(id));
    await invoices.abandonAll(subscription.id);
  };

  /** The charges of the customer whose money may have gone back. */
  const doubtful = async (customer: string): Promise<readonly Stripe.Charge[]> => {
    // The customer may have been deleted.
    const charges = await askIfThere(() => stripe.charges.list({ customer, limit: 100 }));
    return charges?.data.filter(({ disputed, refunded }) => disputed || refunded) ?? [];
  };

  /** Which payments went back: the last one in whole, and any by a dispute. */
  const returnsOf = async ({ id, customer }: Subscription, lastRef: string | undefined) => {
    const charges = await doubtful(idOf(customer) ?? '');
    const own = charges.length === 0 ? [] : await invoices.payments(id);
    let isLastReturned = false;
    let isDisputed = false;
    for (const charge of charges) {
      const ref = idOf(charge.payment_intent) ?? '';
      const how = own.includes(ref) ? await returnOf(stripe, charge) : undefined;
      if (how === 'dispute') isDisputed = true;
      if (how !== undefined && ref === lastRef) isLastReturned = true;
    }
    return { isLastReturned, isTakenBack: isLastReturned || isDisputed };
  };

  return {
    readSubscription: async (ref) => {
      const subscription = await find(ref);
      const bills = await billsOf(subscription);
      const lastPaid = bills.paid.find(tookMoney);
      const paymentRef = lastPaid && (await invoices.paymentOf(lastPaid));
      const { isLastReturned, isTakenBack } = await returnsOf(subscription, paymentRef);
      const paidAt = lastPaid?.status_transitions?.paid_at ?? undefined;
      return {
        ...termOf(subscription, { ...bills, isLastReturned }),
        isTakenBack,
        paidAt: paidAt === undefined ? undefined : paidAt * SECOND,
        startedAt: startOf(subscription),
        payerRef: idOf(subscription.customer) ?? '',
        paymentRef,
      };
    },

    endAfterPaidPeriod: async (ref) => {
      const subscription = await find(ref);
      const { latest, ...bills } = await billsOf(subscription);
      const { status } = termOf(subscription, { latest, ...bills, isLastReturned: false });
      const isUnpaid = latest !== undefined && isUnpaidRenewal(latest);
      if (status !== 'active' || isUnpaid) await end(subscription);
      else if (scheduledEnd(subscription) === undefined) await changeEnd(subscription, endingWithPeriod(subscription));
    },

    keepGoing: async (ref) => {
      const subscription = await find(ref);
      if (isEnded(subscription)) return 'ended';
      if (scheduledEnd(subscription) === undefined) return 'going';
      return isEnded(await changeEnd(subscription, goingOn(subscription))) ? 'ended' : 'going';
    },

    endAtOnce: async (ref) => end(await find(ref)),
  };
};
