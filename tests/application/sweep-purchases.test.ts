import { describe, expect, it } from 'vitest';

import { memoryClock } from '#adapters/memory/clock.ts';
import { ProviderUnavailable } from '#application/ports/payment-provider.ts';
import { DAY, HOUR, MINUTE } from '#domain/instant.ts';
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
    await sweepAt(shop, NOW + 35 * MINUTE - 1);
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
    const { shop, manners, usual } = await shopWith({ leads: [aLeadOnOffer(), aLeadOnOffer({ id: 'lead-2' })] });
    const dana = await begin(shop);
    const eve = await begin(shop, { leadId: 'lead-2' });
    await dana.pay('dana@example.com');
    await eve.pay('eve@example.com');
    const danaPays = dana.checkout.ref.replace('cs_', 'pi_');
    manners.collect = async (paymentRef) => (paymentRef === danaPays ? away() : 'collected');
    // What is decided while the sweep goes on is due at once, at the next one.
    manners.readPurchase = (ref) => {
      shop.clock.set(shop.clock() + 1);
      return usual.readPurchase(ref);
    };
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

  describe('of which many are due', () => {
    const refs = Array.from({ length: 45 }, (_, number) => `cs_${number}`);
    /**
     * A shop whose provider takes `milliseconds` for each answer: it tells what it is asked, by those that it is asked at once. The
     * clock is set by `isSetBy` while it answers for the first time.
     */
    const crowdedShop = async (milliseconds: number, isSetBy = 0) => {
      const stopwatch = memoryClock();
      const { shop, manners } = await shopWith({ around: (outside) => ({ ...outside, stopwatch }) });
      const asked: string[][] = [];
      let answers = Promise.resolve();
      let together: string[] | undefined;
      manners.readPurchase = async (ref) => {
        if (together === undefined) {
          asked.push((together = []));
          answers = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
            together = undefined;
            shop.clock.step(milliseconds + (asked.length === 1 ? isSetBy : 0));
            stopwatch.step(milliseconds);
          });
        }
        together.push(ref);
        await answers;
        return { state: 'open' };
      };
      await shop.outside.atomically(async ({ purchases }) => {
        for (const [number, ref] of refs.entries())
          await purchases.add(
            aPurchaseOf('lead-1', {
              id: `p${number}`,
              saleNumber: `HL-${number}`,
              checkout: { ref, closesAt: NOW },
              check: { at: NOW + number, count: 0 },
            }),
          );
      });
      return { shop, asked };
    };

    it('asks for ten at once, the longest due first', async () => {
      const { shop, asked } = await crowdedShop(300);
      await sweepAt(shop, NOW + 2 * MINUTE);
      expect(asked.map(({ length }) => length)).toEqual([10, 10, 10, 10, 5]);
      expect(asked.flat()).toEqual(refs);
    });

    it('ends within half a minute when the provider is slow; the next sweep takes the rest', async () => {
      const { shop, asked } = await crowdedShop(7_000);
      await sweepAt(shop, NOW + 2 * MINUTE);
      expect(shop.clock() - (NOW + 2 * MINUTE)).toBe(21_000);
      expect(asked.flat()).toEqual(refs.slice(0, 30));
      await sweepAt(shop, NOW + 3 * MINUTE);
      expect(asked.flat().slice(30, 45)).toEqual(refs.slice(30));
    });

    it('takes nothing twice when the clock is set back meanwhile; the next sweep takes what is due by then', async () => {
      const { shop, asked } = await crowdedShop(300, -2 * HOUR);
      await sweepAt(shop, NOW + 2 * MINUTE);
      expect(asked.flat()).toEqual(refs.slice(0, 10));
      await sweepAt(shop, NOW + 2 * MINUTE);
      expect(asked.flat().slice(10)).toEqual(refs.slice(10));
    });

    it.each([
      { time: 'an hour', by: HOUR },
      { time: 'two hours', by: 2 * HOUR },
      { time: 'a day', by: DAY },
    ])('takes all that is due, once, when the clock is set on by $time meanwhile', async ({ by }) => {
      const { shop, asked } = await crowdedShop(300, by);
      await sweepAt(shop, NOW + 2 * MINUTE);
      expect(asked.flat()).toEqual(refs);
    });
  });
});
