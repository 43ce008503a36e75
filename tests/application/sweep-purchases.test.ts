import { describe, expect, it } from 'vitest';

import { ProviderUnavailable } from '#application/ports/payment-provider.ts';
import { HOUR, MINUTE } from '#domain/instant.ts';
import { aPurchaseOf } from '#tests/domain/purchase.ts';
import { away, begin, shopWith } from './buyer.ts';
import { NOW, aLeadOnOffer } from './shop.ts';
import type { Shop } from './shop.ts';

const sweepAt = async (shop: Shop, instant: number): Promise<void> => {
  shop.clock.set(instant);
  await shop.useCases.doJob({ name: 'sweep-purchases' });
};

describe('the sweep of open purchases', () => {
  it('settles what was paid when no notification came and no success page was seen', async () => {
    const { shop } = await shopWith();
    const dana = await begin(shop);
    await dana.pay('dana@example.com');
    await sweepAt(shop, NOW + MINUTE);
    await shop.queue.drain();
    expect((await dana.progress())?.state).toBe('settled');
    expect(await shop.mails()).toHaveLength(1);
  });

  it('abandons a purchase whose page closed unpaid', async () => {
    const { shop } = await shopWith();
    const dana = await begin(shop);
    await sweepAt(shop, NOW + 31 * MINUTE - 1);
    expect((await dana.progress())?.state).toBe('open');
    await sweepAt(shop, NOW + 2 * HOUR);
    expect(await dana.progress()).toEqual({ state: 'abandoned', abandonedAt: NOW + 2 * HOUR });
    expect(await shop.mails()).toEqual([]);
  });

  it('looks again after 1, 2, 4, 8 … minutes, at most an hour', async () => {
    const { shop, manners } = await shopWith();
    const looks: number[] = [];
    manners.readPurchase = async () => {
      looks.push((shop.clock() - NOW) / MINUTE);
      return { state: 'open' };
    };
    await begin(shop);
    for (let minute = 0; minute <= 250; minute += 1) await sweepAt(shop, NOW + minute * MINUTE);
    expect(looks).toEqual([1, 2, 4, 8, 16, 32, 64, 124, 184, 244]);
  });

  it('goes on with the others when one fails, and says so in the log without a contact', async () => {
    const { shop, manners } = await shopWith({ leads: [aLeadOnOffer(), aLeadOnOffer({ id: 'lead-2' })] });
    const dana = await begin(shop);
    const eve = await begin(shop, { leadId: 'lead-2' });
    await dana.pay('dana@example.com');
    await eve.pay('eve@example.com');
    const danaPays = dana.checkout.ref.replace('cs_', 'pi_');
    manners.collect = async (paymentRef) => (paymentRef === danaPays ? away() : 'collected');
    await sweepAt(shop, NOW + MINUTE);
    expect((await dana.progress())?.state).toBe('won');
    expect((await eve.progress())?.state).toBe('settled');
    expect(shop.log.lines.filter(({ level }) => level === 'warn')).toEqual([
      {
        level: 'warn',
        event: 'purchase not settled yet',
        purchaseId: dana.id,
        error: new ProviderUnavailable('away'),
      },
    ]);
    delete manners.collect;
    await sweepAt(shop, NOW + 2 * MINUTE);
    expect((await dana.progress())?.state).toBe('settled');
  });

  it('leaves alone what is finished', async () => {
    const { shop, manners } = await shopWith();
    const dana = await begin(shop);
    await dana.pay('dana@example.com');
    await dana.settle();
    manners.readPurchase = away;
    await sweepAt(shop, NOW + HOUR);
    expect(shop.log.lines.filter(({ level }) => level === 'warn')).toEqual([]);
  });

  it('takes at most 200 in hand, the longest due first; the next sweep takes the rest', async () => {
    const { shop, manners } = await shopWith();
    const looked = new Set<string>();
    manners.readPurchase = async (ref) => {
      looked.add(ref);
      return { state: 'open' };
    };
    const numbers = Array.from({ length: 205 }, (_, index) => index);
    await shop.outside.atomically(async ({ purchases }) => {
      for (const number of numbers)
        await purchases.add(
          aPurchaseOf('lead-1', {
            ...{ id: `p${number}`, saleNumber: `HL-${number}`, checkout: { ref: `cs_${number}`, closesAt: NOW } },
            check: { at: NOW + number, count: 0 },
          }),
        );
    });
    const refs = numbers.map((number) => `cs_${number}`);
    await sweepAt(shop, NOW + 2 * MINUTE);
    expect([...looked]).toEqual(refs.slice(0, 200));
    await sweepAt(shop, NOW + 2 * MINUTE);
    expect([...looked]).toEqual(refs);
  });
});
