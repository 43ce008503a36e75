import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate } from 'node:timers/promises';

import { describe, expect, it } from 'vitest';

import { DAY, HOUR, MINUTE } from '#domain/instant.ts';
import { ProviderRefused, ProviderUnavailable, UnknownCheckout } from '#application/ports/payment-provider.ts';
import type { OpenedCheckout } from '#application/ports/payment-provider.ts';
import type { SubscriptionCheckout } from '#application/ports/subscription-provider.ts';
import { away, mailTo, shopWith } from './buyer.ts';
import { NOW, openShop } from './shop.ts';
import { BEGUN, GOES_BACK, somebodyIn } from './subscriber.ts';

const setting = async () => {
  const { shop, manners, usual } = await shopWith();
  return { shop, manners, usual, dana: await somebodyIn(shop) };
};

describe('subscribing', () => {
  it('opens a hosted page for $39 a month; paid there, the vault is open', async () => {
    const { dana } = await setting();
    const checkout = await dana.open();
    expect(await dana.membership()).toEqual({ is: 'none' });
    await dana.pay(checkout);
    expect(await dana.confirm(checkout)).toEqual({ is: 'subscribed', goesOn: false });
    expect(await dana.membership()).toMatchObject({ is: 'member', since: NOW, isOverdue: false });
    expect(await dana.provided()).toMatchObject([{ amount: 3_900, state: 'active', payments: [{ amount: 3_900 }] }]);
  });

  it('is for signed-in users only', async () => {
    const { shop } = await setting();
    const nobody = { sessionToken: undefined, successUrl: 'https://shop.example/', cancelUrl: 'https://shop.example/' };
    expect(await shop.useCases.subscribe(nobody)).toEqual({ is: 'not-signed-in' });
    expect(await shop.useCases.subscribe({ ...nobody, sessionToken: 'x' })).toEqual({ is: 'not-signed-in' });
  });

  it('is refused to whoever is subscribed already', async () => {
    const { dana } = await setting();
    await dana.becomeSubscriber();
    expect(await dana.subscribe()).toEqual({ is: 'already-subscribed' });
    expect(await dana.stored()).toHaveLength(1);
  });

  it('again, while the subscription is about to end, keeps it without a new payment', async () => {
    const { dana } = await setting();
    await dana.becomeSubscriber();
    await dana.unsubscribe();
    expect(await dana.subscribe()).toMatchObject({ is: 'kept' });
    expect(await dana.membership()).toMatchObject({ is: 'member', renewsAt: (await dana.provided())[0]?.paidThrough });
    expect((await dana.provided())[0]?.payments).toHaveLength(1);
  });

  it('again, just as the provider ends the subscription, says that nothing goes on', async () => {
    const { manners, usual, dana } = await setting();
    await dana.becomeSubscriber();
    await dana.unsubscribe();
    manners.keepGoing = async (ref) => {
      await dana.happens('ended');
      return usual.keepGoing(ref);
    };
    expect(await dana.subscribe()).toEqual({ is: 'already-subscribed' });
    expect(await dana.membership()).toMatchObject({ is: 'member', renewsAt: undefined });
  });

  it('in a second tab closes the page of the first, so that one checkout is open', async () => {
    const { dana } = await setting();
    const first = await dana.open();
    const second = await dana.open();
    expect(await dana.pay(first)).toBe(false);
    expect(await dana.confirm(first)).toEqual({
      is: 'failed',
      message: 'This checkout was closed before it was paid. Your card was not charged.',
    });
    expect(await dana.pay(second)).toBe(true);
    expect(await dana.confirm(second)).toMatchObject({ is: 'subscribed' });
  });

  it('in a second tab after the first was paid finds the subscription, though nobody has told of it', async () => {
    const { dana } = await setting();
    await dana.pay(await dana.open());
    expect(await dana.subscribe()).toEqual({ is: 'already-subscribed' });
    expect(await dana.membership()).toMatchObject({ is: 'member' });
  });

  it('in five tabs at the same moment gets a page in each, of which the last can be paid', async () => {
    const { manners, usual, dana } = await setting();
    manners.openSubscription = async (wish) => {
      await setImmediate();
      return usual.openSubscription(wish);
    };
    const opened = await Promise.all(Array.from({ length: 5 }, () => dana.open()));
    const paid: boolean[] = [];
    for (const checkout of opened) paid.push(await dana.pay(checkout));
    expect(paid).toEqual([false, false, false, false, true]);
    expect((await dana.stored()).filter(({ progress }) => progress.state === 'open')).toHaveLength(1);
  });

  it('waits for nobody else, and for no tab that has come to nothing', async () => {
    const { shop, manners, usual, dana } = await setting();
    const eve = await somebodyIn(shop, 'eve@example.com');
    const trouble = Promise.withResolvers<OpenedCheckout>();
    manners.openSubscription = (wish) =>
      wish.payer.id === eve.accountId ? usual.openSubscription(wish) : trouble.promise;
    const outcomes = [dana.subscribe(), dana.subscribe()];
    expect((await eve.subscribe()).is).toBe('opened');
    delete manners.openSubscription;
    trouble.reject(new ProviderUnavailable('away'));
    expect((await Promise.all(outcomes)).map(({ is }) => is)).toEqual(['payments-unavailable', 'opened']);
  });

  it('from many processes at the same moment leaves one open checkout at most, and it can be paid', async () => {
    const { dana } = await setting();
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => dana.tabElsewhere().subscribe()));
    const opened = outcomes.flatMap((outcome) => (outcome.is === 'opened' ? [outcome.checkout] : []));
    const paid: boolean[] = [];
    for (const checkout of opened) paid.push(await dana.pay(checkout));
    expect(paid.filter(Boolean).length).toBeLessThanOrEqual(1);
    if (!paid.includes(true)) await dana.pay(await dana.open());
    for (const { checkout } of await dana.stored()) await dana.confirm({ ref: checkout?.ref ?? '' });
    expect((await dana.stored()).filter(({ progress }) => progress.state === 'live')).toHaveLength(1);
    expect((await dana.provided()).filter(({ state }) => state === 'active')).toHaveLength(1);
  });

  it('in a tab whose page was still being opened leaves that page closed, and the tab of another process can pay', async () => {
    const { shop, manners, dana } = await setting();
    const usual = shop.outside.payments.openSubscription;
    const late: OpenedCheckout[] = [];
    const others: OpenedCheckout[] = [];
    manners.openSubscription = async (wish) => {
      delete manners.openSubscription;
      const opened = await usual(wish);
      others.push(await dana.tabElsewhere().open());
      late.push(opened);
      return opened;
    };
    expect(await dana.subscribe()).toEqual({ is: 'payments-unavailable' });
    for (const checkout of late) expect(await dana.pay(checkout)).toBe(false);
    for (const checkout of others) expect(await dana.pay(checkout)).toBe(true);
    expect([late.length, others.length]).toEqual([1, 1]);
  });

  it('in a tab that looks just before the page of another process opens closes that page, so that one can be paid', async () => {
    /** What happens before each of the next transactions. */
    const before: (() => Promise<unknown>)[] = [];
    const { shop, manners } = await shopWith({
      around: (outside) => ({
        ...outside,
        atomically: async (work) => {
          await before.shift()?.();
          return outside.atomically(work);
        },
      }),
    });
    const dana = await somebodyIn(shop);
    const usual = shop.outside.payments.openSubscription;
    const [isOpen, isTold] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    manners.openSubscription = async (wish) => {
      delete manners.openSubscription;
      const checkout = await usual(wish);
      isOpen.resolve();
      await isTold.promise;
      return checkout;
    };
    const first = dana.open();
    await isOpen.promise;
    const look = async (): Promise<void> => {};
    before.push(look, async () => {
      isTold.resolve();
      await first;
    });
    const second = await dana.tabElsewhere().open();
    expect([await dana.pay(await first), await dana.pay(second)]).toEqual([false, true]);
    expect(await dana.confirm(second)).toMatchObject({ is: 'subscribed' });
  });

  it('finds a subscription that a tab of another process has paid for at the very last moment', async () => {
    let between: (() => Promise<unknown>) | undefined;
    let isHeld = false;
    const shop = await openShop({
      around: (outside) => ({
        ...outside,
        secrets: {
          ...outside.secrets,
          id: () => {
            isHeld = between !== undefined;
            return outside.secrets.id();
          },
        },
        // Between the look at what there is and the new subscription, something happens.
        atomically: async (work) => {
          const happening = isHeld ? between : undefined;
          if (happening !== undefined) [isHeld, between] = [false, undefined];
          await happening?.();
          return outside.atomically(work);
        },
      }),
    });
    const dana = await somebodyIn(shop);
    between = dana.tabElsewhere().becomeSubscriber;
    expect(await dana.subscribe()).toEqual({ is: 'already-subscribed' });
    expect(await dana.stored()).toHaveLength(1);
  });

  it('tells the provider of one customer, however often somebody subscribes', async () => {
    const { shop, manners, dana } = await setting();
    await dana.becomeSubscriber();
    await dana.unsubscribe();
    shop.clock.step(40 * DAY);
    await dana.signInAgain();
    const payers: SubscriptionCheckout['payer'][] = [];
    const usual = shop.outside.payments.openSubscription;
    manners.openSubscription = (wish) => {
      payers.push(wish.payer);
      delete manners.openSubscription;
      return usual(wish);
    };
    await dana.open();
    expect(payers).toMatchObject([{ id: dana.accountId, email: dana.email }]);
    expect(payers[0]?.ref).toMatch(/^cus_sim_/);
  });

  it('says so when the provider is away, and works once it is back', async () => {
    const { manners, dana } = await setting();
    manners.openSubscription = away;
    expect(await dana.subscribe()).toEqual({ is: 'payments-unavailable' });
    expect(await dana.stored()).toEqual([]);
    delete manners.openSubscription;
    await dana.becomeSubscriber();
  });

  it('gets past a checkout that the provider has forgotten', async () => {
    const { manners, dana } = await setting();
    await dana.open();
    manners.closeCheckout = () => Promise.reject(new UnknownCheckout('gone'));
    expect((await dana.subscribe()).is).toBe('opened');
  });

  it('that never got its hosted page is given up once none can come any more, and not before', async () => {
    const { shop, dana } = await setting();
    await shop.outside.atomically(({ subscriptions }) =>
      subscriptions.add({
        id: shop.outside.secrets.id(),
        accountId: dana.accountId,
        openedAt: NOW,
        checkout: undefined,
        revision: 0,
        check: { at: NOW, count: 0 },
        progress: { state: 'open' },
      }),
    );
    const statesIn = async (time: number) => {
      shop.clock.step(time);
      await shop.useCases.doJob({ name: 'sweep-subscriptions' });
      return (await dana.stored()).map(({ progress }) => progress.state);
    };
    expect([await statesIn(9 * MINUTE), await statesIn(2 * MINUTE)]).toEqual([['open'], []]);
  });

  it('calls the provider never inside a transaction', async () => {
    const transaction = new AsyncLocalStorage<true>();
    const inside: string[] = [];
    const shop = await openShop({
      around: (outside) => ({
        ...outside,
        atomically: (work) => outside.atomically((repositories) => transaction.run(true, () => work(repositories))),
        payments: new Proxy(outside.payments, {
          get: (target, name, receiver) => {
            if (transaction.getStore() === true) inside.push(String(name));
            return Reflect.get(target, name, receiver) as unknown;
          },
        }),
      }),
    });
    const dana = await somebodyIn(shop);
    await dana.becomeSubscriber();
    await dana.unsubscribe();
    await dana.keep();
    expect(inside).toEqual([]);
  });
});

describe('an overdue subscriber', () => {
  it('can subscribe anew: once paid, the new subscription takes the place of the old one, and the run goes on', async () => {
    const { shop, dana } = await setting();
    await dana.becomeSubscriber();
    shop.clock.step(20 * DAY);
    await dana.signInAgain();
    await dana.happens('renewal failed');
    const checkout = await dana.open();
    expect(await dana.membership()).toMatchObject({ is: 'member', isOverdue: true });
    await dana.pay(checkout);
    expect(await dana.confirm(checkout)).toMatchObject({ is: 'subscribed' });
    expect(await dana.membership()).toMatchObject({ is: 'member', isOverdue: false, since: NOW });
    await shop.queue.drain();
    const provided = await dana.provided();
    expect(provided.map(({ state }) => state)).toEqual(['active', 'ended']);
    expect(provided.flatMap(({ payments }) => payments).filter(({ refundedAt }) => refundedAt !== null)).toEqual([]);
  });
});

describe('a second subscription that was paid all the same', () => {
  /** Two that are paid for, though one account has one open checkout: the older is the stray one. */
  const paidTwice = async () => {
    const { shop, manners, usual, dana } = await setting();
    const stray = await dana.open();
    // The provider was asked to close the page, but the buyer was faster and it told us so too late.
    await shop.outside.atomically(async ({ subscriptions }) => {
      const [open] = await subscriptions.findOfAccount(dana.accountId);
      if (open !== undefined) await subscriptions.save({ ...open, progress: { state: 'abandoned', abandonedAt: NOW } });
    });
    await dana.becomeSubscriber();
    await dana.pay(stray);
    await shop.outside.atomically(async ({ subscriptions }) => {
      const one = await subscriptions.findByCheckout(stray.ref);
      if (one !== undefined) await subscriptions.save({ ...one, progress: { state: 'open' } });
    });
    const subjects = async () => (await mailTo(shop, dana.email)).map(({ subject }) => subject);
    return { shop, manners, usual, dana, stray, subjects };
  };

  it('ends by itself, its payment goes back, and its owner is told; the first goes on', async () => {
    const { shop, dana, stray, subjects } = await paidTwice();
    expect(await dana.confirm(stray)).toMatchObject({ is: 'failed' });
    await shop.queue.drain();
    const provided = await dana.provided();
    expect(provided.filter(({ state }) => state === 'active')).toHaveLength(1);
    const ended = provided.find(({ state }) => state === 'ended');
    expect(ended?.payments).toMatchObject([{ refundedAt: NOW }]);
    expect(await dana.membership()).toMatchObject({ is: 'member', isOverdue: false });
    expect(await subjects()).toEqual(['Your second payment goes back', BEGUN]);
    const [letter] = await mailTo(shop, dana.email);
    expect(letter?.text).toContain('You paid for the Lead Vault twice. One of the two subscriptions has ended');
    expect(letter?.text).toContain('Your other subscription goes on as before.');
  });

  it('is no subscription that has ended: who comes back from its page reads that the payment goes back', async () => {
    const { shop, dana, stray } = await paidTwice();
    const failed = { is: 'failed', message: GOES_BACK };
    expect(await dana.confirm(stray)).toEqual(failed);
    await shop.queue.drain();
    shop.clock.step(HOUR);
    expect(await dana.confirm(stray)).toEqual(failed);
  });

  it('is said to be going back as long as its refund is not made', async () => {
    const { manners, dana, stray } = await paidTwice();
    manners.refund = async () => 'pending';
    expect(await dana.confirm(stray)).toEqual({
      is: 'failed',
      message: 'You are already subscribed. This second payment is being sent back to you.',
    });
  });

  it('has its refund asked for again until it is made, and its owner is told then, once', async () => {
    const { shop, manners, dana, stray, subjects } = await paidTwice();
    let asked = 0;
    manners.refund = async () => {
      asked += 1;
      return 'pending';
    };
    await dana.confirm(stray);
    const sweep = async () => {
      shop.clock.step(HOUR);
      shop.queue.add({ name: 'sweep-subscriptions' });
      await shop.queue.drain();
    };
    await sweep();
    const before = asked;
    await sweep();
    expect(asked).toBeGreaterThan(before);
    expect(await subjects()).toEqual([BEGUN]);
    expect((await dana.stored()).map(({ progress }) => progress.state)).toContain('unwanted');
    delete manners.refund;
    for (let time = 0; time < 2; time += 1) await sweep();
    expect(await subjects()).toEqual(['Your second payment goes back', BEGUN]);
    expect((await dana.stored()).map(({ progress }) => progress.state).toSorted()).toEqual(['ended', 'live']);
    expect((await dana.provided()).find(({ state }) => state === 'ended')?.payments).toMatchObject([
      { refundedAt: NOW + 3 * HOUR },
    ]);
  });

  it("whose payment was taken by its payer's bank first is over: no refund is asked for any more, or told", async () => {
    const { shop, manners, usual, dana, stray, subjects } = await paidTwice();
    const ref = stray.ref.replace('cs_', 'sub_');
    manners.readSubscription = async (one) => {
      const reading = await usual.readSubscription(one);
      return one === ref ? { ...reading, isTakenBack: true, paidThrough: reading.startedAt } : reading;
    };
    let asked = 0;
    manners.refund = () => {
      asked += 1;
      return Promise.reject(new ProviderRefused('disputed'));
    };
    expect(await dana.confirm(stray)).toEqual({ is: 'failed', message: GOES_BACK });
    await shop.queue.drain();
    expect((await dana.stored()).map(({ progress }) => progress.state).toSorted()).toEqual(['ended', 'live']);
    expect([asked, await subjects()]).toEqual([1, [BEGUN]]);
    expect(await shop.useCases.reconcile({ who: 'kim' })).toMatchObject({ mended: [], failures: [] });
  });

  it('that cannot be ended has the payment of each further month sent back, too', async () => {
    const { shop, manners, dana, stray } = await paidTwice();
    manners.endAtOnce = away;
    await expect(dana.confirm(stray)).rejects.toThrow('away');
    shop.clock.step(31 * DAY);
    delete manners.endAtOnce;
    shop.queue.add({ name: 'sweep-subscriptions' });
    await shop.queue.drain();
    const ref = stray.ref.replace('cs_', 'sub_');
    const provided = (await dana.provided()).find(({ id }) => id === ref);
    expect(provided).toMatchObject({ state: 'ended', payments: [{ refundedAt: NOW }, { refundedAt: shop.clock() }] });
  });

  it('whose refund fails, too, where it cannot be ended is told by the end that fails', async () => {
    const { manners, dana, stray } = await paidTwice();
    manners.endAtOnce = away;
    manners.refund = () => Promise.reject(new ProviderRefused('no money there'));
    await expect(dana.confirm(stray)).rejects.toThrow('away');
  });

  it('is asked to be refunded until it is while the provider refuses, and has the money', async () => {
    const { shop, manners, dana, stray, subjects } = await paidTwice();
    manners.refund = () => Promise.reject(new ProviderRefused('no money there'));
    await expect(dana.confirm(stray)).rejects.toThrow('no money there');
    delete manners.refund;
    await shop.queue.drain();
    expect((await dana.stored()).map(({ progress }) => progress.state).toSorted()).toEqual(['ended', 'live']);
    expect(await subjects()).toEqual(['Your second payment goes back', BEGUN]);
  });
});
