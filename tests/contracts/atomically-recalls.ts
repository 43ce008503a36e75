import { AsyncResource } from 'node:async_hooks';
import { v7 as uuid } from 'uuid';
import { describe, expect, it } from 'vitest';

import type { Repositories } from '#application/ports/atomically.ts';
import { DAY } from '#domain/instant.ts';
import { eraseContact, offerOf, sell, vault, withdraw } from '#domain/lead.ts';
import type { Lead, LeadOffer } from '#domain/lead.ts';
import type { Purchase } from '#domain/purchase.ts';
import { NOW, someCoupon, someLead, somePurchase, wonBy } from './store-samples.ts';
import type { StoreInUse } from './store-samples.ts';

const LATER = NOW + 8 * DAY;

/** What can happen to a listed lead; the second answers what it is then. */
const CHANGES: readonly (readonly [string, (lead: Lead, purchaseId: string) => Lead | undefined])[] = [
  ['gets another price', (lead) => ({ ...lead, price: lead.price + 100 })],
  ['is sold', (lead, purchaseId) => sell(lead, purchaseId, NOW)],
  ['goes to the vault', (lead) => vault(lead, 1, LATER)],
  ['is withdrawn', (lead) => withdraw(lead, NOW)],
  ['loses its contact', eraseContact],
  ['goes away', () => undefined],
];

type Act = (repositories: Repositories, offer: LeadOffer, purchase: Purchase) => Promise<unknown>;

/** Work that is more than one new row, or less. */
const OTHER_WORK: readonly (readonly [string, Act])[] = [
  ['changes nothing', async () => {}],
  ['reads the lead', ({ leads }, { id }) => leads.find(id)],
  ['takes a lock', ({ coupons }) => coupons.findForUpdate('NONE')],
  ['queues a job', async ({ jobs }, { id: leadId }) => jobs.add({ name: 'close-checkouts', leadId })],
  [
    'adds two rows',
    async ({ purchases, coupons }, _, purchase) => {
      await coupons.add(someCoupon({ code: `OF-${purchase.id}`.toUpperCase() }));
      await purchases.add(purchase);
    },
  ],
  [
    'adds a row after it has changed the lead',
    async ({ purchases, leads }, { id }, purchase) => {
      const lead = await leads.find(id);
      if (lead !== undefined) await leads.save({ ...lead, description: 'being bought' });
      // Searches have to see what was saved, so it may be written by now.
      await purchases.findByCheckout('none');
      await purchases.add(purchase);
    },
  ],
  ['removes the lead', ({ leads }, { id }) => leads.remove([id])],
  [
    'adds a row and takes a lock',
    async ({ purchases, coupons }, _, purchase) => {
      await purchases.add(purchase);
      await coupons.findForUpdate('NONE');
    },
  ],
];

/** Why something is not tried where the store is `serial`. */
const NEVER_MEET = 'here two transactions never meet';

/** The store when it may take a lead from memory. `serial`: transactions never meet. */
export const recallsLeads = (
  { atomically, queued, add, lead, purchase, coupon }: StoreInUse,
  serial: boolean,
): void => {
  const outside = new AsyncResource('outside of any transaction');
  const besides = <T>(work: () => Promise<T>): Promise<T> => outside.runInAsyncScope(work);
  const recall = (id: string) => atomically(({ leads }) => leads.recall(id));

  const change = (own: Lead, become: (lead: Lead, purchaseId: string) => Lead | undefined) =>
    atomically(async ({ leads, purchases }) => {
      const found = await leads.find(own.id);
      const winner = somePurchase(own.id, { progress: wonBy('b@example.com') });
      const changed = found && become(found, winner.id);
      if (changed === undefined) return leads.remove([own.id]);
      if (changed.standing.state === 'sold') await purchases.add(winner);
      return leads.save(changed);
    });

  /** As a checkout begins: one new purchase at the lead's price. `meanwhile` is done in the first run, between the two. */
  const begin = async (id: string, meanwhile: () => Promise<unknown> = async () => {}) => {
    const seen: (LeadOffer | undefined)[] = [];
    const begun = await atomically(async ({ leads, purchases }) => {
      const offer = await leads.recall(id);
      seen.push(offer);
      if (seen.length === 1) await besides(meanwhile);
      if (offer?.standing.state !== 'listed') return undefined;
      const added = somePurchase(id, { price: offer.price });
      await purchases.add(added);
      return added;
    });
    return { last: seen.at(-1), begun };
  };

  const setPrice = (own: Lead, price: number) => change(own, (found) => ({ ...found, price }));

  /** Another buyer, too, makes the store remember the lead as it is then. */
  const boughtAtNewPrice = async (own: Lead) => {
    await setPrice(own, 5_000);
    await begin(own.id);
  };

  /** What is there must be what was gone by: a purchase if and only if the lead is listed, and at its price. */
  const expectDependence = async (own: Lead, { last, begun }: Awaited<ReturnType<typeof begin>>) => {
    const now = await lead(own.id);
    expect(last).toStrictEqual(now && offerOf(now));
    expect(begun?.price).toBe(now?.standing.state === 'listed' ? now.price : undefined);
    if (begun !== undefined) expect(await purchase(begun.id)).toStrictEqual(begun);
  };

  describe('recalls of a lead', () => {
    it('what a sale goes by, and nothing that tells of its person', async () => {
      const all = [
        someLead(),
        someLead({ standing: { state: 'vaulted', listedAt: NOW, vaultedAt: LATER } }),
        someLead({ standing: { state: 'withdrawn', listedAt: NOW, withdrawnAt: LATER } }),
      ];
      await add(all);
      for (const own of [...all, ...all]) {
        const { id, place, price, standing } = own;
        expect(await recall(id)).toStrictEqual({ id, place, price, standing });
      }
      const gone = await atomically(async ({ leads }) => {
        await leads.remove([all[0]?.id ?? '']);
        return leads.recall(all[0]?.id ?? '');
      });
      expect(gone).toBeUndefined();
      expect(await recall(uuid())).toBeUndefined();
      expect(await recall('no id')).toBeUndefined();
    });

    it('for one new row after another', async () => {
      const own = someLead();
      await add([own]);
      for (let time = 0; time < 4; time += 1) await expectDependence(own, await begin(own.id));
    });

    it('as the same transaction has changed it', async () => {
      const own = someLead();
      await add([own]);
      await recall(own.id);
      const recalled = await atomically(async ({ leads }) => {
        await leads.save({ ...own, ...(await leads.find(own.id)), price: 5_000 });
        return leads.recall(own.id);
      });
      expect(recalled?.price).toBe(5_000);
      await expectDependence(own, await begin(own.id));
    });

    it('as the same transaction has found it, unless it has changed', async (test) => {
      test.skip(serial, NEVER_MEET);
      const own = someLead();
      await add([own]);
      const prices: unknown[] = [];
      await atomically(async ({ leads, purchases }) => {
        const found = await leads.find(own.id);
        if (prices.length === 0) await besides(() => boughtAtNewPrice(own));
        prices.push([found?.price, (await leads.recall(own.id))?.price]);
        await purchases.add(somePurchase(own.id));
      });
      expect(prices).toEqual([
        [4_900, 4_900],
        [5_000, 5_000],
      ]);
    });

    it.each([true, false])(
      'as it is committed, after a change that was undone (written before: %s)',
      async (isWritten) => {
        const own = someLead();
        await add([own]);
        const undone = atomically(async ({ leads, purchases }) => {
          await leads.save({ ...own, ...(await leads.find(own.id)), price: 2 });
          if (isWritten) await purchases.findByCheckout('none');
          expect((await leads.recall(own.id))?.price).toBe(2);
          throw new Error('undone');
        });
        await expect(undone).rejects.toThrow('undone');
        if (isWritten) await setPrice(own, 3);
        await expectDependence(own, await begin(own.id));
      },
    );

    it.each(CHANGES)('that %s between two sales what it has become', async (_, become) => {
      const own = someLead();
      await add([own]);
      await recall(own.id);
      await change(own, become);
      await expectDependence(own, await begin(own.id));
      await expectDependence(own, await begin(own.id));
    });

    it.for(CHANGES)('that %s while a sale begins what it has become', async ([, become], test) => {
      test.skip(serial, NEVER_MEET);
      const [fresh, recalled] = [someLead(), someLead()];
      await add([fresh, recalled]);
      await recall(recalled.id);
      for (const own of [fresh, recalled]) await expectDependence(own, await begin(own.id, () => change(own, become)));
    });

    it.each(OTHER_WORK)('nothing outdated for work that %s', async (what, act) => {
      const own = someLead();
      const added = somePurchase(own.id);
      await add([own]);
      await recall(own.id);
      await setPrice(own, 5_000);
      const price = await atomically(async (repositories) => {
        const offer = await repositories.leads.recall(own.id);
        if (offer !== undefined) await act(repositories, offer, { ...added, price: offer.price });
        return offer?.price;
      });
      expect(price).toBe(5_000);
      expect((await purchase(added.id))?.price).toBe(what.startsWith('adds') ? 5_000 : undefined);
      expect((await coupon(`OF-${added.id}`.toUpperCase())) !== undefined).toBe(what === 'adds two rows');
      const jobs = (await queued()).filter((job) => 'leadId' in job && job.leadId === own.id);
      expect(jobs).toEqual(what === 'queues a job' ? [{ name: 'close-checkouts', leadId: own.id }] : []);
    });

    it('nothing outdated for work that fails', async () => {
      const own = someLead();
      await add([own]);
      await recall(own.id);
      await setPrice(own, 5_000);
      const failing = atomically(async ({ leads }) => {
        throw new Error(`the price was ${(await leads.recall(own.id))?.price}`);
      });
      await expect(failing).rejects.toThrow('the price was 5000');
    });

    it('the same when it is recalled again, unless it has changed', async (test) => {
      test.skip(serial, NEVER_MEET);
      const own = someLead();
      await add([own]);
      await recall(own.id);
      const prices: unknown[] = [];
      await atomically(async ({ leads, purchases }) => {
        const first = await leads.recall(own.id);
        if (prices.length === 0) await besides(() => boughtAtNewPrice(own));
        prices.push(first?.price);
        await leads.recall(own.id);
        await purchases.add(somePurchase(own.id, { price: first?.price ?? 0 }));
      });
      expect(prices).toEqual([4_900, 5_000]);
    });

    it.each([0, 1])('two at once, and neither outdated (place %i)', async (changed) => {
      const pair = [someLead(), someLead()];
      await add(pair);
      for (const own of pair) await recall(own.id);
      await change(pair[changed] ?? someLead(), (found) => ({ ...found, price: 5_000 }));
      const prices = await atomically(async ({ leads, coupons }) => {
        const offers: (LeadOffer | undefined)[] = [];
        for (const { id } of pair) offers.push(await leads.recall(id));
        await coupons.add(someCoupon());
        return offers.map((offer) => offer?.price);
      });
      expect(prices[changed]).toBe(5_000);
    });
  });
};
