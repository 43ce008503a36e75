import { v7 as uuid } from 'uuid';
import { describe, expect, it } from 'vitest';

import type { Repositories } from '#application/ports/atomically.ts';
import { StoreBusy } from '#application/ports/atomically.ts';
import type { Lead } from '#domain/lead.ts';
import type { Purchase } from '#domain/purchase.ts';
import { settle } from '#domain/purchase-steps.ts';
import { Aborted, NOW, someCoupon, someLead, somePurchase, wonBy } from './store-samples.ts';
import type { StoreInUse } from './store-samples.ts';

/** A transaction is atomic, and unique values stay unique. */
export const isWhole = ({ atomically, queued, add, lead, purchase }: StoreInUse): void => {
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
      expect(await queued()).not.toContainEqual({ name: 'close-checkouts', leadId: added.id });
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

    it('keeps of each of many leads what was changed of it, be it the same, something else or nothing', async () => {
      const many = Array.from({ length: 8 }, (_, index) =>
        someLead({
          price: 100 + index,
          contact: { ...someLead().contact, phone: index % 2 === 0 ? undefined : `${index}` },
        }),
      );
      await add(many);
      const changed = many.map((each, index): Lead => {
        if (index === 7) return each;
        const renamed = { ...each, contact: { ...each.contact, lastName: `{"O'Hara", ${index}\\}`, phone: undefined } };
        return index < 5
          ? renamed
          : { ...each, price: index, standing: { state: 'withdrawn', listedAt: 0, withdrawnAt: index } };
      });
      await atomically(async ({ leads }) => {
        for (const each of changed) {
          await leads.find(each.id);
          await leads.save(each);
        }
      });
      for (const each of changed) expect(await lead(each.id)).toStrictEqual(each);
    });

    it('hands jobs over with the commit', async () => {
      const id = uuid();
      await atomically(async ({ jobs }) => {
        await jobs.add({ name: 'deliver-lead', purchaseId: id });
        await jobs.add({ name: 'settle-checkout', checkoutRef: id });
      });
      const jobs = (await queued()).filter((job) => JSON.stringify(job).includes(id));
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

    it('refuses to add what the work has found or added', async () => {
      const [own, other] = [someLead(), someLead()];
      await add([own]);
      const again = atomically(async ({ leads }) => {
        await leads.find(own.id);
        await leads.add([own]);
      });
      await expect(again).rejects.toThrow('new');
      await expect(atomically(({ leads }) => leads.add([other, other]))).rejects.toThrow('new');
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
      await busy(async ({ purchases }) => {
        await purchases.add(somePurchase(own.id, { saleNumber: first.saleNumber }));
        await purchases.findOpenOfLead(own.id).catch(() => {});
      });
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
};
