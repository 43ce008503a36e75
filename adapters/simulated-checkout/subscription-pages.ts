import { Hono } from 'hono';
import type { Context } from 'hono';
import * as v from 'valibot';

import type { Instant } from '#domain/instant.ts';
import type { Clock } from '#application/ports/clock.ts';
import { UnknownCheckout } from '#application/ports/payment-provider.ts';

import { postedFields } from './form.ts';
import { messageView, notAForm, notUnderstood, page } from './layout.ts';
import { endAtOnce, failRenewal, renew } from './subscription.ts';
import { subscriptionsView } from './subscription-views.ts';
import type { Subscriber, Subscriptions } from './subscriptions.ts';

const Fields = v.object({ outcome: v.picklist(['renew', 'fail', 'end']) });

const STEPS = { renew, fail: failRenewal, end: endAtOnce } as const;

const dateOf = (instant: Instant | null): string | null => (instant === null ? null : new Date(instant).toISOString());

const facts = ({ customer, email, subscription }: Subscriber) => {
  const { id, state, startedAt, paidThrough, endsAt, payments } = subscription;
  return {
    id,
    customer,
    email,
    state,
    startedAt: dateOf(startedAt),
    paidThrough: dateOf(paidThrough),
    endsAt: dateOf(endsAt),
    payments: payments.map(({ ref, amount, at, refundedAt }) => ({
      ref,
      amount,
      at: dateOf(at),
      refundedAt: dateOf(refundedAt),
    })),
  };
};

const unknown = (c: Context) =>
  page(c, messageView('No such subscription', 'This address belongs to no subscription. Nothing was changed.'), 404);

/** All subscriptions, with buttons for what otherwise only time does. They work without a script, like the hosted page. */
export const subscriptionPages = ({
  subscriptions,
  clock,
}: {
  readonly subscriptions: Subscriptions;
  readonly clock: Clock;
}): Hono =>
  new Hono()
    .get('/dev/subscriptions.json', async (c) => {
      c.header('cache-control', 'no-store');
      return c.json((await subscriptions.list()).map(facts));
    })
    .get('/dev/subscriptions', async (c) => page(c, subscriptionsView(await subscriptions.list())))
    .post('/dev/subscriptions/:id', async (c) => {
      const posted = await postedFields(c.req);
      if (posted === 'wrong-type') return notAForm(c);
      const fields = v.safeParse(Fields, posted);
      try {
        await subscriptions.change(c.req.param('id'), (subscription) =>
          fields.success ? STEPS[fields.output.outcome](subscription, clock()) : subscription,
        );
      } catch (error) {
        if (error instanceof UnknownCheckout) return unknown(c);
        throw error;
      }
      return fields.success ? c.redirect('/dev/subscriptions', 303) : notUnderstood(c);
    });
