import { describe, expect, it } from 'vitest';

import { refundPayment } from '#adapters/simulated-checkout/subscription.ts';
import { ProviderRefused } from '#application/ports/payment-provider.ts';
import type { SubscriptionReading } from '#application/ports/subscription-provider.ts';
import { useCasesOn } from '#config/use-cases.ts';
import type { UseCases } from '#config/use-cases.ts';
import { DAY, HOUR, MINUTE } from '#domain/instant.ts';
import { away, mailTo, shopWith } from './buyer.ts';
import { SHOP_URL } from './shop.ts';
import { BEGUN, ENDING, GOES_BACK, RETURNED, somebodyIn } from './subscriber.ts';

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

  it('by such a dispute is told also to whoever had left: it cannot be kept any more', async () => {
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
    const { shop, dana, ref, paidThrough, startedAt, manners, isTold, says, states } = await subscribed();
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
    expect(shop.log.lines.filter((line) => line.event === event)).toEqual([
      { level: 'warn', event, subscriptionId: id, userId: dana.accountId, providerRef: ref },
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
    const [{ id: subscriptionId } = { id: 'none' }] = await dana.stored();
    /** The payment is with the shop. */
    const isThere = (changes: Partial<SubscriptionReading> = {}): void =>
      says({ paidThrough: paidThrough + 30 * DAY, paidAt: shop.clock(), paymentRef: 'pi_late', ...changes });
    const refunded: string[] = [];
    manners.refund = async (paymentRef) => {
      refunded.push(paymentRef);
      await refund();
      delete manners.readSubscription;
      return 'refunded';
    };
    const isSwept = async (): Promise<void> => {
      shop.clock.step(MINUTE);
      shop.queue.add({ name: 'sweep-subscriptions' });
      await shop.queue.drain();
    };
    const troubles = () => shop.log.lines.filter(({ level, event }) => level !== 'info' && event !== 'job failed');
    const sentBack = {
      level: 'warn',
      event: 'payment of an ended subscription sent back',
      subscriptionId,
      userId: dana.accountId,
      providerRef: 'pi_late',
    };
    isThere();
    return { ...setting, subscriptionId, isThere, isSwept, refunded, troubles, sentBack };
  };

  it('goes back, and its owner is told once', async () => {
    const { shop, dana, isTold, refunded, states, subjects, troubles, sentBack } = await paidLate();
    for (let time = 0; time < 2; time += 1) await isTold();
    expect(refunded).toEqual(['pi_late']);
    expect(await states()).toEqual(['ended']);
    expect(await subjects()).toEqual([RETURNED, ENDING, BEGUN]);
    const [letter] = await mailTo(shop, dana.email);
    expect(letter?.text).toContain(`Subscribe again: ${SHOP_URL}/lead-vault-dashboard\n`);
    expect(troubles()).toEqual([sentBack]);
  });

  it('goes back once, however many hear of it at the same moment, in any process', async () => {
    const { shop, manners, subscriptionId, refunded, subjects, troubles, sentBack } = await paidLate();
    const hear = (process: Pick<UseCases, 'doJob'>) => process.doJob({ name: 'settle-subscription', subscriptionId });
    const [here, there] = [shop.useCases, useCasesOn(shop.outside)];
    const { refund } = manners;
    let asks = 0;
    manners.refund = async (paymentRef) => {
      asks += 1;
      await new Promise(setImmediate);
      // As the provider does with what went back already.
      return refunded.includes(paymentRef) ? 'refunded' : ((await refund?.(paymentRef)) ?? 'pending');
    };
    await Promise.all([here, here, here, there, there].map(hear));
    await shop.queue.drain();
    expect([asks, refunded]).toEqual([2, ['pi_late']]);
    expect(await subjects()).toEqual([RETURNED, ENDING, BEGUN]);
    expect(troubles()).toEqual([sentBack]);
  });

  it('goes back later when the provider is away', async () => {
    const { manners, isTold, isSwept, refunded, subjects } = await paidLate();
    const { refund } = manners;
    manners.refund = away;
    await isTold();
    expect(await subjects()).toEqual([ENDING, BEGUN]);
    Object.assign(manners, { refund });
    await isSwept();
    expect([refunded, await subjects()]).toEqual([['pi_late'], [RETURNED, ENDING, BEGUN]]);
  });

  it('whose refund got no answer is told of like any other, and sent back once', async () => {
    const { manners, isTold, isSwept, refunded, subjects, troubles, sentBack } = await paidLate();
    const { refund } = manners;
    manners.refund = async (paymentRef) => {
      // As the provider does with what went back already.
      if (refunded.includes(paymentRef)) return 'refunded';
      await refund?.(paymentRef);
      return away();
    };
    await isTold();
    await isSwept();
    expect([refunded, await subjects()]).toEqual([['pi_late'], [RETURNED, ENDING, BEGUN]]);
    expect(troubles()).toEqual([sentBack]);
  });

  it('is asked to be sent back until it is, where that takes the provider time', async () => {
    const { manners, isTold, isSwept, refunded, subjects } = await paidLate();
    const { refund } = manners;
    let asks = 0;
    manners.refund = async () => {
      asks += 1;
      return 'pending';
    };
    await isTold();
    await isSwept();
    // By the notification, the job of its step and the sweep.
    expect([asks, await subjects()]).toEqual([3, [ENDING, BEGUN]]);
    Object.assign(manners, { refund });
    for (let time = 0; time < 3; time += 1) await isSwept();
    expect([refunded, await subjects()]).toEqual([['pi_late'], [RETURNED, ENDING, BEGUN]]);
  });

  it('that somebody has sent back at the provider already is told of like any other', async () => {
    const { manners, isTold, isSwept, refund, subjects, troubles, sentBack } = await paidLate();
    manners.refund = away;
    await isTold();
    await refund();
    delete manners.readSubscription;
    await isSwept();
    manners.refund = async () => 'refunded';
    await isSwept();
    expect(await subjects()).toEqual([RETURNED, ENDING, BEGUN]);
    expect(troubles().filter(({ event }) => event === sentBack.event)).toEqual([sentBack]);
  });

  it("that its payer's bank has taken first is not sent back, and no letter says so", async () => {
    const { shop, dana, manners, isThere, isTold, isSwept, refunded, subjects, troubles } = await paidLate();
    const { refund } = manners;
    manners.refund = away;
    await isTold();
    let asks = 0;
    manners.refund = () => {
      asks += 1;
      return Promise.reject(new ProviderRefused('disputed'));
    };
    delete manners.readSubscription;
    for (let time = 0; time < 3; time += 1) await isSwept();
    expect([asks, await subjects(), troubles()]).toEqual([1, [ENDING, BEGUN], []]);
    expect(await shop.useCases.reconcile({ who: 'kim' })).toMatchObject({ mended: [], failures: [] });
    // The dispute is won: it has bought nothing, and goes back after all.
    Object.assign(manners, { refund });
    isThere();
    await isTold();
    expect([refunded, await subjects()]).toEqual([['pi_late'], [RETURNED, ENDING, BEGUN]]);
    expect((await dana.stored()).map(({ progress }) => progress)).toMatchObject([{ lateRefund: { state: 'made' } }]);
  });

  it('that the provider refuses to send back, and has, is asked for again', async () => {
    const { manners, isTold, isSwept, refunded, subjects, troubles } = await paidLate();
    const { refund } = manners;
    manners.refund = () => Promise.reject(new ProviderRefused('no money there'));
    await isTold();
    await isSwept();
    expect(await subjects()).toEqual([ENDING, BEGUN]);
    expect(troubles()).toMatchObject([{ level: 'warn', event: 'subscription not settled yet' }]);
    Object.assign(manners, { refund });
    await isSwept();
    expect([refunded, await subjects()]).toEqual([['pi_late'], [RETURNED, ENDING, BEGUN]]);
  });

  it('that comes back from the bank is not sent there again: the operator is told, once each time', async () => {
    const { isThere, isTold, refunded, subjects, troubles, manners, sentBack } = await paidLate();
    const [cameBack, late] = [{ ...sentBack, level: 'error', event: 'refund came back' }, manners.refund];
    await isTold();
    for (let time = 0; time < 3; time += 1) {
      isThere();
      await isTold();
    }
    expect([refunded, await subjects()]).toEqual([['pi_late'], [RETURNED, ENDING, BEGUN]]);
    expect(troubles()).toEqual([sentBack, cameBack]);
    // The operator sends it back by hand, and the bank does not want that either.
    delete manners.readSubscription;
    await isTold();
    isThere();
    await isTold();
    expect(troubles()).toEqual([sentBack, cameBack, sentBack, cameBack]);
    expect([manners.refund, refunded, await subjects()]).toEqual([late, ['pi_late'], [RETURNED, ENDING, BEGUN]]);
  });

  it('does not keep its owner from subscribing anew while it cannot be sent back', async () => {
    const { dana, manners, isTold, paidThrough, shop } = await paidLate();
    manners.refund = away;
    await isTold();
    shop.clock.step(paidThrough - shop.clock());
    await dana.signInAgain();
    manners.readSubscription = away;
    expect(await dana.subscribe()).toMatchObject({ is: 'opened' });
  });

  it('that was taken before it ended buys its month', async () => {
    const { shop, dana, refunded, isTold, isThere, paidThrough } = await paidLate();
    isThere({ paidAt: shop.clock() - 2 * DAY });
    await isTold();
    expect(refunded).toEqual([]);
    expect(await dana.membership()).toMatchObject({ is: 'member', accessUntil: paidThrough + 30 * DAY });
  });
});
