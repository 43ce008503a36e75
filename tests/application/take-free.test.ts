import { describe, expect, it } from 'vitest';

import { someCoupon } from '#tests/domain/coupon.ts';
import { faultsIn } from './audit.ts';
import { begin, mailTo } from './buyer.ts';
import { FREE, freeShop } from './free-shop.ts';
import { unreliable } from './power.ts';
import type { Trouble } from './power.ts';
import { NOW, SHOP_URL, aLeadOnOffer, opened } from './shop.ts';
import type { Shop } from './shop.ts';

const OMAR = { id: 'omar', email: 'omar@example.com' };

const purchaseOf = async ({ purchase, purchaseIds }: Shop) => purchase(purchaseIds.at(-1) ?? 'none');

describe('a purchase of nothing that no provider hosts', () => {
  it('is sold at once to the address that was typed, and the browser goes on to the success page', async () => {
    const { shop, free, asked } = await freeShop();
    const { ref, url, closesAt } = opened(await free());
    expect(ref).toMatch(/^free_[\w-]{43}$/);
    expect(closesAt).toBe(NOW);
    expect(url).toBe(`${SHOP_URL}/success?session_id=${ref}&lead=lead-1`);
    expect(await purchaseOf(shop)).toMatchObject({
      price: 0,
      couponCode: 'FREE',
      checkout: { ref, closesAt: NOW },
      visitorHash: 'visitor of dana',
      progress: { state: 'won', wonAt: NOW, buyerEmail: 'dana@example.com', paymentRef: undefined },
    });
    expect((await shop.lead())?.standing).toMatchObject({ state: 'sold', purchaseId: shop.purchaseIds[0] });
    expect((await shop.coupon('FREE'))?.uses).toBe(1);
    expect(shop.queue.waiting().map(({ name }) => name)).toEqual(['settle-purchase', 'close-checkouts']);
    expect(shop.log.lines).toMatchObject([{ outcome: 'won', leadId: 'lead-1' }]);
    expect(asked).toEqual([]);
  });

  it('goes to the address of the account when a signed-in buyer types none', async () => {
    const { shop, free } = await freeShop();
    opened(await free({ buyer: OMAR, email: undefined }));
    expect(await purchaseOf(shop)).toMatchObject({ userId: 'omar', progress: { buyerEmail: 'omar@example.com' } });
  });

  it('goes to the address that a signed-in buyer types instead', async () => {
    const { shop, free } = await freeShop();
    opened(await free({ buyer: OMAR }));
    expect(await purchaseOf(shop)).toMatchObject({ userId: 'omar', progress: { buyerEmail: 'dana@example.com' } });
  });

  it('needs an address: without one nothing happens', async () => {
    const { shop, free } = await freeShop();
    expect(await free({ email: undefined })).toStrictEqual({ is: 'email-needed' });
    expect(await purchaseOf(shop)).toBeUndefined();
    expect((await shop.lead())?.standing.state).toBe('listed');
    expect(await shop.coupon('FREE')).toEqual(FREE);
  });

  it('is told of and mailed like any other, and the provider hears nothing of it, whoever reads everything again', async () => {
    const { shop, free, asked } = await freeShop();
    const { ref } = opened(await free());
    const verified = { checkoutRef: ref, leadId: 'lead-1', visitorHash: 'visitor of dana' };
    expect(await shop.useCases.verifyPayment(verified)).toMatchObject({ is: 'paid', email: 'dana@example.com' });
    await shop.settleEverything();
    await shop.useCases.reconcile({ who: 'olga' });
    expect(await mailTo(shop, 'dana@example.com')).toHaveLength(1);
    expect(await faultsIn(shop)).toEqual([]);
    expect(asked).toEqual([]);
  });

  it('is refunded without the provider too: the lead is listed again, the use given back', async () => {
    const { shop, free, asked } = await freeShop();
    const { ref } = opened(await free());
    await shop.useCases.verifyPayment({ checkoutRef: ref, leadId: 'lead-1', visitorHash: undefined });
    const saleNumberOrId = (await purchaseOf(shop))?.saleNumber ?? '';
    const refunded = await shop.useCases.refundPurchase({ saleNumberOrId, reason: 'a mistake', who: 'olga' });
    expect(refunded).toMatchObject({ is: 'refunded', amount: 0 });
    expect((await shop.lead())?.standing.state).toBe('listed');
    expect((await shop.coupon('FREE'))?.uses).toBe(0);
    expect(asked).toEqual([]);
  });

  it('closes the pages that others have open for the lead', async () => {
    const { shop, free } = await freeShop();
    const eve = await begin(shop);
    opened(await free());
    await shop.settleEverything();
    expect(await eve.pay('eve@example.com')).toBe(false);
    expect(await eve.progress()).toMatchObject({ state: 'lost', reason: 'sold' });
    expect(await faultsIn(shop)).toEqual([]);
  });

  it('of a lead that somebody else takes at the same moment is refused as sold', async () => {
    const { shop, free } = await freeShop();
    const outcomes = await Promise.all([free(), free({ email: 'eve@example.com' })]);
    expect(outcomes.map(({ is }) => is).toSorted()).toEqual(['sold', 'taken']);
    await shop.settleEverything();
    expect(await shop.mails()).toHaveLength(1);
  });

  it('whose coupon has its last use go to somebody else at the same moment is lost with that reason', async () => {
    const leads = [aLeadOnOffer(), aLeadOnOffer({ id: 'lead-2' })];
    const { shop, free } = await freeShop({ leads, coupons: [{ ...FREE, maxUses: 1 }] });
    const taken = await Promise.all([free(), free({ leadId: 'lead-2', email: 'eve@example.com' })]);
    const outcomes = await Promise.all(
      taken.map((outcome, index) => {
        const checkoutRef = opened(outcome).ref;
        return shop.useCases.verifyPayment({ checkoutRef, leadId: `lead-${index + 1}`, visitorHash: undefined });
      }),
    );
    expect(outcomes.toSorted((one, other) => one.is.localeCompare(other.is))).toMatchObject([
      {
        is: 'failed',
        message: 'The last use of your coupon was taken by a payment before yours. Your card was not charged.',
      },
      { is: 'paid' },
    ]);
    await shop.settleEverything();
    expect(await faultsIn(shop)).toEqual([]);
    expect((await shop.mails()).map(({ subject }) => subject)).toContain('Your card was not charged');
    expect((await shop.coupon('FREE'))?.uses).toBe(1);
  });

  it('with a coupon that is used up is refused', async () => {
    const { shop, free } = await freeShop({ coupons: [{ ...FREE, uses: 1, maxUses: 1 }] });
    expect(await free()).toEqual({ is: 'coupon-refused', message: 'This coupon has been used up.' });
    expect(await purchaseOf(shop)).toBeUndefined();
  });

  it.each(['before', 'after'] as const)('ends the same when any call fails %s it is done', async (when) => {
    const bought = async (trouble?: Trouble) => {
      const power = unreliable(trouble);
      const { shop, free } = await freeShop({ around: power.around });
      const outcome = await free().catch(power.restore);
      await shop.settleEverything({ beforeEach: power.restore });
      const isSold = (await shop.lead())?.standing.state === 'sold';
      return { calls: power.calls(), isSold, isTaken: outcome?.is === 'taken', faults: await faultsIn(shop) };
    };
    const { calls, ...usual } = await bought();
    expect(usual).toEqual({ isSold: true, isTaken: true, faults: [] });
    for (let call = 1; call <= calls; call += 1) {
      const { faults, isSold, isTaken } = await bought({ call, when, kind: 'cut' });
      expect(faults).toEqual([]);
      expect(isSold || !isTaken).toBe(true);
    }
  });
});

it('a smaller discount still goes through the hosted page of a provider that has none for a total of nothing', async () => {
  const { shop, asked } = await freeShop({ coupons: [someCoupon({ code: 'TENOFF' })] });
  const { url } = opened(await shop.buy({ codeTyped: 'TENOFF', email: 'dana@example.com' }));
  expect(url).toContain('/dev/checkout/');
  expect(asked).toEqual(['openPurchase']);
  expect(await purchaseOf(shop)).toMatchObject({ progress: { state: 'open' } });
});
