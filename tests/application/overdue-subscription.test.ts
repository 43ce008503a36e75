import { describe, expect, it } from 'vitest';

import { renew } from '#adapters/simulated-checkout/subscription.ts';
import { DAY, HOUR, MINUTE } from '#domain/instant.ts';
import { RENEWAL_GRACE } from '#domain/subscription.ts';
import { away, mailTo, shopWith } from './buyer.ts';
import { NOW, SHOP_URL } from './shop.ts';
import { BEGUN, ENDING, RESUMED, somebodyIn } from './subscriber.ts';

const FAILED = 'Your Lead Vault payment failed';

/** Dana, whose renewal has failed at `NOW`, in a shop that gives so much grace. */
const overdue = async (renewalGrace = RENEWAL_GRACE) => {
  const { shop, manners, usual } = await shopWith({ around: (outside) => ({ ...outside, renewalGrace }) });
  const dana = await somebodyIn(shop);
  await dana.becomeSubscriber();
  await dana.happens('renewal failed');
  const sweep = async () => {
    shop.queue.add({ name: 'sweep-subscriptions' });
    await shop.queue.drain();
  };
  /** The sweep of each hour until then. */
  const pass = async (milliseconds: number): Promise<void> => {
    for (let passed = 0; passed < milliseconds; passed += HOUR) {
      shop.clock.step(HOUR);
      await sweep();
    }
  };
  /** The provider tries the card of this subscription again, and the bank lets it. */
  const retry = (ref: string) => shop.monthly.change(ref, (one) => renew(one, shop.clock()));
  const payments = async () => (await dana.provided()).flatMap((one) => one.payments);
  const states = async () => (await dana.stored()).map(({ progress }) => progress.state);
  return { shop, manners, usual, dana, sweep, pass, retry, payments, states };
};

describe('a subscription whose renewal failed', () => {
  it('ends at the provider with the grace: a card that is tried again pays nothing', async () => {
    const { dana, pass, payments, states } = await overdue();
    await pass(RENEWAL_GRACE - HOUR);
    expect((await dana.provided()).map(({ state }) => state)).toEqual(['overdue']);
    await pass(HOUR);
    expect((await dana.provided()).map(({ state }) => state)).toEqual(['ended']);
    await dana.happens('renewal paid');
    expect(await payments()).toHaveLength(1);
    expect(await states()).toEqual(['ended']);
    expect(await dana.membership()).toEqual({ is: 'none' });
  });

  it('comes back when the provider tries the card again before the grace is over', async () => {
    const { dana, pass, payments } = await overdue();
    await pass(RENEWAL_GRACE - HOUR);
    await dana.happens('renewal paid');
    await pass(HOUR);
    expect(await dana.membership()).toMatchObject({ is: 'member', isOverdue: false, since: NOW });
    expect(await payments()).toHaveLength(2);
  });

  it('and was paid while nobody looked comes back too: whoever has paid has access', async () => {
    const { shop, dana, sweep, pass } = await overdue();
    await pass(HOUR);
    shop.clock.step(RENEWAL_GRACE + DAY);
    await dana.happens('renewal paid');
    await sweep();
    expect(await dana.membership()).toMatchObject({ is: 'member', isOverdue: false });
  });

  it('ends at the first notification where there is no grace, and its owner hears why', async () => {
    const { shop, dana, payments } = await overdue(0);
    const [provided] = await dana.provided();
    await shop.useCases.receiveNotification(
      shop.news({ type: 'subscription.changed', subscription: provided?.id ?? '' }, 'evt-failed'),
    );
    await shop.queue.drain();
    expect((await dana.provided()).map(({ state }) => state)).toEqual(['ended']);
    await dana.happens('renewal paid');
    expect(await payments()).toHaveLength(1);
    expect((await mailTo(shop, dana.email)).map(({ subject }) => subject)).toEqual([FAILED, BEGUN]);
    const [{ id } = { id: 'none' }] = await dana.stored();
    const changes = shop.log.lines.filter(({ event }) => event === 'subscription changed');
    expect(changes).toMatchObject(
      ['live', 'overdue', 'unwanted', 'ended'].map((outcome) => ({
        subscriptionId: id,
        userId: dana.accountId,
        outcome,
      })),
    );
  });

  it('ends also when the provider is away as the grace does', async () => {
    const { manners, pass, dana } = await overdue();
    manners.endAtOnce = away;
    await pass(RENEWAL_GRACE + HOUR);
    expect((await dana.provided()).map(({ state }) => state)).toEqual(['overdue']);
    delete manners.endAtOnce;
    await pass(HOUR);
    expect((await dana.provided()).map(({ state }) => state)).toEqual(['ended']);
  });
});

describe('a subscription that is paid anew while another one is overdue', () => {
  it('takes its place at once: its owner is a member at every moment, whatever the provider answers next', async () => {
    const { shop, manners, usual, dana, pass, states } = await overdue();
    await pass(HOUR);
    const checkout = await dana.open();
    await dana.pay(checkout);
    let readings = 0;
    manners.readSubscriptionCheckout = (ref) => (++readings > 1 ? away() : usual.readSubscriptionCheckout(ref));
    manners.endAtOnce = away;
    expect(await dana.confirm(checkout)).toEqual({ is: 'subscribed', goesOn: true });
    await shop.queue.drain();
    expect((await states()).toSorted()).toEqual(['live', 'unwanted']);
    expect(await dana.membership()).toMatchObject({ is: 'member', isOverdue: false, since: NOW });
  });
});

describe('a renewal that is paid at the last moment', () => {
  it('just before the provider is told to end the subscription brings it back', async () => {
    const { manners, usual, pass, dana, payments } = await overdue();
    let reads = 0;
    let ends = 0;
    manners.endAtOnce = async (ref) => {
      ends += 1;
      await usual.endAtOnce(ref);
    };
    await pass(RENEWAL_GRACE - HOUR);
    // The first reading finds the grace over; the second one is made to end it.
    manners.readSubscription = async (ref) => {
      reads += 1;
      if (reads === 2) await dana.happens('renewal paid');
      return usual.readSubscription(ref);
    };
    await pass(HOUR);
    const renewsAt = (await dana.provided())[0]?.paidThrough;
    expect(await dana.membership()).toMatchObject({ is: 'member', isOverdue: false, since: NOW, renewsAt });
    expect([(await payments()).length, ends]).toEqual([2, 0]);
  });

  it('while the provider is told to end the subscription buys the month that was paid', async () => {
    const { manners, usual, pass, dana, payments, shop } = await overdue();
    manners.endAtOnce = async (ref) => {
      await dana.happens('renewal paid');
      await usual.endAtOnce(ref);
    };
    await pass(RENEWAL_GRACE);
    const [provided] = await dana.provided();
    expect(provided).toMatchObject({ state: 'ended' });
    expect(await payments()).toHaveLength(2);
    expect(await dana.membership()).toMatchObject({
      is: 'member',
      accessUntil: provided?.paidThrough,
      renewsAt: undefined,
    });
    expect((await mailTo(shop, dana.email)).map(({ subject }) => subject)).toEqual([ENDING, FAILED, BEGUN]);
  });

  it.each(['before', 'while'] as const)(
    'of a subscription that gave way to a new one goes back, %s it is ended, and its owner is told',
    async (when) => {
      const { manners, usual, sweep, pass, dana, shop, retry, payments, states } = await overdue();
      await pass(HOUR);
      const [old] = await dana.provided();
      const checkout = await dana.open();
      await dana.pay(checkout);
      manners.endAtOnce = away;
      expect(await dana.confirm(checkout)).toEqual({ is: 'subscribed', goesOn: true });
      await shop.queue.drain();
      expect((await states()).toSorted()).toEqual(['live', 'unwanted']);
      if (when === 'before') await retry(old?.id ?? '');
      manners.endAtOnce = async (ref) => {
        delete manners.endAtOnce;
        if (when === 'while') await retry(old?.id ?? '');
        await usual.endAtOnce(ref);
      };
      for (let time = 0; time < 3; time += 1) {
        shop.clock.step(5 * MINUTE);
        await sweep();
      }
      expect((await states()).toSorted()).toEqual(['ended', 'live']);
      expect((await payments()).filter(({ refundedAt }) => refundedAt === null)).toHaveLength(2);
      expect((await payments()).filter(({ refundedAt }) => refundedAt !== null)).toMatchObject([
        { ref: `${old?.payments[0]?.ref}_2` },
      ]);
      expect(await dana.membership()).toMatchObject({ is: 'member', isOverdue: false });
      expect((await mailTo(shop, dana.email)).map(({ subject }) => subject).toSorted()).toEqual([
        BEGUN,
        FAILED,
        RESUMED,
        'Your second payment goes back',
      ]);
    },
  );
});

describe('the letter about a failed renewal', () => {
  const letterOf = async ({ shop, dana }: Pick<Awaited<ReturnType<typeof overdue>>, 'shop' | 'dana'>) =>
    (await mailTo(shop, dana.email)).find(({ subject }) => subject === FAILED)?.text;

  it.each([
    [1, 'November 26, 2026 at 7:00 AM Eastern time (November 26 at 12:00 UTC)'],
    [3, 'November 28, 2026 at 7:00 AM Eastern time (November 28 at 12:00 UTC)'],
    [30, 'December 25, 2026 at 7:00 AM Eastern time (December 25 at 12:00 UTC)'],
  ])('says until when access lasts: %d days of grace', async (days, date) => {
    const { shop, dana, pass } = await overdue(days * DAY);
    await pass(HOUR);
    const text = await letterOf({ shop, dana });
    expect(text).toContain(`You keep your access until ${date}. Pay again before then.`);
    expect(text).toContain('The next month of the Lead Vault ($39.00) could not be paid.');
    expect(text).toContain(`Pay now: ${SHOP_URL}/lead-vault-dashboard\n`);
  });

  it('tells whoever does not want to go on that nothing is needed, and that the card may be tried until then', async () => {
    const { shop, dana, pass } = await overdue();
    await pass(HOUR);
    const text = await letterOf({ shop, dana });
    expect(text).toContain('If you do not want to go on, nothing is needed: no payment, no access.');
    expect(text).toContain(
      `Until then your card may be tried again; to rule that out, unsubscribe at ${SHOP_URL}/profile.`,
    );
  });

  it('promises no access that is over, and no date', async () => {
    const { shop, dana, pass } = await overdue(0);
    await pass(HOUR);
    const text = await letterOf({ shop, dana });
    expect(text).toContain('could not be paid, so your access has ended.');
    expect(text).toContain(`Subscribe again: ${SHOP_URL}/lead-vault-dashboard\n`);
    expect(text).toContain('If you do not want to go on, nothing is needed: no payment, no access.');
    expect(text).not.toMatch(/You keep|2026|tried again/);
  });

  it('is not written any more when the month was paid meanwhile', async () => {
    const { shop, dana, pass } = await overdue();
    shop.clock.step(HOUR);
    await shop.useCases.doJob({ name: 'sweep-subscriptions' });
    await dana.happens('renewal paid');
    const [stored] = await dana.stored();
    await shop.useCases.doJob({ name: 'settle-subscription', subscriptionId: stored?.id ?? '' });
    await pass(HOUR);
    expect(await dana.membership()).toMatchObject({ isOverdue: false });
    expect(await letterOf({ shop, dana })).toBeUndefined();
  });
});
