import { describe, expect, it } from 'vitest';

import { UnknownCheckout } from '#application/ports/payment-provider.ts';
import { begin } from './buyer.ts';
import { NOW, openShop } from './shop.ts';

/** A sold lead whose other pages are still open. */
const soldWhileOthersLook = async (lookers: number, forgets?: number) => {
  const forgotten: string[] = [];
  const shop = await openShop({
    around: (outside) => ({
      ...outside,
      payments: {
        ...outside.payments,
        closeCheckout: async (ref) => {
          if (forgotten.includes(ref)) throw new UnknownCheckout('no such checkout');
          await outside.payments.closeCheckout(ref);
        },
      },
    }),
  });
  const dana = await begin(shop);
  const others = [];
  for (let index = 0; index < lookers; index += 1) others.push(await begin(shop));
  const ref = forgets === undefined ? undefined : others[forgets]?.checkout.ref;
  if (ref !== undefined) forgotten.push(ref);
  await dana.pay('dana@example.com');
  await dana.settle();
  return { shop, dana, others };
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
    const { shop, others } = await soldWhileOthersLook(3, 1);
    await shop.queue.drain();
    expect(shop.queue.waiting()).toEqual([]);
    expect(await Promise.all(others.map(({ progress }) => progress()))).toMatchObject([
      { state: 'lost' },
      { state: 'open' },
      { state: 'lost' },
    ]);
  });

  it('are none when nobody else looks, and closing twice is the same', async () => {
    const { shop, dana } = await soldWhileOthersLook(0);
    await shop.useCases.doJob({ name: 'close-checkouts', leadId: 'lead-1' });
    await shop.useCases.doJob({ name: 'close-checkouts', leadId: 'lead-1' });
    expect((await dana.progress())?.state).toBe('settled');
  });
});
