import { describe, expect, it } from 'vitest';

import { ProviderRefused, ProviderUnavailable, UnknownCheckout } from '#application/ports/payment-provider.ts';
import { MINUTE } from '#domain/instant.ts';
import type { Purchase } from '#domain/purchase.ts';
import { nextWeekStart } from '#domain/week.ts';
import { away, begin, shopWith } from './buyer.ts';
import { NOW, openShop } from './shop.ts';

/** A sold lead whose other pages are still open. `troubles`: what the provider throws when it is asked to close which of them. */
const soldWhileOthersLook = async (lookers: number, troubles: readonly (Error | undefined)[] = []) => {
  const faults = new Map<string, Error | undefined>();
  const shop = await openShop({
    around: (outside) => ({
      ...outside,
      payments: {
        ...outside.payments,
        closeCheckout: async (ref) => {
          const fault = faults.get(ref);
          if (fault !== undefined) throw fault;
          await outside.payments.closeCheckout(ref);
        },
      },
    }),
  });
  const dana = await begin(shop);
  const others = [];
  for (let index = 0; index < lookers; index += 1) others.push(await begin(shop));
  for (const [index, { checkout }] of others.entries()) faults.set(checkout.ref, troubles[index]);
  await dana.pay('dana@example.com');
  await dana.settle();
  return { shop, dana, others, mend: () => faults.clear() };
};

describe('the pages that are open when a lead is sold', () => {
  it('are closed, and their purchases lost', async () => {
    const { shop, dana, others } = await soldWhileOthersLook(3);
    await shop.useCases.doJob({ name: 'close-checkouts', leadId: 'lead-1' });
    for (const other of others) {
      expect(await other.progress()).toMatchObject({ state: 'lost', lostAt: NOW, reason: 'sold' });
      expect(await other.pay('eve@example.com')).toBe(false);
    }
    expect((await dana.progress())?.state).toBe('settled');
  });

  it('lose like any other when the buyer was just faster than the closing', async () => {
    const { shop, others } = await soldWhileOthersLook(1);
    await others[0]?.pay('eve@example.com');
    await shop.queue.drain();
    expect(await others[0]?.money()).toBe('released');
    expect(await others[0]?.progress()).toMatchObject({ state: 'lost', buyerEmail: 'eve@example.com' });
  });

  it('are closed even if the provider has forgotten one of them', async () => {
    const { shop, others } = await soldWhileOthersLook(3, [undefined, new UnknownCheckout('no such checkout')]);
    await shop.queue.drain();
    expect(shop.queue.waiting()).toEqual([]);
    expect(await Promise.all(others.map(({ progress }) => progress()))).toMatchObject([
      { state: 'lost' },
      { state: 'open' },
      { state: 'lost' },
    ]);
  });

  it('are closed even if the provider does not close one of them, which is tried again', async () => {
    for (const trouble of [new ProviderRefused('not this one'), new ProviderUnavailable('away')]) {
      const { shop, others, mend } = await soldWhileOthersLook(3, [trouble]);
      await shop.queue.drain();
      const states = async () => (await Promise.all(others.map(({ progress }) => progress()))).map((one) => one?.state);
      expect(await states()).toEqual(['open', 'lost', 'lost']);
      expect(shop.queue.waiting()).toEqual([{ name: 'close-checkouts', leadId: 'lead-1' }]);
      mend();
      shop.clock.step(MINUTE);
      await shop.queue.drain();
      expect(await states()).toEqual(['lost', 'lost', 'lost']);
      expect(shop.queue.waiting()).toEqual([]);
    }
  });

  it('that are only about to open keep no job from its end', async () => {
    const { shop, others } = await soldWhileOthersLook(2);
    await shop.outside.atomically(async ({ purchases }) => {
      const opening = await purchases.find(others[0]?.id ?? 'none');
      if (opening !== undefined) await purchases.save({ ...opening, checkout: undefined } satisfies Purchase);
    });
    await shop.useCases.doJob({ name: 'close-checkouts', leadId: 'lead-1' });
    const states = await Promise.all(others.map(({ progress }) => progress()));
    expect(states.map((one) => one?.state)).toEqual(['open', 'lost']);
  });

  it('that are not closed make their job fail with the first trouble', async () => {
    const [refused, away] = [new ProviderRefused('not this one'), new ProviderUnavailable('away')];
    const { shop } = await soldWhileOthersLook(3, [undefined, refused, away]);
    await expect(shop.useCases.doJob({ name: 'close-checkouts', leadId: 'lead-1' })).rejects.toBe(refused);
  });

  it('are none when nobody else looks, and closing twice is the same', async () => {
    const { shop, dana } = await soldWhileOthersLook(0);
    await shop.useCases.doJob({ name: 'close-checkouts', leadId: 'lead-1' });
    await shop.useCases.doJob({ name: 'close-checkouts', leadId: 'lead-1' });
    expect((await dana.progress())?.state).toBe('settled');
  });
});

describe('the pages of a lead that is for sale again', () => {
  it.each([
    ['', NOW],
    [', also when its week is over by then', nextWeekStart(NOW) - MINUTE],
  ])('stay open: who is about to pay there gets it%s', async (_, at) => {
    const { shop, manners } = await shopWith();
    shop.clock.step(at - NOW);
    const [anna, ben] = [await begin(shop), await begin(shop)];
    manners.closeCheckout = away;
    manners.collect = away;
    await anna.pay('anna@example.com');
    await expect(anna.settle()).rejects.toThrow('away');
    await shop.queue.drain();
    manners.collect = async () => 'lapsed';
    await anna.settle();
    delete manners.closeCheckout;
    delete manners.collect;
    shop.clock.step(2 * MINUTE);
    await shop.useCases.refreshWeek();
    await shop.queue.drain();
    expect(shop.queue.waiting()).toEqual([]);
    expect([(await anna.progress())?.state, (await ben.progress())?.state]).toEqual(['lapsed', 'open']);
    expect(await ben.pay('ben@example.com')).toBe(true);
    await shop.settleEverything();
    expect(await ben.progress()).toMatchObject({ state: 'settled', buyerEmail: 'ben@example.com' });
  });
});
