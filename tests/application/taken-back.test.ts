import { describe, expect, it } from 'vitest';

import { refundPayment } from '#adapters/simulated-checkout/subscription.ts';
import type { SubscriptionReading } from '#application/ports/subscription-provider.ts';
import { DAY, HOUR } from '#domain/instant.ts';
import { away, mailTo, shopWith } from './buyer.ts';
import { SHOP_URL } from './shop.ts';
import { BEGUN, ENDING, GOES_BACK, somebodyIn } from './subscriber.ts';

/** Dana has subscribed; what the provider tells of it can be changed. */
const subscribed = async () => {
  const { shop, manners, usual } = await shopWith();
  const dana = await somebodyIn(shop);
  const checkout = await dana.becomeSubscriber();
  const [provided] = await dana.provided();
  if (provided === undefined) throw new Error('nothing was paid');
  const { id: ref, paidThrough, startedAt } = provided;
  let told = 0;
  /** The provider tells of it once more. */
  const isTold = async (): Promise<void> => {
    await shop.useCases.receiveNotification(
      shop.news({ type: 'subscription.changed', subscription: ref }, `evt-${(told += 1)}`),
    );
    await shop.queue.drain();
  };
  /** The shop's people send the last payment back, at the provider. */
  const refund = () =>
    shop.monthly.change(ref, (one) => refundPayment(one, one.payments.at(-1)?.ref ?? '', shop.clock()) ?? one);
  /** From now on the provider says this of it. */
  const says = (changes: Partial<SubscriptionReading>): void => {
    manners.readSubscription = async (one) => ({ ...(await usual.readSubscription(one)), ...changes });
  };
  const states = async () => (await dana.stored()).map(({ progress }) => progress.state);
  const subjects = async () => (await mailTo(shop, dana.email)).map(({ subject }) => subject);
  return { shop, manners, usual, dana, checkout, ref, paidThrough, startedAt, isTold, refund, says, states, subjects };
};

describe('a subscription whose money was taken back', () => {
  it('ends at the provider, so that the card is not charged again, and its owner may subscribe anew', async () => {
    const { dana, isTold, refund, states, subjects } = await subscribed();
    await refund();
    await isTold();
    expect((await dana.provided()).map(({ state }) => state)).toEqual(['ended']);
    expect([await states(), await dana.membership()]).toEqual([['ended'], { is: 'none' }]);
    expect(await subjects()).toEqual([BEGUN]);
    await dana.becomeSubscriber();
    expect(await dana.membership()).toMatchObject({ is: 'member', isOverdue: false });
  });

  it('bought nothing, where that was the first month: so reads who comes back from its page', async () => {
    const { dana, checkout, isTold, refund } = await subscribed();
    await refund();
    await isTold();
    expect(await dana.confirm(checkout)).toEqual({ is: 'failed', message: GOES_BACK });
  });

  it('is noticed within the hour, whoever does not tell of it', async () => {
    const { shop, dana, refund } = await subscribed();
    await refund();
    shop.clock.step(HOUR);
    shop.queue.add({ name: 'sweep-subscriptions' });
    await shop.queue.drain();
    expect(await dana.membership()).toEqual({ is: 'none' });
  });

  it('by a dispute about an earlier month leaves the month that is paid, and is charged no more', async () => {
    const { dana, paidThrough, isTold, says } = await subscribed();
    says({ isTakenBack: true });
    await isTold();
    expect((await dana.provided()).map(({ state }) => state)).toEqual(['ended']);
    expect(await dana.membership()).toMatchObject({ is: 'member', accessUntil: paidThrough, renewsAt: undefined });
  });

  it('by such a dispute is told, once it is ended there: until when there is access still', async () => {
    const { shop, dana, manners, isTold, says, subjects } = await subscribed();
    says({ isTakenBack: true });
    manners.endAtOnce = away;
    await isTold();
    expect(await subjects()).toEqual([BEGUN]);
    delete manners.endAtOnce;
    for (let time = 0; time < 2; time += 1) await isTold();
    expect(await subjects()).toEqual([ENDING, BEGUN]);
    const [letter] = await mailTo(shop, dana.email);
    expect(letter?.text).toContain(
      'Your subscription ends on December 25, 2026 at 7:00 AM Eastern time (December 25 at 12:00 UTC). You keep access until then. Nothing more is charged.',
    );
    expect(letter?.text).not.toContain('Changed your mind?');
  });

  it('by such a dispute is told also to who had left: it cannot be kept any more', async () => {
    const { shop, dana, isTold, says, subjects } = await subscribed();
    await dana.unsubscribe();
    await shop.queue.drain();
    expect((await mailTo(shop, dana.email))[0]?.text).toContain('Changed your mind?');
    says({ isTakenBack: true });
    await isTold();
    expect(await subjects()).toEqual([ENDING, ENDING]);
    expect((await mailTo(shop, dana.email))[0]?.text).toContain('After that you can subscribe again');
  });

  it('goes on when the dispute is won before the provider could be told to end it', async () => {
    const { dana, manners, startedAt, isTold, says, states } = await subscribed();
    says({ isTakenBack: true, paidThrough: startedAt });
    manners.endAtOnce = away;
    await isTold();
    expect(await states()).toEqual(['unwanted']);
    delete manners.readSubscription;
    await isTold();
    expect([await states(), (await dana.provided()).map(({ state }) => state)]).toEqual([['live'], ['active']]);
  });
});

describe('an ended subscription', () => {
  it('whose payment goes back afterwards gives no access any more, and its owner may subscribe anew', async () => {
    const { shop, dana, isTold, refund } = await subscribed();
    await dana.happens('ended');
    await isTold();
    expect(await dana.membership()).toMatchObject({ is: 'member' });
    expect(await dana.subscribe()).toEqual({ is: 'already-subscribed' });
    await refund();
    await isTold();
    expect(await dana.membership()).toEqual({ is: 'none' });
    expect(shop.log.lines.filter(({ level }) => level !== 'info')).toEqual([]);
    await dana.becomeSubscriber();
    expect(await dana.membership()).toMatchObject({ is: 'member' });
  });

  it('gives access to the end of its month again once the dispute about it is won', async () => {
    const { shop, dana, paidThrough, startedAt, manners, isTold, says, states } = await subscribed();
    const [{ id } = { id: 'none' }] = await dana.stored();
    says({ isTakenBack: true, paidThrough: startedAt });
    await isTold();
    expect([await states(), await dana.membership()]).toEqual([['ended'], { is: 'none' }]);
    delete manners.readSubscription;
    await isTold();
    expect(await states()).toEqual(['ended']);
    expect(await dana.membership()).toMatchObject({ is: 'member', accessUntil: paidThrough, renewsAt: undefined });
    for (let time = 0; time < 2; time += 1) await isTold();
    const event = 'payment of an ended subscription is back';
    const providerRef = (await dana.provided())[0]?.payments[0]?.ref;
    expect(shop.log.lines.filter((line) => line.event === event)).toEqual([
      { level: 'warn', event, subscriptionId: id, userId: dana.accountId, providerRef },
    ]);
  });

  it('by whose hand ever is ended at the provider by us too, so that nothing owed for it can be paid', async () => {
    const { dana, manners, usual, isTold, states } = await subscribed();
    await dana.happens('ended');
    const ended: string[] = [];
    manners.endAtOnce = away;
    await isTold();
    expect(await states()).toEqual(['live']);
    manners.endAtOnce = async (ref) => {
      ended.push(ref);
      await usual.endAtOnce(ref);
    };
    let reads = 0;
    manners.readSubscription = (ref) => {
      reads += 1;
      return usual.readSubscription(ref);
    };
    await isTold();
    // Before and after: then there is nothing more to ask.
    expect([await states(), ended.length, reads]).toEqual([['ended'], 1, 2]);
  });
});

describe('a payment for a subscription that has ended', () => {
  const paidLate = async () => {
    const setting = await subscribed();
    const { shop, dana, manners, paidThrough, isTold, refund, says } = setting;
    await dana.happens('ended');
    await isTold();
    shop.clock.step(DAY);
    const refunded: string[] = [];
    manners.refund = async (paymentRef) => {
      refunded.push(paymentRef);
      await refund();
      delete manners.readSubscription;
      return 'refunded';
    };
    says({ paidThrough: paidThrough + 30 * DAY, paidAt: shop.clock(), paymentRef: 'pi_late' });
    return { ...setting, refunded };
  };

  it('goes back, and its owner is told once', async () => {
    const { shop, dana, isTold, refunded, states, subjects } = await paidLate();
    for (let time = 0; time < 2; time += 1) await isTold();
    expect(refunded).toEqual(['pi_late']);
    expect(await states()).toEqual(['ended']);
    expect(await subjects()).toEqual(['Your payment goes back', ENDING, BEGUN]);
    const [letter] = await mailTo(shop, dana.email);
    expect(letter?.text).toContain(`Subscribe again: ${SHOP_URL}/lead-vault-dashboard\n`);
    expect(shop.log.lines.filter(({ event }) => event === 'payment of an ended subscription sent back')).toMatchObject([
      { level: 'warn', providerRef: 'pi_late', outcome: 'refunded' },
    ]);
  });

  it('goes back once, however many hear of it at the same moment', async () => {
    const { shop, dana, refunded, subjects } = await paidLate();
    const [{ id } = { id: 'none' }] = await dana.stored();
    const hear = () => shop.useCases.doJob({ name: 'settle-subscription', subscriptionId: id });
    await Promise.all([hear(), hear(), hear()]);
    await shop.queue.drain();
    expect(refunded).toEqual(['pi_late']);
    expect(await subjects()).toEqual(['Your payment goes back', ENDING, BEGUN]);
  });

  it('goes back later when the provider is away', async () => {
    const { manners, isTold, refunded, subjects } = await paidLate();
    const { refund } = manners;
    manners.refund = away;
    await isTold();
    expect(await subjects()).toEqual([ENDING, BEGUN]);
    Object.assign(manners, { refund });
    await isTold();
    expect([refunded, await subjects()]).toEqual([['pi_late'], ['Your payment goes back', ENDING, BEGUN]]);
  });

  it('that was taken before it ended buys its month', async () => {
    const { shop, dana, refunded, isTold, says, paidThrough } = await paidLate();
    says({ paidThrough: paidThrough + 30 * DAY, paidAt: shop.clock() - 2 * DAY });
    await isTold();
    expect(refunded).toEqual([]);
    expect(await dana.membership()).toMatchObject({ is: 'member', accessUntil: paidThrough + 30 * DAY });
  });
});
