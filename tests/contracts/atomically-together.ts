import { AsyncResource } from 'node:async_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { v7 as uuid } from 'uuid';
import { describe, expect, it } from 'vitest';

import { StoreBusy } from '#application/ports/atomically.ts';
import type { Coupon } from '#domain/coupon.ts';
import { MINUTE } from '#domain/instant.ts';
import { sell } from '#domain/lead.ts';
import type { Lead } from '#domain/lead.ts';
import type { Purchase } from '#domain/purchase.ts';
import { decide } from '#domain/purchase-steps.ts';
import { Aborted, NOW, someCoupon, someLead, somePurchase, wonBy } from './store-samples.ts';
import type { StoreInUse } from './store-samples.ts';

/** The store under concurrent transactions. `serial`: they never meet. */
export const standsTogether = (
  { atomically, queued, add, lead, purchase, coupon }: StoreInUse,
  serial: boolean,
): void => {
  const itWhenTwoMeet = it.skipIf(serial);
  const outside = new AsyncResource('outside of any transaction');
  /** Runs outside the async context of the transaction, as another caller would. */
  const besides = <T>(work: () => Promise<T>): Promise<T> => outside.runInAsyncScope(work);
  const raisePrice = (id: string) =>
    atomically(async ({ leads }) => {
      const found = await leads.find(id);
      if (found !== undefined) await leads.save({ ...found, price: found.price + 1 });
    });

  describe('serves many at a time', () => {
    it('each with its own transaction', async () => {
      const several = Array.from({ length: 20 }, () => someLead());
      const outcomes = await Promise.allSettled(
        several.map((own, index) =>
          atomically(async ({ leads, jobs }) => {
            await leads.add([own]);
            await jobs.add({ name: 'close-checkouts', leadId: own.id });
            if (index % 3 === 0) throw new Aborted();
            return (await leads.find(own.id))?.id;
          }),
        ),
      );
      const kept = several.filter((_, index) => index % 3 !== 0).map(({ id }) => id);
      expect(outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))).toEqual(kept);
      const found = await Promise.all(several.map(({ id }) => lead(id)));
      expect(found.flatMap((each) => each?.id ?? [])).toEqual(kept);
      const ids = new Set(several.map(({ id }) => id));
      const jobs = (await queued()).filter((job) => 'leadId' in job && ids.has(job.leadId));
      expect(new Set(jobs.map((job) => 'leadId' in job && job.leadId))).toEqual(new Set(kept));
      expect(jobs).toHaveLength(kept.length);
    });

    it('without losing one of their changes', async () => {
      const several = [someLead(), someLead(), someLead()];
      await add(several);
      const raiseAll = () =>
        atomically(async ({ leads }) => {
          const found: Lead[] = [];
          for (const { id } of several) found.push(...[await leads.find(id)].filter((each) => each !== undefined));
          for (const each of found) await leads.save({ ...each, price: each.price + 1 });
        });
      let raised = 0;
      const raiseOften = async () => {
        for (let time = 0; time < 15; time += 1) {
          const outcome = await raiseAll().catch((error: unknown) => error);
          if (outcome === undefined) raised += 1;
          else expect(outcome).toBeInstanceOf(StoreBusy);
        }
      };
      await Promise.all([raiseOften(), raiseOften(), raiseOften(), raiseOften()]);
      expect(raised).toBeGreaterThan(0);
      for (const { id } of several) expect((await lead(id))?.price).toBe(4_900 + raised);
    });
  });

  describe(`holds when two transactions meet${serial ? ' (skipped: here they never do)' : ''}`, () => {
    itWhenTwoMeet('runs the work again on fresh values when another one was faster', async () => {
      const own = someLead();
      await add([own]);
      const seen: number[] = [];
      await atomically(async ({ leads }) => {
        const found = await leads.find(own.id);
        seen.push(found?.price ?? 0);
        if (seen.length === 1) await besides(() => raisePrice(own.id));
        if (found !== undefined) await leads.save({ ...found, price: found.price + 100 });
      });
      expect(seen).toEqual([4_900, 4_901]);
      expect((await lead(own.id))?.price).toBe(5_001);
    });

    itWhenTwoMeet('does so for purchases', async () => {
      const own = someLead();
      const mine = somePurchase(own.id);
      await add([own], [mine]);
      let runs = 0;
      const change = (changes: Partial<Purchase>, meanwhile: () => Promise<unknown>) =>
        atomically(async ({ purchases }) => {
          const found = await purchases.find(mine.id);
          if ((runs += 1) === 1) await besides(meanwhile);
          if (found !== undefined) await purchases.save({ ...found, ...changes });
        });
      await change({ lineItem: 'changed' }, () => change({ price: 1 }, async () => {}));
      expect(runs).toBe(3);
      expect(await purchase(mine.id)).toStrictEqual({ ...mine, lineItem: 'changed', price: 1 });
    });

    itWhenTwoMeet('keeps to what it first found, by whatever it looks for it again', async () => {
      const own = someLead();
      const mine: Purchase = { ...somePurchase(own.id), checkout: { ref: `ref of ${own.id}`, closesAt: 1_000 } };
      await add([own], [mine]);
      const prices: unknown[] = [];
      await atomically(async ({ purchases }) => {
        await purchases.find(mine.id);
        if (prices.length === 0)
          await besides(() =>
            atomically(async (others) => {
              const found = await others.purchases.find(mine.id);
              if (found !== undefined) await others.purchases.save({ ...found, price: 1 });
            }),
          );
        const found = await purchases.findByCheckout(`ref of ${own.id}`);
        prices.push(found?.price);
        if (found !== undefined) await purchases.save({ ...found, lineItem: 'changed' });
      });
      expect(prices).toEqual([mine.price, 1]);
      expect(await purchase(mine.id)).toStrictEqual({ ...mine, lineItem: 'changed', price: 1 });
    });

    itWhenTwoMeet('takes a purchase for what it was when it was added, unless somebody was faster', async () => {
      const own = someLead();
      const [alone, met, gone] = [somePurchase(own.id), somePurchase(own.id), somePurchase(own.id)];
      await add([own], [alone, met]);
      const runs: unknown[] = [];
      const change = (added: Purchase, meanwhile: () => Promise<unknown>) =>
        atomically(async ({ purchases }) => {
          const recalled = await purchases.recall(added);
          runs.push(recalled?.price);
          if (runs.length === 1) await besides(meanwhile);
          if (recalled === undefined) throw new Aborted();
          await purchases.save({ ...recalled, lineItem: 'changed' });
        });
      await change(alone, async () => {});
      expect(await purchase(alone.id)).toStrictEqual({ ...alone, lineItem: 'changed' });
      runs.length = 0;
      await change(met, () =>
        atomically(async ({ purchases }) => {
          const found = await purchases.find(met.id);
          if (found !== undefined) await purchases.save({ ...found, price: 1 });
        }),
      );
      expect(runs).toEqual([4_900, 1]);
      expect(await purchase(met.id)).toStrictEqual({ ...met, lineItem: 'changed', price: 1 });
      await expect(change(met, async () => {})).resolves.toBeUndefined();
      await expect(change(gone, async () => {})).rejects.toThrow(Aborted);
      expect(await purchase(gone.id)).toBeUndefined();
    });

    itWhenTwoMeet('does so for coupons, but reads one afresh that it is about to use', async () => {
      const discount = someCoupon();
      await add([], [], [discount]);
      let runs = 0;
      const change = (find: 'find' | 'findForUpdate', changes: Partial<Coupon>, meanwhile: () => Promise<unknown>) =>
        atomically(async ({ coupons }) => {
          runs += 1;
          await coupons.find(discount.code);
          if (runs === 1) await besides(meanwhile);
          const found = await coupons[find](discount.code);
          if (found !== undefined) await coupons.save({ ...found, ...changes });
        });
      await change('find', { uses: 1 }, () => change('find', { active: false }, async () => {}));
      expect(runs).toBe(3);
      runs = 0;
      await change('findForUpdate', { maxUses: 9 }, () => change('find', { uses: 2 }, async () => {}));
      expect(runs).toBe(2);
      expect(await coupon(discount.code)).toStrictEqual({ ...discount, active: false, uses: 2, maxUses: 9 });
    });

    itWhenTwoMeet('checks every one of several saved values', async () => {
      const several = [someLead(), someLead(), someLead()];
      await add(several);
      let runs = 0;
      await atomically(async ({ leads }) => {
        runs += 1;
        const found = await Promise.all(several.map(({ id }) => leads.find(id)));
        if (runs === 1) await besides(() => raisePrice(several[1]?.id ?? ''));
        for (const each of found) if (each !== undefined) await leads.save({ ...each, price: each.price + 100 });
      });
      expect(runs).toBe(2);
      expect((await lead(several[1]?.id ?? ''))?.price).toBe(5_001);
    });

    itWhenTwoMeet('changes none of many leads when another one has changed one of them meanwhile', async () => {
      const many = Array.from({ length: 5 }, () => someLead());
      await add(many);
      let runs = 0;
      const work = atomically(async ({ leads }) => {
        const found: Lead[] = [];
        for (const { id } of many) found.push(...[await leads.find(id)].filter((each) => each !== undefined));
        runs += 1;
        if (runs > 1) throw new Aborted();
        await besides(() => raisePrice(many[3]?.id ?? ''));
        for (const each of found) await leads.save({ ...each, price: 1 });
      });
      await expect(work).rejects.toThrow(Aborted);
      expect(runs).toBe(2);
      const prices = await Promise.all(many.map(async ({ id }) => (await lead(id))?.price));
      expect(prices).toEqual([4_900, 4_900, 4_900, 4_901, 4_900]);
    });

    itWhenTwoMeet('gives up with StoreBusy after conflicts in six runs', async () => {
      const own = someLead();
      await add([own]);
      let runs = 0;
      const work = atomically(async ({ leads }) => {
        runs += 1;
        const found = await leads.find(own.id);
        await besides(() => raisePrice(own.id));
        if (found !== undefined) await leads.save({ ...found, price: 1 });
      });
      await expect(work).rejects.toBeInstanceOf(StoreBusy);
      expect(runs).toBe(6);
      expect((await lead(own.id))?.price).toBe(4_906);
    });

    itWhenTwoMeet('queues no job of a run that met a conflict', async () => {
      const own = someLead();
      await add([own]);
      let runs = 0;
      await atomically(async ({ leads, jobs }) => {
        runs += 1;
        const found = await leads.find(own.id);
        await jobs.add({ name: 'close-checkouts', leadId: own.id });
        if (runs === 1) await besides(() => raisePrice(own.id));
        if (found !== undefined) await leads.save({ ...found, price: 1 });
      });
      const jobs = (await queued()).filter((job) => 'leadId' in job && job.leadId === own.id);
      expect(jobs).toHaveLength(1);
    });

    // Before 1970, as arbitrary purchases begin later, and after all purchases that are put off elsewhere.
    for (const [name, find, at, until] of [
      ['due', 'findDue', -20_000 * MINUTE, MINUTE],
      ['put off', 'findPutOff', Date.parse('9900-01-01'), 0],
    ] as const)
      itWhenTwoMeet(`leaves out purchases that are ${name} and that another transaction holds`, async () => {
        const own = someLead();
        const all = [1, 2, 3].map((place) => somePurchase(own.id, { check: { at: at + place, count: 0 } }));
        await add([own], all);
        const [mine, others] = await atomically(async ({ purchases }) => {
          const held = await purchases[find](at + until, 2);
          return [held, await besides(() => atomically((r) => r.purchases[find](at + until, 2)))];
        });
        expect(mine).toStrictEqual(all.slice(0, 2));
        expect(others).toStrictEqual(all.slice(2));
        expect(await atomically((r) => r.purchases[find](at + until, 3))).toStrictEqual(all);
      });

    itWhenTwoMeet('lets one after the other use a coupon', async () => {
      const discount = someCoupon({ maxUses: 30 });
      await add([], [], [discount]);
      let runs = 0;
      const use = () =>
        atomically(async ({ coupons }) => {
          runs += 1;
          const found = await coupons.findForUpdate(discount.code);
          await wait(1);
          if (found === undefined || found.uses === found.maxUses) return 'used up';
          await coupons.save({ ...found, uses: found.uses + 1 });
          return 'used';
        });
      const outcomes = await Promise.all(Array.from({ length: 40 }, use));
      expect(outcomes.filter((outcome) => outcome === 'used')).toHaveLength(30);
      expect(runs).toBe(40);
      expect((await coupon(discount.code))?.uses).toBe(30);
    });

    itWhenTwoMeet('frees a coupon whose user has failed', async () => {
      const discount = someCoupon();
      await add([], [], [discount]);
      const failing = atomically(async ({ coupons }) => {
        await coupons.findForUpdate(discount.code);
        throw new Aborted();
      });
      await expect(failing).rejects.toThrow(Aborted);
      expect(await atomically((r) => r.coupons.findForUpdate(discount.code))).toStrictEqual(discount);
    });

    itWhenTwoMeet('comes to an end when two want what the other one holds', async () => {
      const [first, second] = [someCoupon(), someCoupon()];
      await add([], [], [first, second]);
      const useBoth = (codes: readonly string[]) =>
        atomically(async ({ coupons }) => {
          for (const code of codes) {
            const found = await coupons.findForUpdate(code);
            await wait(5);
            if (found !== undefined) await coupons.save({ ...found, uses: found.uses + 1 });
          }
        });
      await Promise.all([useBoth([first.code, second.code]), useBoth([second.code, first.code])]);
      expect((await coupon(first.code))?.uses).toBe(2);
      expect((await coupon(second.code))?.uses).toBe(2);
    });

    itWhenTwoMeet('remembers a notification for one of many', async () => {
      const notification = { id: uuid(), receivedAt: NOW };
      const outcomes = await Promise.all(
        Array.from({ length: 20 }, () => atomically((r) => r.notifications.remember(notification))),
      );
      expect(outcomes.filter(Boolean)).toHaveLength(1);
    });

    itWhenTwoMeet('lets one of 50 buyers who pay at the same time win the lead', async () => {
      const own = someLead();
      const rivals = Array.from({ length: 50 }, () => somePurchase(own.id));
      await add([own], rivals);
      const outcomes = await Promise.all(
        rivals.map(({ id, price }) =>
          atomically(async ({ leads, purchases, jobs }) => {
            const [mine, wanted] = [await purchases.find(id), await leads.find(own.id)];
            if (mine === undefined || wanted === undefined) throw new Aborted();
            const payment = { paymentRef: `pi_${id}`, amount: price, email: 'e@example.com' };
            const decision = decide(mine, wanted, undefined, payment, NOW);
            if (decision === undefined) throw new Aborted();
            await purchases.save(decision.purchase);
            if (decision.outcome === 'won') await leads.save(decision.lead);
            await jobs.add({ name: 'settle-purchase', purchaseId: id });
            return decision.outcome;
          }),
        ),
      );
      expect(outcomes.filter((outcome) => outcome === 'won')).toHaveLength(1);
      const winner = rivals[outcomes.indexOf('won')];
      expect((await lead(own.id))?.standing).toMatchObject({ state: 'sold', purchaseId: winner?.id });
      const progress = await Promise.all(rivals.map(async ({ id }) => (await purchase(id))?.progress.state));
      expect(progress.filter((state) => state === 'lost')).toHaveLength(49);
      const ids = new Set(rivals.map(({ id }) => id));
      const jobs = (await queued()).filter((job) => 'purchaseId' in job && ids.has(job.purchaseId));
      expect(jobs).toHaveLength(50);
    });

    itWhenTwoMeet('sells a lead once even to work that forgets to save the lead', async () => {
      const own = someLead();
      const rivals = [somePurchase(own.id), somePurchase(own.id), somePurchase(own.id)];
      await add([own], rivals);
      const outcomes = await Promise.allSettled(
        rivals.map(({ id }) =>
          atomically(async ({ leads, purchases }) => {
            const [mine, wanted] = [await purchases.find(id), await leads.find(own.id)];
            await wait(5);
            if (mine !== undefined && wanted !== undefined && sell(wanted, id, NOW) !== undefined)
              await purchases.save({ ...mine, progress: wonBy('f@example.com') });
          }),
        ),
      );
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    });
  });
};
