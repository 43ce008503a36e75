import { describe, expect, it } from 'vitest';

import { ProviderUnavailable } from '#application/ports/payment-provider.ts';
import { hint, waitingProvider } from '#tests/support/waiting-provider.ts';
import { begin, mailTo, shopWith } from './buyer.ts';
import { somebodyIn } from './subscriber.ts';

/** A shop whose provider moves money later than it answers, can schedule no end of a subscription, and signs nothing. */
const setting = async () => {
  let settles = async (): Promise<void> => {};
  const { shop } = await shopWith({
    around: (outside) => {
      const waiting = waitingProvider(outside.payments);
      settles = waiting.settles;
      return { ...outside, payments: waiting.payments };
    },
  });
  const dana = await somebodyIn(shop);
  return { shop, dana, settles: () => settles() };
};

const leaving = async () => {
  const { shop, dana } = await setting();
  const checkout = await dana.becomeSubscriber();
  const left = await dana.unsubscribe();
  const { paidThrough = 0 } = (await dana.provided())[0] ?? {};
  const monthEnds = async (): Promise<void> => {
    shop.clock.set(paidThrough);
    await dana.signInAgain();
  };
  return { shop, dana, checkout, left, paidThrough, monthEnds };
};

describe('unsubscribing where a subscription can only end at once', () => {
  it('leaves the month that is paid, and nothing to keep', async () => {
    const { shop, dana, left, paidThrough, monthEnds } = await leaving();
    const membership = { is: 'member', accessUntil: paidThrough, renewsAt: undefined, canBeKept: false };
    expect(left).toMatchObject({ is: 'done', membership });
    expect(await dana.keep()).toEqual({ is: 'not-subscribed' });
    shop.clock.set(paidThrough - 1);
    await dana.signInAgain();
    expect(await dana.membership()).toMatchObject(membership);
    await monthEnds();
    expect(await dana.membership()).toEqual({ is: 'none' });
  });

  it('lets nobody pay twice for one month: subscribing again is for after it', async () => {
    const { dana, monthEnds } = await leaving();
    expect(await dana.subscribe()).toEqual({ is: 'already-subscribed' });
    expect((await dana.provided()).flatMap(({ payments }) => payments)).toHaveLength(1);
    await monthEnds();
    await dana.becomeSubscriber();
    expect((await dana.provided()).flatMap(({ payments }) => payments)).toHaveLength(2);
  });

  it('is done for whoever asks again after the answer was lost, and the notification was faster', async () => {
    let isLost = true;
    const { shop } = await shopWith({
      around: (outside) => {
        const { payments } = waitingProvider(outside.payments);
        const endAfterPaidPeriod = async (ref: string): Promise<void> => {
          await payments.endAfterPaidPeriod(ref);
          if (isLost) throw new ProviderUnavailable('answer lost');
        };
        return { ...outside, payments: { ...payments, endAfterPaidPeriod } };
      },
    });
    const dana = await somebodyIn(shop);
    await dana.becomeSubscriber();
    await expect(dana.unsubscribe()).rejects.toThrow('answer lost');
    isLost = false;
    expect(await shop.useCases.receiveNotification(hint((await dana.provided())[0]?.id ?? ''))).toBe('stored');
    await shop.queue.drain();
    expect((await dana.stored()).map(({ progress }) => progress.state)).toEqual(['ended']);
    const membership = await dana.membership();
    expect(membership).toMatchObject({ is: 'member', canBeKept: false });
    for (let time = 0; time < 2; time += 1) expect(await dana.unsubscribe()).toMatchObject({ is: 'done', membership });
  });

  it('is over with the month: then there is nothing to unsubscribe from', async () => {
    const { dana, monthEnds } = await leaving();
    await monthEnds();
    expect(await dana.unsubscribe()).toEqual({ is: 'not-subscribed' });
  });

  it('leaves the page of the checkout as it was, as long as the month lasts', async () => {
    const { dana, checkout, monthEnds } = await leaving();
    expect(await dana.confirm(checkout)).toMatchObject({ is: 'subscribed' });
    await monthEnds();
    expect(await dana.confirm(checkout)).toEqual({ is: 'failed', message: 'This subscription has ended.' });
  });
});

describe('a sale where money moves later than the provider answers', () => {
  it('is delivered once the money is there, and not before', async () => {
    const { shop, settles } = await setting();
    const dana = await begin(shop);
    await dana.pay('dana@example.com');
    expect(await shop.useCases.receiveNotification(hint(dana.checkout.ref))).toBe('stored');
    await shop.settleEverything();
    expect(await dana.progress()).toMatchObject({ state: 'won' });
    expect(await mailTo(shop, 'dana@example.com')).toEqual([]);
    await settles();
    await shop.settleEverything();
    expect(await dana.progress()).toMatchObject({ state: 'settled', delivery: { state: 'sent' } });
    expect((await mailTo(shop, 'dana@example.com'))[0]?.text).toContain('ann.lee@example.com');
  });
});
