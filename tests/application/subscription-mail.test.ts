import { describe, expect, it } from 'vitest';

import { HOUR, MINUTE, SECOND } from '#domain/instant.ts';
import { mailTo, shopWith } from './buyer.ts';
import { SHOP_URL } from './shop.ts';
import { BEGUN, ENDING, RESUMED, somebodyIn } from './subscriber.ts';

const KEPT = 'Your Lead Vault subscription goes on';
const OVER = 'Your Lead Vault subscription has ended';
const FAILED = 'Your Lead Vault payment failed';
const MONTH_END = 'December 25, 2026 at 7:00 AM Eastern time (December 25 at 12:00 UTC)';

/** Dana, who has subscribed just now. */
const subscriber = async () => {
  const { shop, manners, usual } = await shopWith();
  const dana = await somebodyIn(shop);
  await dana.becomeSubscriber();
  const letters = () => mailTo(shop, dana.email);
  const subjects = async () => (await letters()).map(({ subject }) => subject).toReversed();
  const textOf = async (subject: string) => (await letters()).find((one) => one.subject === subject)?.text;
  const { drain } = shop.queue;
  const ref = (await dana.provided())[0]?.id ?? '';
  /** The provider tells that something has changed. */
  const isTold = async (id: string) => {
    await shop.useCases.receiveNotification(shop.news({ type: 'subscription.changed', subscription: ref }, id));
    await drain();
  };
  const sweep = async () => {
    shop.clock.step(HOUR + MINUTE);
    shop.queue.add({ name: 'sweep-subscriptions' });
    await drain();
  };
  return { shop, manners, usual, dana, ref, subjects, textOf, drain, isTold, sweep };
};

describe('who has subscribed', () => {
  it('has it in writing: the price, when it is charged again, and how to cancel', async () => {
    const { drain, textOf } = await subscriber();
    await drain();
    const text = await textOf(BEGUN);
    expect(text).toContain(
      `Your subscription costs $39.00 a month. It renews on ${MONTH_END}, and each month after that, until you cancel.`,
    );
    expect(text).toContain(`Open the Lead Vault: ${SHOP_URL}/lead-vault-dashboard\n`);
    expect(text).toContain(
      `Cancel any time in your profile: ${SHOP_URL}/profile. You keep access until the end of the month that is paid.`,
    );
  });

  it('has it once, however often anybody tells of it, and no letter of a month that is renewed', async () => {
    const { dana, isTold, sweep, subjects } = await subscriber();
    for (const id of ['evt-1', 'evt-2']) await isTold(id);
    await dana.happens('renewal paid');
    await sweep();
    expect(await subjects()).toEqual([BEGUN]);
  });

  it('and has left before that letter could leave hears of the end only', async () => {
    const { dana, drain, subjects } = await subscriber();
    await dana.unsubscribe();
    await drain();
    expect(await subjects()).toEqual([ENDING]);
  });
});

describe('a payment that failed', () => {
  it('is told once, whatever else the provider tells of that month', async () => {
    const { manners, usual, dana, drain, sweep, subjects } = await subscriber();
    await drain();
    await dana.happens('renewal failed');
    await sweep();
    manners.readSubscription = async (ref) => {
      const told = await usual.readSubscription(ref);
      return { ...told, paidThrough: told.paidThrough - SECOND };
    };
    await sweep();
    expect(await subjects()).toEqual([BEGUN, FAILED]);
  });
});

describe('who has paid for a month that was overdue', () => {
  it('reads that the payment has arrived and what goes on, and is not welcomed anew', async () => {
    const { dana, drain, sweep, subjects, textOf } = await subscriber();
    await drain();
    await dana.happens('renewal failed');
    await sweep();
    await dana.becomeSubscriber();
    await drain();
    expect(await subjects()).toEqual([BEGUN, FAILED, RESUMED]);
    const text = await textOf(RESUMED);
    expect(text).toContain('Thank you, your payment has arrived.');
    expect(text).toContain(
      'Your subscription goes on. It costs $39.00 a month. It renews on December 25, 2026 at 8:01 AM Eastern time',
    );
    expect(text).toContain(`Cancel any time in your profile: ${SHOP_URL}/profile.`);
  });
});

describe('the end of a subscription', () => {
  it('is told once: until when there is access, that nothing more is charged, and how to undo it', async () => {
    const { dana, drain, sweep, subjects, textOf } = await subscriber();
    await drain();
    for (let time = 0; time < 2; time += 1) await dana.unsubscribe();
    await drain();
    await sweep();
    expect(await subjects()).toEqual([BEGUN, ENDING]);
    const text = await textOf(ENDING);
    expect(text).toContain(
      `Your subscription ends on ${MONTH_END}. You keep access until then. Nothing more is charged.`,
    );
    expect(text).toContain(
      `Changed your mind? Keep your subscription, without a new payment, in your profile: ${SHOP_URL}/profile.`,
    );
  });

  it('is no news when it comes', async () => {
    const { shop, dana, drain, sweep, subjects } = await subscriber();
    await drain();
    await dana.unsubscribe();
    await drain();
    shop.clock.set((await dana.provided())[0]?.paidThrough ?? 0);
    await sweep();
    expect((await dana.stored()).map(({ progress }) => progress.state)).toEqual(['ended']);
    expect(await subjects()).toEqual([BEGUN, ENDING]);
  });

  it("is told also to whoever asked for it at the provider's own page", async () => {
    const { usual, ref, drain, isTold, subjects } = await subscriber();
    await drain();
    await usual.endAfterPaidPeriod(ref);
    await isTold('evt-left');
    expect(await subjects()).toEqual([BEGUN, ENDING]);
  });

  it.each([
    ['had left', false],
    ['was ended', true],
  ])('is told in place of a welcome to whoever %s before the shop had looked at the payment', async (_, isEnded) => {
    const { shop, usual } = await shopWith();
    const dana = await somebodyIn(shop);
    const page = await dana.open();
    await dana.pay(page);
    await (isEnded ? dana.happens('ended') : usual.endAfterPaidPeriod((await dana.provided())[0]?.id ?? ''));
    await dana.confirm(page);
    await shop.queue.drain();
    expect((await mailTo(shop, dana.email)).map(({ subject }) => subject)).toEqual([ENDING]);
  });

  it('that cannot be undone any more offers nothing to keep', async () => {
    const { dana, drain, isTold, textOf } = await subscriber();
    await drain();
    await dana.happens('ended');
    await isTold('evt-ended');
    const text = await textOf(ENDING);
    expect(text).toContain(`You keep access until then. Nothing more is charged.`);
    expect(text).toContain(`After that you can subscribe again in your profile: ${SHOP_URL}/profile.`);
    expect(text).not.toContain('Changed your mind?');
  });

  it('whose month was not paid promises no access', async () => {
    const { dana, drain, sweep, subjects, textOf } = await subscriber();
    await drain();
    await dana.happens('renewal failed');
    await sweep();
    await dana.unsubscribe();
    await drain();
    expect(await subjects()).toEqual([BEGUN, FAILED, OVER]);
    const text = await textOf(OVER);
    expect(text).toContain('Your access to the Lead Vault has ended with it. Nothing more is charged.');
    expect(text).toContain(`Subscribe again: ${SHOP_URL}/lead-vault-dashboard\n`);
    expect(text).not.toMatch(/You keep|2026/);
  });

  it('that was taken back is told once: that it goes on, for how much, and from when', async () => {
    const { dana, drain, sweep, subjects, textOf } = await subscriber();
    await drain();
    await dana.unsubscribe();
    await drain();
    for (let time = 0; time < 2; time += 1) await dana.keep();
    await drain();
    await sweep();
    expect(await subjects()).toEqual([BEGUN, ENDING, KEPT]);
    const text = await textOf(KEPT);
    expect(text).toContain(`Cancel any time in your profile: ${SHOP_URL}/profile.`);
    expect(text).toContain(
      `nothing was charged now. Your subscription costs $39.00 a month. It renews on ${MONTH_END}, and each month`,
    );
  });

  it('that was taken back before its letter could leave is not told any more', async () => {
    const { dana, drain, subjects } = await subscriber();
    await drain();
    await dana.unsubscribe();
    await dana.keep();
    await drain();
    expect(await subjects()).toEqual([BEGUN, KEPT]);
  });

  it('that was taken back, and not paid, before its letter could leave is not told either: the card may be tried', async () => {
    const { shop, dana, drain, subjects } = await subscriber();
    await drain();
    await dana.unsubscribe();
    await dana.keep();
    await dana.happens('renewal failed');
    const [{ id } = { id: 'none' }] = await dana.stored();
    await shop.useCases.doJob({ name: 'settle-subscription', subscriptionId: id });
    await drain();
    expect(await subjects()).toEqual([BEGUN, FAILED]);
  });
});
