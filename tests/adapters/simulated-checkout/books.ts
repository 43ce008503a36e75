import type { Hono } from 'hono';

import type { Checkout } from '#adapters/simulated-checkout/checkout.ts';
import type { Documents } from '#application/ports/documents.ts';
import type { SubscriptionRig } from '#tests/contracts/subscription-rig.ts';

/** One checkout as the list for developers shows it. */
type Listed = {
  readonly id: string;
  readonly kind: 'purchase' | 'subscription';
  readonly amount: number;
  readonly lineItem: string;
  readonly state: string;
  readonly email: string | null;
  readonly history: readonly { readonly what: string; readonly at: string }[];
};

/** One subscription as the list for developers shows it; the dates are texts. */
type ListedSubscription = {
  readonly id: string;
  readonly customer: string;
  readonly email: string;
  readonly state: 'active' | 'overdue' | 'ended';
  readonly startedAt: string;
  readonly paidThrough: string;
  readonly endsAt: string | null;
  readonly payments: readonly {
    readonly ref: string;
    readonly amount: number;
    readonly at: string;
    readonly refundedAt: string | null;
  }[];
};

export type Books = Pick<SubscriptionRig, 'money' | 'subscriptionMoney' | 'shown'> & {
  readonly list: () => Promise<readonly Listed[]>;
  readonly listSubscriptions: () => Promise<readonly ListedSubscription[]>;
};

/** What the pages for developers and the kept documents tell of a checkout and its money. */
export const booksOf = ({ pages, documents }: { readonly pages: Hono; readonly documents: Documents }): Books => {
  const list = async () => (await (await pages.request('/dev/checkout.json')).json()) as readonly Listed[];

  const listSubscriptions = async () =>
    (await (await pages.request('/dev/subscriptions.json')).json()) as readonly ListedSubscription[];

  const subscriptionMoney: Books['subscriptionMoney'] = async (ref) => {
    const all = (await listSubscriptions()).find(({ id }) => id === ref)?.payments ?? [];
    const sum = (payments: typeof all) => payments.reduce((total, { amount }) => total + amount, 0);
    return { taken: sum(all), givenBack: sum(all.filter(({ refundedAt }) => refundedAt !== null)) };
  };

  const money: Books['money'] = async ({ ref }) => {
    const listed = (await list()).find(({ id }) => id === ref);
    if (listed === undefined) throw new Error('the checkout is not listed');
    const times = (what: string) => listed.history.filter((move) => move.what === what).length;
    // The first month of a subscription was never held.
    const over = times('collected') + times('released') + times('lapsed');
    const held = listed.kind === 'purchase' ? times('authorised') - over : 0;
    return {
      held: held * listed.amount,
      taken: times('collected') * listed.amount,
      givenBack: (times('refunded') + times('disputed') - times('bounced') - times('won')) * listed.amount,
    };
  };

  const shown: Books['shown'] = async ({ ref }) => {
    const { amount, lineItem, email, cancelUrl, monthly } = (await documents.read(
      'simulated-checkout',
      ref,
    )) as Checkout;
    // Its pages write all amounts in dollars.
    const takes = monthly === undefined ? 'once' : 'each month';
    return { currency: 'USD', amount, lineItem, email: email ?? undefined, cancelUrl, takes };
  };

  return { list, listSubscriptions, money, subscriptionMoney, shown };
};
