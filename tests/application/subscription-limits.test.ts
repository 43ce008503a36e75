import { describe, expect, it } from 'vitest';

import { memoryLimiter } from '#adapters/rate-limiter/memory-limiter.ts';
import { DEFAULT_LIMITS } from '#application/ports/limiter.ts';
import type { LimitName } from '#application/ports/limiter.ts';
import { ProviderBusy, ProviderRefused, ProviderUnavailable } from '#application/ports/payment-provider.ts';
import { openShop } from './shop.ts';
import { somebodyIn } from './subscriber.ts';

/** Dana and Eve in a shop that lets each of them do something twice an hour. The provider does nothing of it while there is a `trouble`. */
const setting = async (limit: LimitName) => {
  const limiter = memoryLimiter({ ...DEFAULT_LIMITS, [limit]: { tries: 2, seconds: 3_600 } });
  const state: { trouble: Error | undefined } = { trouble: undefined };
  const unlessTroubled =
    <Wish, Answer>(call: (wish: Wish) => Promise<Answer>) =>
    (wish: Wish): Promise<Answer> =>
      state.trouble === undefined ? call(wish) : Promise.reject(state.trouble);
  const shop = await openShop({
    around: ({ payments, ...outside }) => ({
      ...outside,
      limiter,
      payments: {
        ...payments,
        openSubscription: unlessTroubled(payments.openSubscription),
        closeCheckout: unlessTroubled(payments.closeCheckout),
        endAfterPaidPeriod: unlessTroubled(payments.endAfterPaidPeriod),
      },
    }),
  });
  return { shop, state, dana: await somebodyIn(shop), eve: await somebodyIn(shop, 'eve@example.com') };
};

const TOO_OFTEN = { is: 'too-often', retryAfterSeconds: 3_600 };

describe('what the provider is asked for by one subscriber', () => {
  it('is counted, leaving and keeping together, and no other subscriber waits for it', async () => {
    const { dana, eve } = await setting('subscription-change');
    await dana.becomeSubscriber();
    await eve.becomeSubscriber();
    expect((await dana.unsubscribe()).is).toBe('done');
    expect((await dana.keep()).is).toBe('done');
    expect(await dana.unsubscribe()).toEqual(TOO_OFTEN);
    expect(await dana.membership()).toMatchObject({ is: 'member', canBeKept: false });
    expect((await eve.unsubscribe()).is).toBe('done');
  });

  it('is counted by whoever returns from the hosted page too, of the own pages only', async () => {
    const { dana, eve } = await setting('subscription-confirm');
    const [mine, hers] = [await dana.open(), await eve.open()];
    for (let time = 0; time < 3; time += 1) expect(await dana.confirm(hers)).toEqual({ is: 'of-another' });
    for (let time = 0; time < 2; time += 1) expect(await dana.confirm(mine)).toEqual({ is: 'processing' });
    expect(await dana.confirm(mine)).toEqual(TOO_OFTEN);
    expect(await eve.confirm(hers)).toEqual({ is: 'processing' });
  });
});

it('who signs out while the provider is asked is not signed in, and leaves all the same', async () => {
  const shop = await openShop({
    around: (outside) => ({
      ...outside,
      limiter: {
        ...outside.limiter,
        take: async (limit, key) => {
          if (limit === 'subscription-change') await shop.useCases.signOut(dana.session());
          return outside.limiter.take(limit, key);
        },
      },
    }),
  });
  const dana = await somebodyIn(shop);
  await dana.becomeSubscriber();
  expect(await dana.unsubscribe()).toEqual({ is: 'not-signed-in' });
  await dana.signInAgain();
  expect(await dana.membership()).toMatchObject({ is: 'member', canBeKept: true });
});

describe('what a provider that is away was not asked for', () => {
  const AWAY = new ProviderUnavailable('away');

  it('is no checkout of a subscription', async () => {
    const { dana, state } = await setting('subscription');
    state.trouble = AWAY;
    for (let time = 0; time < 5; time += 1) expect(await dana.subscribe()).toEqual({ is: 'payments-unavailable' });
    state.trouble = undefined;
    expect((await dana.subscribe()).is).toBe('opened');
    state.trouble = AWAY;
    // That page has to be closed first.
    for (let time = 0; time < 5; time += 1) await expect(dana.subscribe()).rejects.toThrow('away');
    state.trouble = undefined;
    expect((await dana.subscribe()).is).toBe('opened');
    expect((await dana.subscribe()).is).toBe('too-often');
  });

  it('is no change of a subscription', async () => {
    const { dana, state } = await setting('subscription-change');
    await dana.becomeSubscriber();
    state.trouble = AWAY;
    for (let time = 0; time < 5; time += 1) await expect(dana.unsubscribe()).rejects.toThrow('away');
    state.trouble = undefined;
    expect((await dana.unsubscribe()).is).toBe('done');
    expect((await dana.keep()).is).toBe('done');
    expect((await dana.unsubscribe()).is).toBe('too-often');
  });

  it.each([new ProviderBusy('asked too often'), new ProviderRefused('no')])(
    'is not what it has answered: %s counts',
    async (trouble) => {
      const opening = await setting('subscription');
      opening.state.trouble = trouble;
      for (let time = 0; time < 2; time += 1)
        expect(await opening.dana.subscribe()).toEqual({ is: 'payments-unavailable' });
      expect((await opening.dana.subscribe()).is).toBe('too-often');

      const leaving = await setting('subscription-change');
      await leaving.dana.becomeSubscriber();
      leaving.state.trouble = trouble;
      for (let time = 0; time < 2; time += 1) await expect(leaving.dana.unsubscribe()).rejects.toThrow(trouble);
      expect((await leaving.dana.unsubscribe()).is).toBe('too-often');
    },
  );
});
