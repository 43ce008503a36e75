import { describe, expect, it } from 'vitest';

import { signed } from '#adapters/simulated-checkout/signature.ts';
import { DAY, HOUR, MINUTE, SECOND } from '#domain/instant.ts';
import { RENEWAL_GRACE } from '#domain/subscription.ts';
import { settleSubscription } from '#application/settle-subscription.ts';
import type { SubscriptionReading } from '#application/ports/subscription-provider.ts';
import { PATIENCE } from '#web/stores/patience.ts';
import { away, mailTo, shopWith } from './buyer.ts';
import { NOW } from './shop.ts';
import { BEGUN, somebodyIn } from './subscriber.ts';

const setting = async () => {
  const { shop, manners, usual } = await shopWith();
  return { shop, manners, usual, dana: await somebodyIn(shop) };
};

const notified = (about: Readonly<Record<string, string>>, id: string) =>
  signed('the secret of these tests', new TextEncoder().encode(JSON.stringify({ id, ...about })), NOW);

describe('a paid subscription', () => {
  it('comes out the same from the return, the notification and the sweep, in any order and number', async () => {
    const orders = [
      ['return', 'notification', 'sweep'],
      ['sweep', 'return', 'notification'],
      ['notification', 'notification', 'sweep', 'return', 'return'],
      ['sweep'],
      ['notification'],
    ] as const;
    const outcomes = await Promise.all(
      orders.map(async (order) => {
        const { shop, dana } = await setting();
        const checkout = await dana.open();
        await dana.pay(checkout);
        for (const who of order) {
          if (who === 'return') expect(await dana.confirm(checkout)).toMatchObject({ is: 'subscribed' });
          if (who === 'notification') {
            await shop.useCases.receiveNotification(notified({ type: 'checkout.paid', checkout: checkout.ref }, 'evt'));
            await shop.queue.drain();
          }
          if (who === 'sweep') {
            shop.clock.step(2 * MINUTE);
            await shop.useCases.doJob({ name: 'sweep-subscriptions' });
          }
        }
        expect(await dana.membership()).toMatchObject({ is: 'member', since: NOW });
        return (await dana.stored()).map(({ progress }) => progress.state);
      }),
    );
    expect(outcomes).toEqual(orders.map(() => ['live']));
  });

  it('is settled once by many callers at the same moment', async () => {
    const { dana } = await setting();
    const checkout = await dana.open();
    await dana.pay(checkout);
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => dana.confirm(checkout)));
    expect(new Set(outcomes.map(({ is }) => is))).toEqual(new Set(['subscribed']));
    expect((await dana.stored()).map(({ revision }) => revision)).toEqual([1]);
  });

  it('whose checkout is not paid yet is still processing, one that timed out has failed', async () => {
    const { shop, dana } = await setting();
    const checkout = await dana.open();
    expect(await dana.confirm(checkout)).toEqual({ is: 'processing' });
    shop.clock.step(2 * HOUR);
    expect(await dana.confirm(checkout)).toMatchObject({ is: 'failed' });
  });

  it('of somebody else is not confirmed, an unknown one is unknown', async () => {
    const { shop, dana } = await setting();
    const omar = await somebodyIn(shop, 'omar@example.com');
    const checkout = await dana.open();
    await dana.pay(checkout);
    expect(await omar.confirm(checkout)).toEqual({ is: 'of-another' });
    expect(await omar.membership()).toEqual({ is: 'none' });
    expect(await omar.confirm({ ref: 'cs_nobody' })).toEqual({ is: 'unknown' });
    expect(await shop.useCases.confirmSubscription({ sessionToken: undefined, checkoutRef: checkout.ref })).toEqual({
      is: 'not-signed-in',
    });
  });

  it('is not lost when the provider is away at the return: the sweep finds it', async () => {
    const { shop, manners, dana } = await setting();
    const checkout = await dana.open();
    await dana.pay(checkout);
    manners.readSubscriptionCheckout = away;
    await expect(dana.confirm(checkout)).rejects.toThrow('away');
    delete manners.readSubscriptionCheckout;
    shop.clock.step(5 * MINUTE);
    await shop.useCases.doJob({ name: 'sweep-subscriptions' });
    expect(await dana.membership()).toMatchObject({ is: 'member' });
  });
});

describe('the return from the hosted page', () => {
  /** A subscription on its hosted page, and how often the provider has been asked about it. */
  const opened = async () => {
    const { shop, manners, usual, dana } = await setting();
    let reads = 0;
    manners.readSubscriptionCheckout = (ref) => {
      reads += 1;
      return usual.readSubscriptionCheckout(ref);
    };
    manners.readSubscription = (ref) => {
      reads += 1;
      return usual.readSubscription(ref);
    };
    return { shop, manners, dana, checkout: await dana.open(), reads: () => reads };
  };

  it('has the provider asked once in a second, while nothing is paid', async () => {
    const { shop, dana, checkout, reads } = await opened();
    const crowd = () => Promise.all(Array.from({ length: 20 }, () => dana.confirm(checkout)));
    expect([...(await crowd()), ...(await crowd())].every(({ is }) => is === 'processing')).toBe(true);
    expect(reads()).toBe(1);
    shop.clock.step(SECOND - 1);
    await crowd();
    expect(reads()).toBe(1);
    shop.clock.step(1);
    await crowd();
    expect(reads()).toBe(2);
  });

  it('has the provider asked once in a second also when the subscription has begun', async () => {
    const { dana, checkout, reads } = await opened();
    await dana.pay(checkout);
    expect(await dana.confirm(checkout)).toMatchObject({ is: 'subscribed' });
    const before = reads();
    for (let time = 0; time < 20; time += 1) expect(await dana.confirm(checkout)).toMatchObject({ is: 'subscribed' });
    expect(reads()).toBe(before + 1);
  });

  it('hears of a payment that was made meanwhile when it asks again', async () => {
    const { shop, dana, checkout } = await opened();
    await dana.confirm(checkout);
    await dana.pay(checkout);
    shop.clock.step(Math.min(...PATIENCE));
    expect(await dana.confirm(checkout)).toMatchObject({ is: 'subscribed' });
  });

  it('keeps no notification from settling at once, and tells of it at once', async () => {
    const { shop, dana, checkout } = await opened();
    expect(await dana.confirm(checkout)).toEqual({ is: 'processing' });
    await dana.pay(checkout);
    await shop.useCases.receiveNotification(notified({ type: 'checkout.paid', checkout: checkout.ref }, 'evt'));
    await shop.queue.drain();
    expect(await dana.confirm(checkout)).toMatchObject({ is: 'subscribed' });
  });
});

describe('access', () => {
  it('follows a renewal, whoever tells of it', async () => {
    const { shop, dana } = await setting();
    await dana.becomeSubscriber();
    await dana.happens('renewal paid');
    const [provided] = await dana.provided();
    await shop.useCases.receiveNotification(
      notified({ type: 'subscription.changed', subscription: provided?.id ?? '' }, 'evt-renewed'),
    );
    await shop.queue.drain();
    expect(await dana.membership()).toMatchObject({ renewsAt: provided?.paidThrough });
  });

  it('follows a renewal that nobody has told of within the hour', async () => {
    const { shop, dana } = await setting();
    await dana.becomeSubscriber();
    await dana.happens('renewal paid');
    shop.clock.step(HOUR);
    await shop.useCases.doJob({ name: 'sweep-subscriptions' });
    expect(await dana.membership()).toMatchObject({ renewsAt: (await dana.provided())[0]?.paidThrough });
  });

  it('costs the provider one question an hour', async () => {
    const { shop, manners, usual, dana } = await setting();
    await dana.becomeSubscriber();
    let asked = 0;
    manners.readSubscription = (ref) => {
      asked += 1;
      return usual.readSubscription(ref);
    };
    for (let minute = 0; minute < 121; minute += 1) {
      shop.clock.step(MINUTE);
      await shop.useCases.doJob({ name: 'sweep-subscriptions' });
    }
    expect(asked).toBe(2);
  });

  it('costs no more than two questions when a renewal is read: what has changed, and that no more has', async () => {
    const { shop, manners, usual, dana } = await setting();
    await dana.becomeSubscriber();
    await shop.queue.drain();
    let asked = 0;
    manners.readSubscription = (ref) => {
      asked += 1;
      return usual.readSubscription(ref);
    };
    await dana.happens('renewal paid');
    shop.clock.step(HOUR);
    await shop.useCases.doJob({ name: 'sweep-subscriptions' });
    await shop.queue.drain();
    expect(asked).toBe(2);
  });

  it('outlasts a failed renewal by 3 days, of which the subscriber is told once', async () => {
    const { shop, dana } = await setting();
    await dana.becomeSubscriber();
    await dana.happens('renewal failed');
    shop.clock.step(HOUR);
    for (let times = 0; times < 3; times += 1) {
      shop.queue.add({ name: 'sweep-subscriptions' });
      await shop.queue.drain();
    }
    expect(await dana.membership()).toMatchObject({ isOverdue: true, accessUntil: NOW + 3 * DAY });
    expect((await mailTo(shop, dana.email)).map(({ subject }) => subject)).toEqual([
      'Your Lead Vault payment failed',
      BEGUN,
    ]);
    shop.clock.set(NOW + 3 * DAY - 1);
    expect(await dana.membership()).toMatchObject({ is: 'member' });
    shop.clock.set(NOW + 3 * DAY);
    expect(await dana.membership()).toEqual({ is: 'none' });
  });

  it('honours the paid month when the provider ends the subscription at once', async () => {
    const { shop, dana } = await setting();
    await dana.becomeSubscriber();
    await dana.happens('ended');
    shop.clock.step(2 * HOUR);
    await shop.useCases.doJob({ name: 'sweep-subscriptions' });
    expect((await dana.stored()).map(({ progress }) => progress.state)).toEqual(['ended']);
    expect(await dana.membership()).toMatchObject({ is: 'member', renewsAt: undefined });
  });

  it('is not changed back by an answer that was asked for earlier and came later', async () => {
    const { shop, manners, usual, dana } = await setting();
    await dana.becomeSubscriber();
    const [stored] = await dana.stored();
    const { promise: isAsked, resolve: onAsked } = Promise.withResolvers<() => void>();
    const old: SubscriptionReading = {
      status: 'active',
      paidThrough: NOW + 400 * DAY,
      endsAt: undefined,
      startedAt: NOW,
      payerRef: 'payer',
      paymentRef: undefined,
      isTakenBack: false,
      paidAt: undefined,
    };
    let asked = 0;
    manners.readSubscription = (ref) => {
      asked += 1;
      if (asked > 1) {
        delete manners.readSubscription;
        return usual.readSubscription(ref);
      }
      return new Promise((resolve) => {
        onAsked(() => resolve(old));
      });
    };
    // In another process, as here one waits for the other.
    const slow = settleSubscription(shop.outside)(stored?.id ?? '');
    const answer = await isAsked;
    await dana.happens('renewal failed');
    await shop.useCases.doJob({ name: 'settle-subscription', subscriptionId: stored?.id ?? '' });
    const [before] = await dana.stored();
    answer();
    await slow;
    expect(await dana.membership()).toMatchObject({ isOverdue: true });
    expect(await dana.stored()).toEqual([before]);
  });
});

describe('unsubscribing', () => {
  it('ends the subscription with the paid month, to which access lasts', async () => {
    const { shop, dana } = await setting();
    await dana.becomeSubscriber();
    const paidThrough = (await dana.provided())[0]?.paidThrough ?? 0;
    const outcome = await dana.unsubscribe();
    expect(outcome).toMatchObject({ is: 'done', membership: { accessUntil: paidThrough, renewsAt: undefined } });
    shop.clock.set(paidThrough - 1);
    await dana.signInAgain();
    expect(await dana.membership()).toMatchObject({ is: 'member' });
    shop.clock.set(paidThrough);
    await shop.useCases.doJob({ name: 'sweep-subscriptions' });
    expect(await dana.membership()).toEqual({ is: 'none' });
    expect((await dana.provided())[0]?.payments).toHaveLength(1);
  });

  it('twice is the same as once', async () => {
    const { dana } = await setting();
    await dana.becomeSubscriber();
    expect(await dana.unsubscribe()).toEqual(await dana.unsubscribe());
  });

  it('is taken back by Keep my subscription, without a new payment', async () => {
    const { dana } = await setting();
    await dana.becomeSubscriber();
    await dana.unsubscribe();
    const renewsAt = (await dana.provided())[0]?.paidThrough;
    expect(await dana.keep()).toMatchObject({ is: 'done', membership: { renewsAt } });
    expect(await dana.keep()).toMatchObject({ is: 'done' });
    expect((await dana.provided())[0]?.payments).toHaveLength(1);
  });

  it('an overdue subscription ends it at once', async () => {
    const { dana } = await setting();
    await dana.becomeSubscriber();
    await dana.happens('renewal failed');
    expect(await dana.unsubscribe()).toMatchObject({ is: 'done', membership: { is: 'none' } });
  });

  it('an overdue subscription again is done as long as its grace would have lasted: the first answer may have been lost', async () => {
    const { shop, dana } = await setting();
    await dana.becomeSubscriber();
    await dana.happens('renewal failed');
    const once = await dana.unsubscribe();
    expect(await dana.unsubscribe()).toEqual(once);
    expect(await dana.keep()).toEqual({ is: 'not-subscribed' });
    shop.clock.set(NOW + RENEWAL_GRACE - 1);
    expect(await dana.unsubscribe()).toEqual(once);
    shop.clock.set(NOW + RENEWAL_GRACE);
    expect(await dana.unsubscribe()).toEqual({ is: 'not-subscribed' });
  });

  it('and keeping are for subscribers', async () => {
    const { shop, dana } = await setting();
    for (const about of [async () => {}, dana.open]) {
      await about();
      expect(await dana.unsubscribe()).toEqual({ is: 'not-subscribed' });
      expect(await dana.keep()).toEqual({ is: 'not-subscribed' });
    }
    expect(await shop.useCases.unsubscribe(undefined)).toEqual({ is: 'not-signed-in' });
    expect(await shop.useCases.keepSubscription('x')).toEqual({ is: 'not-signed-in' });
  });

  it('is done when the provider has ended it already, and over with what is paid; there is nothing to keep', async () => {
    const { shop, dana } = await setting();
    await dana.becomeSubscriber();
    const { paidThrough = 0 } = (await dana.provided())[0] ?? {};
    await dana.happens('ended');
    shop.clock.step(2 * HOUR);
    await shop.useCases.doJob({ name: 'sweep-subscriptions' });
    expect(await dana.unsubscribe()).toMatchObject({ is: 'done', membership: { accessUntil: paidThrough } });
    expect(await dana.keep()).toEqual({ is: 'not-subscribed' });
    shop.clock.set(paidThrough);
    await dana.signInAgain();
    expect(await dana.unsubscribe()).toEqual({ is: 'not-subscribed' });
  });

  it('that came too late cannot be taken back', async () => {
    const { dana } = await setting();
    await dana.becomeSubscriber();
    await dana.unsubscribe();
    await dana.happens('ended');
    expect(await dana.keep()).toEqual({ is: 'not-subscribed' });
  });
});
