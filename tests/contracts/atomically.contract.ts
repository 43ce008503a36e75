import { AsyncResource } from 'node:async_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Atomically, Repositories } from '#application/ports/atomically.ts';
import { StoreBusy } from '#application/ports/atomically.ts';
import type { Job } from '#application/ports/jobs.ts';
import type { Coupon } from '#domain/coupon.ts';
import { MINUTE } from '#domain/instant.ts';
import { sell } from '#domain/lead.ts';
import type { Lead } from '#domain/lead.ts';
import { decide, postpone, settle } from '#domain/purchase.ts';
import type { Purchase } from '#domain/purchase.ts';
import { aCoupon, aLead, aPurchase } from '#tests/support/arbitrary.ts';

export type StoreUnderTest = {
  readonly atomically: Atomically;
  /** Every job that has been queued so far. */
  readonly jobs: () => Promise<readonly Job[]>;
  readonly close: () => Promise<void>;
};

const NOW = Date.UTC(2026, 10, 2, 15);
/** Arbitrary purchases begin at 1970. */
const BEFORE_ALL_OTHERS = 0;

const someLead = (change: Partial<Lead> = {}): Lead => ({
  id: uuid(),
  place: { city: 'Austin', state: 'TX' },
  contact: { firstName: 'Ann', lastName: 'Poe', email: 'ann@example.com', phone: '5125550100', address1: undefined },
  description: 'Wants three bedrooms.',
  price: 4_900,
  standing: { state: 'listed', listedAt: NOW },
  ...change,
});

const somePurchase = (leadId: string, change: Partial<Purchase> = {}): Purchase => ({
  id: uuid(),
  saleNumber: `HL-${uuid()}`,
  leadId,
  lineItem: 'Buyer Lead in Austin',
  listPrice: 4_900,
  price: 4_900,
  couponCode: undefined,
  visitorHash: 'hash',
  userId: undefined,
  terms: undefined,
  openedAt: NOW,
  checkout: { ref: `cs_${uuid()}`, closesAt: NOW + 31 * MINUTE },
  check: { at: NOW, count: 0 },
  progress: { state: 'open' },
  ...change,
});

const someCoupon = (change: Partial<Coupon> = {}): Coupon => ({
  code: uuid().toUpperCase(),
  discount: { kind: 'percent', basisPoints: 1_000 },
  startsAt: undefined,
  endsAt: undefined,
  uses: 0,
  maxUses: undefined,
  smallestPrice: undefined,
  active: true,
  ...change,
});

const wonBy = (email: string): Purchase['progress'] => ({
  state: 'won',
  wonAt: NOW,
  buyerEmail: email,
  paymentRef: 'pi_1',
});

const lostWith = (is: 'held' | 'released'): Purchase['progress'] => ({
  state: 'lost',
  lostAt: NOW,
  reason: 'sold',
  buyerEmail: 'c@example.com',
  money: { is, paymentRef: 'pi_2' },
});

class Aborted extends Error {}

/**
 * What every store promises. `serial`: transactions of this store wait for each other from their first to their last
 * statement, so that two can never meet, and what happens when they do is nothing to test.
 */
export const atomicallyContract = (
  name: string,
  open: () => Promise<StoreUnderTest>,
  { serial = false }: { readonly serial?: boolean } = {},
): void => {
  describe(`the store ${name}`, () => {
    let store: StoreUnderTest;
    const atomically: Atomically = (work) => store.atomically(work);
    const add = (leads: readonly Lead[], purchases: readonly Purchase[] = [], coupons: readonly Coupon[] = []) =>
      atomically(async (repositories) => {
        await repositories.leads.add(leads);
        for (const purchase of purchases) await repositories.purchases.add(purchase);
        for (const coupon of coupons) await repositories.coupons.add(coupon);
      });
    const lead = (id: string) => atomically(({ leads }) => leads.find(id));
    const purchase = (id: string) => atomically(({ purchases }) => purchases.find(id));
    const coupon = (code: string) => atomically(({ coupons }) => coupons.find(code));
    const itWhenTwoMeet = it.skipIf(serial);
    const outside = new AsyncResource('outside of any transaction');
    /** As somebody else would, who knows nothing of the transaction that waits for it. */
    const besides = <T>(work: () => Promise<T>): Promise<T> => outside.runInAsyncScope(work);
    const raisePrice = (id: string) =>
      atomically(async ({ leads }) => {
        const found = await leads.find(id);
        if (found !== undefined) await leads.save({ ...found, price: found.price + 1 });
      });

    beforeAll(async () => {
      store = await open();
    });
    afterAll(() => store.close());

    describe('keeps values', () => {
      it('keeps every lead, whatever its standing', async () => {
        await fc.assert(
          fc.asyncProperty(aLead(), aLead(), async (one, other) => {
            const id = uuid();
            const [before, after] = [
              { ...one, id },
              { ...other, id },
            ];
            await add([before]);
            expect(await lead(before.id)).toStrictEqual(before);
            await atomically(async ({ leads }) => {
              await leads.find(after.id);
              await leads.save(after);
            });
            expect(await lead(after.id)).toStrictEqual(after);
          }),
          { numRuns: 60 },
        );
      });

      it('keeps every purchase, whatever its progress', async () => {
        await fc.assert(
          fc.asyncProperty(aPurchase(), aPurchase(), async (one, other) => {
            const own = someLead();
            const ofOwn = (purchase: Purchase): Purchase => ({
              ...purchase,
              id: own.id,
              leadId: own.id,
              saleNumber: purchase.saleNumber + uuid(),
              checkout: purchase.checkout && { ...purchase.checkout, ref: purchase.checkout.ref + uuid() },
            });
            const [before, after] = [ofOwn(one), ofOwn(other)];
            await add([own], [before]);
            expect(await purchase(own.id)).toStrictEqual(before);
            await atomically(async ({ purchases }) => {
              await purchases.find(own.id);
              await purchases.save(after);
            });
            expect(await purchase(own.id)).toStrictEqual(after);
          }),
          { numRuns: 70 },
        );
      });

      it('keeps every coupon', async () => {
        await fc.assert(
          fc.asyncProperty(aCoupon(), aCoupon(), async (one, other) => {
            const code = uuid().toUpperCase();
            const [before, after] = [
              { ...one, code },
              { ...other, code },
            ];
            await add([], [], [before]);
            expect(await coupon(code)).toStrictEqual(before);
            await atomically(async ({ coupons }) => {
              await coupons.findToUse(code);
              await coupons.save(after);
            });
            expect(await coupon(code)).toStrictEqual(after);
          }),
          { numRuns: 40 },
        );
      });

      it('takes many leads at once', async () => {
        const many = Array.from({ length: 400 }, () => someLead());
        await add(many);
        expect(await lead(many[399]?.id ?? '')).toStrictEqual(many[399]);
      });

      it('finds nothing under an unknown or impossible key', async () => {
        await atomically(async ({ leads, purchases, coupons }) => {
          for (const id of [uuid(), uuid().toUpperCase(), 'none', '', '\0', "'; drop table lead; --"]) {
            expect(await leads.find(id)).toBeUndefined();
            expect(await purchases.find(id)).toBeUndefined();
            expect(await purchases.findByCheckout(id)).toBeUndefined();
            expect(await purchases.findOpenOfLead(id)).toEqual([]);
            expect(await coupons.find(id)).toBeUndefined();
            expect(await coupons.findToUse(id)).toBeUndefined();
          }
        });
      });

      it('copies values on their way in and out', async () => {
        const mutable = structuredClone(someLead()) as { -readonly [Key in keyof Lead]: Lead[Key] };
        const { price } = mutable;
        await atomically(async ({ leads }) => {
          await leads.add([mutable]);
          mutable.price = 1;
          const found = (await leads.find(mutable.id)) as typeof mutable;
          expect(found.price).toBe(price);
          found.price = 2;
          expect((await leads.find(mutable.id))?.price).toBe(price);
        });
        mutable.price = 3;
        const found = (await lead(mutable.id)) as typeof mutable;
        expect(found.price).toBe(price);
        found.price = 4;
        expect((await lead(mutable.id))?.price).toBe(price);
      });
    });

    describe('does all or nothing', () => {
      it('answers what the work answers', async () => {
        expect(await atomically(async () => 'answer')).toBe('answer');
      });

      it('undoes everything when the work throws, and throws the same', async () => {
        const kept = someLead();
        const added = someLead();
        await add([kept]);
        const aborted = new Aborted();
        const work = atomically(async ({ leads, jobs, notifications }) => {
          await leads.add([added]);
          const found = await leads.find(kept.id);
          if (found !== undefined) await leads.save({ ...found, price: 1 });
          await jobs.add({ name: 'close-checkouts', leadId: added.id });
          await notifications.remember({ id: added.id, receivedAt: NOW });
          throw aborted;
        });
        await expect(work).rejects.toBe(aborted);
        expect(await lead(added.id)).toBeUndefined();
        expect(await lead(kept.id)).toStrictEqual(kept);
        expect(await store.jobs()).not.toContainEqual({ name: 'close-checkouts', leadId: added.id });
        expect(await atomically((r) => r.notifications.remember({ id: added.id, receivedAt: NOW }))).toBe(true);
      });

      it('undoes everything when the database refuses a change that the work forgets', async () => {
        const added = someLead();
        const stray = somePurchase(uuid());
        const work = atomically(async ({ leads, purchases }) => {
          await leads.add([added]);
          await purchases.add(stray);
          await purchases.findOpenOfLead(added.id).catch(() => {});
        });
        await expect(work).rejects.toThrow();
        expect(await lead(added.id)).toBeUndefined();
        expect(await purchase(stray.id)).toBeUndefined();
      });

      it('shows the work its own changes', async () => {
        const own = someLead();
        const first = somePurchase(own.id);
        await atomically(async ({ leads, purchases }) => {
          await leads.add([own]);
          await purchases.add(first);
          expect(await purchases.findOpenOfLead(own.id)).toStrictEqual([first]);
          expect(await purchases.findByCheckout(first.checkout?.ref ?? '')).toStrictEqual(first);
          const ended: Purchase = { ...first, progress: { state: 'abandoned', abandonedAt: NOW } };
          await purchases.save(ended);
          expect(await purchases.find(first.id)).toStrictEqual(ended);
          expect(await purchases.findOpenOfLead(own.id)).toEqual([]);
        });
        expect((await purchase(first.id))?.progress.state).toBe('abandoned');
      });

      it('hands jobs over with the commit', async () => {
        const id = uuid();
        await atomically(async ({ jobs }) => {
          await jobs.add({ name: 'deliver-lead', purchaseId: id });
          await jobs.add({ name: 'settle-checkout', checkoutRef: id });
        });
        const jobs = (await store.jobs()).filter((job) => JSON.stringify(job).includes(id));
        expect(jobs).toEqual([
          { name: 'deliver-lead', purchaseId: id },
          { name: 'settle-checkout', checkoutRef: id },
        ]);
      });

      it('refuses to save what the work has not found', async () => {
        const own = someLead();
        await add([own]);
        await expect(atomically(({ leads }) => leads.save(own))).rejects.toThrow('found');
      });

      it('refuses a transaction inside another one', async () => {
        await expect(atomically(() => atomically(async () => 'inner'))).rejects.toThrow('inside another');
      });

      it('refuses repositories whose transaction has ended', async () => {
        const escaped = await atomically(async (repositories) => ({ repositories }));
        await expect(escaped.repositories.leads.find(uuid())).rejects.toThrow('ended');
        await expect(escaped.repositories.leads.add([someLead()])).rejects.toThrow('ended');
        await expect(escaped.repositories.jobs.add({ name: 'sweep-purchases' })).rejects.toThrow('ended');
      });
    });

    describe('refuses what must be unique', () => {
      const busy = (work: (repositories: Repositories) => Promise<unknown>) =>
        expect(atomically(work)).rejects.toBeInstanceOf(StoreBusy);

      it('one lead, purchase and coupon of a key', async () => {
        const own = someLead();
        const first = somePurchase(own.id);
        const discount = someCoupon();
        await add([own], [first], [discount]);
        await busy(({ leads }) => leads.add([own]));
        await busy(({ purchases }) => purchases.add({ ...somePurchase(own.id), id: first.id }));
        await busy(({ coupons }) => coupons.add(discount));
      });

      it('one purchase of a sale number, and of a checkout', async () => {
        const own = someLead();
        const first = somePurchase(own.id);
        await add([own], [first]);
        await busy(({ purchases }) => purchases.add(somePurchase(own.id, { saleNumber: first.saleNumber })));
        await busy(({ purchases }) => purchases.add(somePurchase(own.id, { checkout: first.checkout })));
      });

      it('one won or settled purchase of a lead', async () => {
        const own = someLead();
        const first = somePurchase(own.id, { progress: wonBy('a@example.com') });
        const second = somePurchase(own.id);
        await add([own], [first, second]);
        await busy(({ purchases }) => purchases.add(somePurchase(own.id, { progress: wonBy('b@example.com') })));
        await busy(async ({ purchases }) => {
          await purchases.find(second.id);
          await purchases.save({ ...second, progress: wonBy('b@example.com') });
        });
        await atomically(async ({ purchases }) => {
          await purchases.find(first.id);
          const settled = settle(first, NOW);
          if (settled !== undefined) await purchases.save(settled);
        });
        await busy(({ purchases }) => purchases.add(somePurchase(own.id, { progress: wonBy('b@example.com') })));
        expect((await purchase(second.id))?.progress.state).toBe('open');
      });

      it('a purchase must be of a stored lead, and a coupon within its limit', async () => {
        await expect(atomically(({ purchases }) => purchases.add(somePurchase(uuid())))).rejects.toThrow();
        await expect(atomically(({ coupons }) => coupons.add(someCoupon({ uses: 2, maxUses: 1 })))).rejects.toThrow();
      });
    });

    describe('finds what is to be done', () => {
      it('the open purchases of a lead', async () => {
        const [own, other] = [someLead(), someLead()];
        const purchases = [somePurchase(own.id), somePurchase(own.id), somePurchase(other.id)];
        const abandoned = somePurchase(own.id, { progress: { state: 'abandoned', abandonedAt: NOW } });
        await add([own, other], [...purchases, abandoned]);
        expect(await atomically((r) => r.purchases.findOpenOfLead(own.id))).toStrictEqual(purchases.slice(0, 2));
      });

      it('the purchase of a checkout', async () => {
        const own = someLead();
        const first = somePurchase(own.id);
        await add([own], [first, somePurchase(own.id)]);
        expect(await atomically((r) => r.purchases.findByCheckout(first.checkout?.ref ?? ''))).toStrictEqual(first);
      });

      it('unfinished purchases that are due, longest due first, no more than asked for', async () => {
        const past = BEFORE_ALL_OTHERS - 10_000 * MINUTE;
        const own = someLead();
        const due = (minutes: number, progress: Purchase['progress'] = { state: 'open' }) =>
          somePurchase(own.id, { check: { at: past + minutes * MINUTE, count: 0 }, progress });
        const wanted = [due(1), due(2, lostWith('held')), due(3, wonBy('d@example.com')), due(4), due(5)];
        const others = [due(6), due(0, { state: 'abandoned', abandonedAt: past }), due(0, lostWith('released'))];
        await add([own], [...others, ...wanted].toReversed());
        const found = await atomically((r) => r.purchases.findDue(past + 5 * MINUTE, 100));
        expect(found).toStrictEqual(wanted);
        const first = await atomically((r) => r.purchases.findDue(past + 5 * MINUTE, 2));
        expect(first).toStrictEqual(wanted.slice(0, 2));
        await atomically(async ({ purchases }) => {
          for (const each of await purchases.findDue(past + 5 * MINUTE, 100)) await purchases.save(postpone(each, NOW));
        });
        expect(await atomically((r) => r.purchases.findDue(past + 5 * MINUTE, 100))).toEqual([]);
      });

      it('remembers a notification once', async () => {
        const notification = { id: uuid(), receivedAt: NOW };
        const remember = () => atomically((r) => r.notifications.remember(notification));
        expect(await remember()).toBe(true);
        expect(await remember()).toBe(false);
        const inOne = await atomically(async ({ notifications }) => [
          await notifications.remember({ ...notification, id: `${notification.id}-2` }),
          await notifications.remember({ ...notification, id: `${notification.id}-2` }),
        ]);
        expect(inOne).toEqual([true, false]);
      });
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
        const jobs = (await store.jobs()).filter((job) => 'leadId' in job && ids.has(job.leadId));
        expect(jobs.map((job) => 'leadId' in job && job.leadId).toSorted()).toEqual(kept.toSorted());
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
        const jobs = (await store.jobs()).filter((job) => 'leadId' in job && job.leadId === own.id);
        expect(jobs).toHaveLength(1);
      });

      itWhenTwoMeet('leaves out due purchases that another transaction holds', async () => {
        const past = BEFORE_ALL_OTHERS - 20_000 * MINUTE;
        const own = someLead();
        const due = [1, 2, 3].map((at) => somePurchase(own.id, { check: { at: past + at, count: 0 } }));
        await add([own], due);
        const [mine, others] = await atomically(async ({ purchases }) => {
          const held = await purchases.findDue(past + MINUTE, 2);
          return [held, await besides(() => atomically((r) => r.purchases.findDue(past + MINUTE, 2)))];
        });
        expect(mine).toStrictEqual(due.slice(0, 2));
        expect(others).toStrictEqual(due.slice(2));
        expect(await atomically((r) => r.purchases.findDue(past + MINUTE, 3))).toStrictEqual(due);
      });

      itWhenTwoMeet('lets one after the other use a coupon', async () => {
        const discount = someCoupon({ maxUses: 30 });
        await add([], [], [discount]);
        let runs = 0;
        const use = () =>
          atomically(async ({ coupons }) => {
            runs += 1;
            const found = await coupons.findToUse(discount.code);
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
          await coupons.findToUse(discount.code);
          throw new Aborted();
        });
        await expect(failing).rejects.toThrow(Aborted);
        expect(await atomically((r) => r.coupons.findToUse(discount.code))).toStrictEqual(discount);
      });

      itWhenTwoMeet('comes to an end when two want what the other one holds', async () => {
        const [first, second] = [someCoupon(), someCoupon()];
        await add([], [], [first, second]);
        const useBoth = (codes: readonly string[]) =>
          atomically(async ({ coupons }) => {
            for (const code of codes) {
              const found = await coupons.findToUse(code);
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
        const jobs = (await store.jobs()).filter((job) => 'purchaseId' in job && ids.has(job.purchaseId));
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
  });
};
