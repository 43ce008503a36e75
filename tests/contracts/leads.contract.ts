import { AsyncResource } from 'node:async_hooks';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Atomically } from '#application/ports/atomically.ts';
import type { Leads } from '#application/ports/shop-repositories.ts';
import { DAY } from '#domain/instant.ts';
import type { Instant } from '#domain/instant.ts';
import type { Lead } from '#domain/lead.ts';
import type { Purchase } from '#domain/purchase.ts';
import {
  Aborted,
  hashOf,
  lostWith,
  NOW,
  refundedTo,
  refundingFor,
  settledBy,
  someBatch,
  someLead,
  somePurchase,
  storeInUse,
  wonBy,
} from './store-samples.ts';
import type { StoreUnderTest } from './store-samples.ts';

const NOBODY: Lead['contact'] = {
  firstName: '',
  lastName: '',
  email: undefined,
  phone: undefined,
  address1: undefined,
};

const listed = (listedAt: Instant): Lead => someLead({ standing: { state: 'listed', listedAt } });
const vaulted = (vaultedAt: Instant): Lead =>
  someLead({ standing: { state: 'vaulted', listedAt: vaultedAt - DAY, vaultedAt } });
const expired = (expiredAt: Instant, change: Partial<Lead> = {}): Lead => {
  const standing = { state: 'expired', listedAt: expiredAt - 2 * DAY, vaultedAt: expiredAt - DAY, expiredAt } as const;
  return someLead({ standing, ...change });
};
const withdrawn = (withdrawnAt: Instant, change: Partial<Lead> = {}): Lead =>
  someLead({ standing: { state: 'withdrawn', listedAt: withdrawnAt - DAY, withdrawnAt }, ...change });

const idsOf = (leads: readonly Lead[]): readonly string[] => leads.map(({ id }) => id);

/** What every store promises about the leads of the weekly cycle. `serial`: transactions of this store never meet. */
export const leadsContract = (
  name: string,
  open: () => Promise<StoreUnderTest>,
  { serial = false }: { readonly serial?: boolean } = {},
): void => {
  describe(`leads of the weekly cycle in the store ${name}`, () => {
    let store: StoreUnderTest;
    const atomically: Atomically = (work) => store.atomically(work);
    const { add, lead, purchase } = storeInUse(() => store);
    const found = (find: (leads: Leads) => Promise<readonly Lead[]>) => atomically(({ leads }) => find(leads));
    const change = (id: string, changes: Partial<Lead>) =>
      atomically(async ({ leads }) => {
        const stored = await leads.find(id);
        if (stored !== undefined) await leads.save({ ...stored, ...changes });
      });
    const itWhenTwoMeet = it.skipIf(serial);
    const outside = new AsyncResource('outside of any transaction');
    const besides = <T>(work: () => Promise<T>): Promise<T> => outside.runInAsyncScope(work);
    // Finders return everything up to an instant, so each test has a time of its own, before that of earlier tests.
    let time = NOW;
    const earlier = (): Instant => (time -= 1_000 * DAY);

    beforeAll(async () => {
      store = await open();
    });
    afterAll(() => store.close());

    type Find = (until: Instant, limit: number, after?: Lead) => (leads: Leads) => Promise<readonly Lead[]>;
    const finders: readonly (readonly [string, (at: Instant) => Lead, Find])[] = [
      ['to vault', listed, (until, limit, after) => (leads) => leads.findToVault(until + 1, limit, after)],
      ['to expire', vaulted, (until, limit, after) => (leads) => leads.findToExpire(until, limit, after)],
      ['to erase', expired, (until, limit, after) => (leads) => leads.findToErase(until, limit, after)],
      [
        'withdrawn to erase',
        withdrawn,
        (until, limit, after) => (leads) =>
          leads.findWithdrawnToErase({ withdrawnUntil: until, settledSince: NOW }, limit, after),
      ],
    ];

    describe.each(finders)('finds those %s', (_, make, find) => {
      it('up to the instant, oldest first, whole', async () => {
        const until = earlier();
        const leads = [-20, -10, -1, 0].map((offset) => make(until + offset));
        await add([make(until + 1), make(until + DAY), ...leads.toReversed()]);
        expect(await found(find(until, 100))).toStrictEqual(leads);
      });

      it('no more than asked for, and the same again', async () => {
        const until = earlier();
        const leads = Array.from({ length: 5 }, (__, index) => make(until - 100 + index));
        await add(leads.toReversed());
        expect(idsOf(await found(find(until, 3)))).toEqual(idsOf(leads.slice(0, 3)));
        expect(idsOf(await found(find(until, 3)))).toEqual(idsOf(leads.slice(0, 3)));
        expect(await found(find(until, 5))).toHaveLength(5);
      });

      it('of one instant each once, however few are asked for at a time', async () => {
        const until = earlier();
        const leads = Array.from({ length: 7 }, () => make(until));
        await add(leads);
        const seen: string[] = [];
        for (let round = 0; round < 4; round += 1)
          await atomically(async (r) => {
            for (const each of await find(until, 2)(r.leads)) {
              seen.push(each.id);
              await r.leads.save({ ...each, standing: { state: 'withdrawn', listedAt: until, withdrawnAt: NOW } });
            }
          });
        expect(seen.toSorted()).toEqual(idsOf(leads).toSorted());
        expect(await found(find(until, 100))).toEqual([]);
      });

      it('behind one of them, in the same order, be they of its instant or later', async () => {
        const until = earlier();
        const leads = [-2, -1, -1, -1, -1, 0, 0].map((offset) => make(until + offset));
        await add([...leads.toReversed(), make(until + 1)]);
        const inOrder = idsOf(await found(find(until, 100)));
        const seen: string[] = [];
        let last: Lead | undefined;
        for (let some = await found(find(until, 2)); some.length > 0; some = await found(find(until, 2, last))) {
          seen.push(...idsOf(some));
          last = some.at(-1);
        }
        expect(inOrder).toHaveLength(7);
        expect(seen).toEqual(inOrder);
      });

      it('behind one that has been moved since', async () => {
        const until = earlier();
        const leads = Array.from({ length: 4 }, () => make(until));
        await add(leads);
        const [first, second] = await atomically(async (r) => {
          const two = await find(until, 2)(r.leads);
          for (const each of two)
            await r.leads.save({ ...each, standing: { state: 'withdrawn', listedAt: until, withdrawnAt: NOW } });
          return [two, await find(until, 9, two.at(-1))(r.leads)];
        });
        expect(idsOf([...first, ...second]).toSorted()).toEqual(idsOf(leads).toSorted());
      });

      it('and no other standing', async () => {
        const until = earlier();
        const at = until - DAY;
        const sold = someLead({ standing: { state: 'sold', listedAt: at, soldAt: at, purchaseId: uuid() } });
        // Nothing is left to do for a lead whose contact is gone.
        const others = [listed, vaulted, expired, withdrawn]
          .filter((other) => other !== make)
          .map((other) => other(at));
        const own = make(at);
        await add([sold, own, ...others]);
        expect(idsOf(await found(find(until, 100)))).toEqual([own.id]);
      });

      it('as the transaction has changed them itself', async () => {
        const until = earlier();
        const [kept, moved] = [make(until), make(until)];
        await add([kept, moved]);
        const left = await atomically(async (r) => {
          const first = await r.leads.find(moved.id);
          if (first === undefined) throw new Aborted();
          await r.leads.save({ ...first, standing: { state: 'withdrawn', listedAt: until, withdrawnAt: NOW } });
          const fresh = make(until - 1);
          await r.leads.add([fresh]);
          return { fresh, ids: idsOf(await find(until, 100)(r.leads)) };
        });
        expect(left.ids).toEqual([left.fresh.id, kept.id]);
      });

      itWhenTwoMeet('leaving out those that another transaction holds', async () => {
        const until = earlier();
        const leads = [-3, -2, -1].map((offset) => make(until + offset));
        await add(leads);
        const [mine, others] = await atomically(async (r) => {
          const held = await find(until, 2)(r.leads);
          return [held, await besides(() => found(find(until, 2)))];
        });
        expect(idsOf(mine)).toEqual(idsOf(leads.slice(0, 2)));
        expect(idsOf(others)).toEqual(idsOf(leads.slice(2)));
        expect(idsOf(await found(find(until, 3)))).toEqual(idsOf(leads));
      });

      itWhenTwoMeet('each one once when several look for them at once', async () => {
        const until = earlier();
        const leads = Array.from({ length: 40 }, (__, index) => make(until - index));
        await add(leads);
        const moved: string[] = [];
        const moveSome = () =>
          atomically(async (r) => {
            const some = await find(until, 3)(r.leads);
            for (const each of some)
              await r.leads.save({ ...each, standing: { state: 'withdrawn', listedAt: until, withdrawnAt: NOW } });
            return idsOf(some);
          });
        const moveAll = async () => {
          for (let ids = await moveSome(); ids.length > 0; ids = await moveSome()) moved.push(...ids);
        };
        await Promise.all([moveAll(), moveAll(), moveAll(), moveAll()]);
        while ((await found(find(until, 1))).length > 0) await moveAll();
        expect(moved.toSorted()).toEqual(idsOf(leads).toSorted());
      });
    });

    describe('gives the turn to take leads through the week', () => {
      const tryRefreshLock = () => atomically(({ leads }) => leads.tryRefreshLock());

      it('to one who asks, and asks again', async () => {
        const turns = await atomically(async ({ leads }) => [
          await leads.tryRefreshLock(),
          await leads.tryRefreshLock(),
        ]);
        expect(turns).toEqual([true, true]);
      });

      itWhenTwoMeet('to nobody else until the end, whatever that is', async () => {
        const others: boolean[] = [];
        const ask = async () => void others.push(await besides(tryRefreshLock));
        await atomically(async ({ leads }) => {
          await leads.tryRefreshLock();
          await ask();
        });
        await ask();
        const failed = atomically(async ({ leads }) => {
          await leads.tryRefreshLock();
          await ask();
          throw new Aborted();
        });
        await expect(failed).rejects.toThrow(Aborted);
        await ask();
        expect(others).toEqual([false, true, false, true]);
      });
    });

    describe('finds for the vault', () => {
      const toVault = (until: Instant) => found((leads) => leads.findToVault(until + 1, 100));
      const progressTo = async (id: string, progress: Purchase['progress']) =>
        atomically(async ({ purchases }) => {
          const stored = await purchases.find(id);
          if (stored !== undefined) await purchases.save({ ...stored, progress });
        });

      it.each([
        ['open', { state: 'open' }],
        ['won', wonBy('a@example.com')],
      ] as const)('no lead with an %s purchase, until that has ended', async (_, progress) => {
        const until = earlier();
        const [bought, free] = [listed(until), listed(until)];
        const buying = somePurchase(bought.id, { progress });
        const given = somePurchase(bought.id, { progress: { state: 'abandoned', abandonedAt: NOW } });
        await add([bought, free], [buying, given]);
        expect(idsOf(await toVault(until))).toEqual([free.id]);
        await progressTo(buying.id, { state: 'abandoned', abandonedAt: NOW });
        expect(idsOf(await toVault(until)).toSorted()).toEqual([bought.id, free.id].toSorted());
      });

      it('leads whose purchases have all ended, in whatever way', async () => {
        const until = earlier();
        const ends: readonly Purchase['progress'][] = [
          ...([{ state: 'abandoned', abandonedAt: NOW }, lostWith('held'), lostWith('released')] as const),
          { state: 'lapsed', lapsedAt: NOW, buyerEmail: 'a@example.com' } as const,
          refundedTo('a@example.com'),
        ];
        const leads = ends.map(() => listed(until));
        const purchases = ends.map((progress, place) => somePurchase(leads[place]?.id ?? '', { progress }));
        await add(leads, purchases);
        expect(idsOf(await toVault(until)).toSorted()).toEqual(idsOf(leads).toSorted());
      });

      it('no lead whose purchase the work itself has just opened', async () => {
        const until = earlier();
        const [bought, free] = [listed(until), listed(until)];
        await add([bought, free]);
        const ids = await atomically(async ({ leads, purchases }) => {
          await purchases.add(somePurchase(bought.id));
          return idsOf(await leads.findToVault(until + 1, 100));
        });
        expect(ids).toEqual([free.id]);
      });

      it('more than those with open purchases, however many of them are older', async () => {
        const until = earlier();
        const bought = Array.from({ length: 12 }, (_, index) => listed(until - 20 + index));
        const free = [listed(until - 1), listed(until)];
        await add(
          [...bought, ...free],
          bought.map(({ id }) => somePurchase(id)),
        );
        expect(idsOf(await found((leads) => leads.findToVault(until + 1, 2)))).toEqual(idsOf(free));
      });
    });

    describe.each([
      ['expired', expired, (until: Instant) => found((leads) => leads.findToErase(until, 100))],
      [
        'withdrawn',
        withdrawn,
        (until: Instant) =>
          found((leads) => leads.findWithdrawnToErase({ withdrawnUntil: until, settledSince: NOW }, 100)),
      ],
    ] as const)('finds for erasing of the %s ones', (_, make, toErase) => {
      it.each(['firstName', 'lastName', 'email', 'phone', 'address1'] as const)(
        'a lead with %s alone, and none without any contact',
        async (field) => {
          const until = earlier();
          const own = make(until, { contact: { ...NOBODY, [field]: 'x' } });
          await add([own, make(until, { contact: NOBODY })]);
          expect(await toErase(until)).toStrictEqual([own]);
          await change(own.id, { contact: NOBODY });
          expect(await toErase(until)).toEqual([]);
          expect(await lead(own.id)).toStrictEqual({ ...own, contact: NOBODY });
        },
      );
    });

    it('finds for erasing no withdrawn lead that a refunded purchase may get back', async () => {
      const until = earlier();
      const settledSince = until - 100 * DAY;
      const sold = (settledAt: Instant, contactLeftAt: Instant | undefined): Purchase['progress'] => ({
        ...refundedTo('dana@example.com'),
        settledAt,
        contactLeftAt,
      });
      const ends = [
        sold(settledSince, until),
        sold(until, until),
        // Too long ago, and never handed over.
        sold(settledSince - 1, until),
        sold(until, undefined),
        lostWith('released'),
        { state: 'abandoned', abandonedAt: until } as const,
      ];
      const leads = ends.map((_, index) => withdrawn(until - 10 + index));
      const free = withdrawn(until);
      await add(
        [...leads, free],
        ends.map((progress, place) => somePurchase(leads[place]?.id ?? '', { progress })),
      );
      const toErase = await found((all) => all.findWithdrawnToErase({ withdrawnUntil: until, settledSince }, 100));
      expect(idsOf(toErase)).toEqual(idsOf([...leads.slice(2), free]));
    });

    describe('tells where leads stand, and which are erased', () => {
      const standings = (ids: readonly string[]) => atomically(({ leads }) => leads.lockStandings(ids));

      it('of those that are named and stored', async () => {
        const until = earlier();
        const [gone, kept] = [expired(until, { contact: NOBODY }), vaulted(until)];
        const [taken, other] = [withdrawn(until, { contact: { ...NOBODY, address1: 'x' } }), listed(until)];
        await add([gone, kept, taken, other]);
        expect(await standings([gone.id, kept.id, taken.id, uuid(), 'none', '\0'])).toEqual(
          new Map([
            [gone.id, { state: 'expired', isErased: true }],
            [kept.id, { state: 'vaulted', isErased: false }],
            [taken.id, { state: 'withdrawn', isErased: false }],
          ]),
        );
        expect(await standings([])).toEqual(new Map());
      });

      it('as this transaction has changed them', async () => {
        const own = someLead();
        await add([own]);
        const seen = await atomically(async ({ leads }) => {
          const found = await leads.find(own.id);
          if (found !== undefined) await leads.save({ ...found, contact: NOBODY });
          return leads.lockStandings([own.id]);
        });
        expect(seen.get(own.id)).toEqual({ state: own.standing.state, isErased: true });
      });
    });

    describe('takes leads away', () => {
      it('for good, those that are named and no other', async () => {
        const [gone, alsoGone, kept] = [someLead(), someLead(), someLead()];
        await add([gone, alsoGone, kept]);
        await atomically(({ leads }) => leads.remove([gone.id, alsoGone.id]));
        expect(await lead(gone.id)).toBeUndefined();
        expect(await lead(alsoGone.id)).toBeUndefined();
        expect(await lead(kept.id)).toStrictEqual(kept);
      });

      it('with how they came', async () => {
        const batch = someBatch();
        const [gone, kept] = [someLead(), someLead()];
        await atomically(async ({ leads, batches }) => {
          await batches.add(batch);
          await leads.add([gone, kept]);
          const common = { batchId: batch.id, consent: undefined };
          await batches.addProvenance([
            { ...common, leadId: gone.id, line: 2 },
            { ...common, leadId: kept.id, line: 3 },
          ]);
        });
        const leftInside = await atomically(async ({ leads, batches }) => {
          await leads.remove([gone.id]);
          return batches.leadIdsOf(batch.id);
        });
        expect(leftInside).toEqual([kept.id]);
        expect(await atomically(({ batches }) => batches.leadIdsOf(batch.id))).toEqual([kept.id]);
      });

      it('with their person keys, in any order', async () => {
        const [one, other] = [someLead(), someLead()];
        const keys = [one, other].map(({ id }) => ({ key: hashOf(id), leadId: id, seenAt: NOW }));
        await atomically(async ({ leads, persons }) => {
          await leads.add([one, other]);
          await persons.add(keys);
        });
        await atomically(async ({ leads, persons }) => {
          await leads.remove([one.id]);
          await persons.removeOf([one.id]);
        });
        await atomically(async ({ leads, persons }) => {
          await persons.removeOf([other.id]);
          await leads.remove([other.id]);
        });
        const seen = await atomically(({ persons }) =>
          persons.seenSince(
            keys.map(({ key }) => key),
            0,
          ),
        );
        expect(seen).toEqual(new Set());
      });

      it('but not while a person is known by one', async () => {
        const own = someLead();
        await atomically(async ({ leads, persons }) => {
          await leads.add([own]);
          await persons.add([{ key: hashOf(own.id), leadId: own.id, seenAt: NOW }]);
        });
        await expect(atomically(({ leads }) => leads.remove([own.id]))).rejects.toThrow();
        expect(await lead(own.id)).toStrictEqual(own);
      });

      it.each([
        ['open', { state: 'open' }],
        ['abandoned', { state: 'abandoned', abandonedAt: NOW }],
        ['settled', settledBy('a@example.com')],
      ] as const)('but none with an %s purchase, nor any other with it', async (_, progress) => {
        const [own, free] = [someLead(), someLead()];
        const bought = somePurchase(own.id, { progress });
        await add([own, free], [bought]);
        await expect(atomically(({ leads }) => leads.remove([free.id, own.id]))).rejects.toThrow();
        expect(await lead(own.id)).toStrictEqual(own);
        expect(await lead(free.id)).toStrictEqual(free);
        expect(await purchase(bought.id)).toStrictEqual(bought);
      });

      it('also those that the work has found, changed or added', async () => {
        const [seen, changed, added] = [someLead(), someLead(), someLead()];
        await add([seen, changed]);
        await atomically(async ({ leads }) => {
          await leads.find(seen.id);
          await leads.find(changed.id);
          await leads.save({ ...changed, price: 1 });
          await leads.add([added]);
          expect(await leads.remove([seen.id, changed.id, added.id])).toBe(3);
          for (const { id } of [seen, changed, added]) expect(await leads.find(id)).toBeUndefined();
        });
        for (const { id } of [seen, changed, added]) expect(await lead(id)).toBeUndefined();
      });

      it('and finds nothing wrong with those that are gone, unknown or impossible, which it does not count', async () => {
        const own = someLead();
        await add([own]);
        const remove = () => atomically(({ leads }) => leads.remove([own.id, uuid(), 'none', '', '\0']));
        expect(await remove()).toBe(1);
        expect(await remove()).toBe(0);
        expect(await atomically(({ leads }) => leads.remove([]))).toBe(0);
        expect(await lead(own.id)).toBeUndefined();
      });

      it('many at once', async () => {
        const many = Array.from({ length: 2_500 }, () => someLead());
        await add(many);
        expect(await atomically(({ leads }) => leads.remove(idsOf(many)))).toBe(2_500);
        for (const place of [0, 1_000, 2_499]) expect(await lead(many[place]?.id ?? '')).toBeUndefined();
      });

      it('not at all when the work throws', async () => {
        const own = someLead();
        await add([own]);
        const work = atomically(async ({ leads }) => {
          await leads.remove([own.id]);
          throw new Aborted();
        });
        await expect(work).rejects.toThrow(Aborted);
        expect(await lead(own.id)).toStrictEqual(own);
      });
    });

    describe(`holds when two transactions meet${serial ? ' (skipped: here they never do)' : ''}`, () => {
      itWhenTwoMeet('runs the work again when the lead of a new purchase was taken away meanwhile', async () => {
        const own = someLead();
        await add([own]);
        const seen: boolean[] = [];
        await atomically(async ({ leads, purchases }) => {
          seen.push((await leads.find(own.id)) !== undefined);
          if (seen.length === 1) await besides(() => atomically((other) => other.leads.remove([own.id])));
          if (seen.at(-1) === true) await purchases.add(somePurchase(own.id));
        });
        expect(seen).toEqual([true, false]);
      });

      itWhenTwoMeet('runs the work again when a lead to be taken away has got a purchase meanwhile', async () => {
        const own = someLead();
        await add([own]);
        const seen: number[] = [];
        await atomically(async ({ leads, purchases }) => {
          seen.push((await purchases.findOpenOfLead(own.id)).length);
          if (seen.length === 1) await besides(() => add([], [somePurchase(own.id)]));
          if (seen.at(-1) === 0) await leads.remove([own.id]);
        });
        expect(seen).toEqual([0, 1]);
        expect(await lead(own.id)).toStrictEqual(own);
      });
    });

    it('saves a lead that the same work has added', async () => {
      const own = someLead();
      await atomically(async ({ leads }) => {
        await leads.add([own]);
        await leads.save({ ...own, price: 1 });
        expect((await leads.find(own.id))?.price).toBe(1);
      });
      expect(await lead(own.id)).toStrictEqual({ ...own, price: 1 });
    });

    it('keeps a lead whose money is going back for its buyer', async () => {
      const own = someLead();
      await add([own], [somePurchase(own.id, { progress: refundingFor('a@example.com') })]);
      const another = () =>
        atomically(({ purchases }) => purchases.add(somePurchase(own.id, { progress: wonBy('b@example.com') })));
      await expect(another()).rejects.toThrow('conflicts');
    });

    it('lets a lead be bought again whose money went back', async () => {
      const own = someLead();
      await add([own], [somePurchase(own.id, { progress: refundedTo('a@example.com') })]);
      const again = somePurchase(own.id, { progress: wonBy('b@example.com') });
      await add([], [again]);
      expect(await purchase(again.id)).toStrictEqual(again);
    });
  });
};
