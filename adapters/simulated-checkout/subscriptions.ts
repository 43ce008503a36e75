import type { Clock } from '#application/ports/clock.ts';
import { UnknownCheckout } from '#application/ports/payment-provider.ts';

import type { Checkout } from './checkout.ts';
import type { Checkouts } from './checkouts.ts';
import { caughtUp, paidOf } from './subscription.ts';
import type { Subscription } from './subscription.ts';

type Needs = {
  readonly checkouts: Checkouts;
  readonly clock: Clock;
  /** Called for each subscription that has changed: its state, its paid time, or its end. */
  readonly onChanged: (subscription: Subscription) => void;
};

/** A subscription with its payer. */
export type Subscriber = {
  readonly customer: string;
  readonly email: string;
  readonly subscription: Subscription;
};

export interface Subscriptions {
  /** Changes one, one caller at a time; answers the result. Throws `UnknownCheckout`. */
  readonly change: (ref: string, step: (subscription: Subscription) => Subscription) => Promise<Subscriber>;
  /** Newest first. */
  readonly list: () => Promise<readonly Subscriber[]>;
}

const REF = /^sub_(sim_[0-9a-f]{40})$/;

const isNews = (before: Subscription, after: Subscription): boolean =>
  before.state !== after.state ||
  before.endsAt !== after.endsAt ||
  before.paidThrough !== after.paidThrough ||
  paidOf(before).isTakenBack !== paidOf(after).isTakenBack;

const subscriberOf = ({ monthly, email }: Checkout): Subscriber | undefined =>
  monthly?.subscription
    ? { customer: monthly.customer, email: email ?? '', subscription: monthly.subscription }
    : undefined;

/** The subscriptions in the checkouts' documents. Reading one also applies the time that has passed. */
export const subscriptionsIn = ({ checkouts, clock, onChanged }: Needs): Subscriptions => {
  const change: Subscriptions['change'] = async (ref, step) => {
    let hasNews = false;
    const name = REF.exec(ref)?.[1] ?? 'none';
    const changed = await checkouts.change(`cs_${name}`, (checkout) => {
      const { monthly } = checkout;
      if (!monthly?.subscription) throw new UnknownCheckout('no such subscription');
      const after = step(caughtUp(monthly.subscription, clock()));
      hasNews = isNews(monthly.subscription, after);
      return after === monthly.subscription ? checkout : { ...checkout, monthly: { ...monthly, subscription: after } };
    });
    const subscriber = subscriberOf(changed);
    if (subscriber === undefined) throw new UnknownCheckout('no such subscription');
    if (hasNews) onChanged(subscriber.subscription);
    return subscriber;
  };

  return {
    change,
    list: async () => {
      const found = (await checkouts.list()).flatMap((checkout) => subscriberOf(checkout) ?? []);
      return Promise.all(
        found.map(async (subscriber) =>
          caughtUp(subscriber.subscription, clock()) === subscriber.subscription
            ? subscriber
            : change(subscriber.subscription.id, (subscription) => subscription),
        ),
      );
    },
  };
};
