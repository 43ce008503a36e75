import { describe, expect, it } from 'vitest';

import { DAY, HOUR, MINUTE } from '#domain/instant.ts';
import { RENEWAL_GRACE } from '#domain/subscription.ts';
import { isUnfinishedSubscription } from '#domain/subscription-check.ts';
import type { OpenedCheckout } from '#application/ports/payment-provider.ts';
import { mailTo } from './buyer.ts';
import { unreliable } from './power.ts';
import type { Trouble } from './power.ts';
import { NOW, openShop } from './shop.ts';
import type { Shop } from './shop.ts';
import { RETURNED, somebodyIn } from './subscriber.ts';

type Scene = {
  readonly shop: Shop;
  readonly dana: Awaited<ReturnType<typeof somebodyIn>>;
  readonly patiently: <T>(ask: () => Promise<T>) => Promise<T | undefined>;
  readonly subscribe: () => Promise<unknown>;
  readonly sweepUntilQuiet: () => Promise<void>;
};

/** Two tabs, a payment, leaving and staying, a renewal that fails, and a payment anew. */
const paidAnew = async ({ shop, dana, patiently, subscribe, sweepUntilQuiet }: Scene): Promise<void> => {
  await subscribe();
  await patiently(dana.unsubscribe);
  await patiently(dana.keep);
  await sweepUntilQuiet();
  shop.clock.set(NOW + DAY);
  await dana.happens('renewal failed');
  shop.clock.step(HOUR);
  await sweepUntilQuiet();
  await subscribe();
  shop.clock.step(2 * HOUR);
  await sweepUntilQuiet();
};

/** A renewal that fails, and nobody minds until the grace is over; then the provider tries the card again. */
const neverPaid = async ({ shop, dana, subscribe, sweepUntilQuiet }: Scene): Promise<void> => {
  await subscribe();
  await dana.happens('renewal failed');
  shop.clock.step(HOUR);
  await sweepUntilQuiet();
  shop.clock.step(RENEWAL_GRACE);
  await sweepUntilQuiet();
  shop.clock.step(HOUR);
  await sweepUntilQuiet();
  await dana.happens('renewal paid');
  shop.clock.step(2 * HOUR);
  await sweepUntilQuiet();
};

/** The provider ends the subscription, and an older bill is paid after that. */
const paidLate = async ({ shop, dana, patiently, subscribe, sweepUntilQuiet }: Scene): Promise<void> => {
  await subscribe();
  const [{ id } = { id: 'none' }] = await dana.provided();
  for (const happening of ['ended', 'paid late'] as const) {
    await dana.happens(happening);
    const news = shop.news({ type: 'subscription.changed', subscription: id }, `evt-${happening}`);
    await patiently(() => shop.useCases.receiveNotification(news));
    shop.clock.step(HOUR);
    await sweepUntilQuiet();
  }
};

/**
 * A subscriber's time. `trouble` is one call that fails on the way; people and providers try once more, and the sweep goes on.
 */
const subscriberTime = async (story: (scene: Scene) => Promise<void>, trouble?: Trouble) => {
  let isOn = false;
  const power = unreliable(trouble);
  const shop = await openShop({
    // Signing up and in is another story.
    around: (outside) => {
      const troubled = power.around(outside);
      return {
        ...outside,
        atomically: (work) => (isOn ? troubled : outside).atomically(work),
        payments: new Proxy(outside.payments, {
          get: (_target, name) => Reflect.get((isOn ? troubled : outside).payments, name) as unknown,
        }),
      };
    },
  });
  const dana = await somebodyIn(shop);
  isOn = true;

  const patiently = async <T>(ask: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await ask();
    } catch {
      power.restore();
      return ask().catch(() => undefined);
    }
  };
  const sweepUntilQuiet = async (): Promise<void> => {
    for (let round = 0; round < 4; round += 1) {
      power.restore();
      shop.clock.step(2 * MINUTE);
      shop.queue.add({ name: 'sweep-subscriptions' });
      await shop.queue.drain();
    }
  };
  const subscribe = async (): Promise<OpenedCheckout | undefined> => {
    const first = await patiently(dana.open);
    const second = await patiently(dana.open);
    for (const checkout of [first, second]) if (checkout !== undefined) await dana.pay(checkout);
    const last = second ?? first;
    if (last !== undefined) await patiently(() => dana.confirm(last));
    await sweepUntilQuiet();
    return last;
  };

  await story({ shop, dana, patiently, subscribe, sweepUntilQuiet });

  isOn = false;
  const provided = await dana.provided();
  const live = (await dana.stored()).filter(({ progress }) => progress.state === 'live');
  return {
    calls: power.calls(),
    end: {
      active: provided.filter(({ state }) => state === 'active').length,
      overdue: provided.filter(({ state }) => state === 'overdue').length,
      paid: provided.flatMap(({ payments }) => payments).filter(({ refundedAt }) => refundedAt === null).length,
      live: live.length,
      unfinished: (await dana.stored()).filter((one) => isUnfinishedSubscription(one)).length - live.length,
      sameAsProvided: live.every(({ progress }) =>
        provided.some(
          ({ id, paidThrough, endsAt }) =>
            progress.state === 'live' &&
            progress.ref === id &&
            progress.paidThrough === paidThrough &&
            (progress.endsAt ?? null) === endsAt,
        ),
      ),
      returns: (await mailTo(shop, dana.email)).filter(({ subject }) => subject === RETURNED).length,
      membership: await dana.membership().then((found) => (found?.is === 'member' ? found.isOverdue : 'none')),
    },
  };
};

const OVER = {
  active: 0,
  overdue: 0,
  paid: 1,
  live: 0,
  unfinished: 0,
  sameAsProvided: true,
  returns: 0,
  membership: 'none',
};

const WELL = { ...OVER, active: 1, paid: 2, live: 1, membership: false };

const RETURNED_ONCE = { ...OVER, returns: 1, membership: false };

describe.each([
  ['one subscription, paid once each time, and access to it', paidAnew, WELL],
  ['no subscription and no access after a renewal that was never paid, and nothing taken for it', neverPaid, OVER],
  ['what was paid late sent back, told once, and access to the end of what was paid before', paidLate, RETURNED_ONCE],
] as const)("a subscriber's time ends with %s", (_end, story, expected) => {
  it('as it goes', async () => {
    expect((await subscriberTime(story)).end).toEqual(expected);
  });

  it.each([
    ['before it is done', 'before', 'blip'],
    ['after it is done, its answer lost', 'after', 'blip'],
    ['after it is done, as the process ends', 'after', 'cut'],
  ] as const)('ends the same when any call fails %s', async (_, when, kind) => {
    const { calls } = await subscriberTime(story);
    const others: unknown[] = [];
    for (let call = 1; call <= calls; call += 1) {
      const { end } = await subscriberTime(story, { call, when, kind });
      if (JSON.stringify(end) !== JSON.stringify(expected)) others.push({ call, end });
    }
    expect(others).toEqual([]);
  });
});
