import fc from 'fast-check';
import { v7 as uuid } from 'uuid';
import { describe, expect, it } from 'vitest';

import type { Lead } from '#domain/lead.ts';
import type { Purchase } from '#domain/purchase.ts';
import { aCoupon, aLead, aPurchase } from '#tests/support/arbitrary.ts';
import { LOSS_REASONS } from '#tests/support/stored-words.ts';

import { lostWith, someLead, somePurchase } from './store-samples.ts';
import type { StoreInUse } from './store-samples.ts';

/** Values are read as they were stored. */
export const keepsValues = ({ atomically, add, lead, purchase, coupon }: StoreInUse): void => {
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

    it('keeps every reason for which a purchase is lost', async () => {
      for (const reason of LOSS_REASONS) {
        const own = someLead();
        const lost = somePurchase(own.id, { progress: { ...lostWith('held'), reason } });
        await add([own], [lost]);
        expect(await purchase(lost.id), reason).toStrictEqual(lost);
      }
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
            await coupons.findForUpdate(code);
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
          expect(await coupons.findForUpdate(id)).toBeUndefined();
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
};
