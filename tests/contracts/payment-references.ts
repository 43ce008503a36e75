import { expect, it } from 'vitest';

import { UnknownCheckout } from '#application/ports/payment-provider.ts';

import { BUYER, UNKNOWN_REFS } from './payment-rig.ts';
import type { PurchasesInUse } from './payments-in-use.ts';

/** Whose references it takes. */
export const knowsItsReferences = (shop: PurchasesInUse): void => {
  const { paid } = shop;

  it('knows no checkout or payment that it never opened', async () => {
    for (const ref of UNKNOWN_REFS) {
      for (const ask of [
        shop.payments.readPurchase,
        shop.payments.closeCheckout,
        shop.payments.collect,
        shop.payments.release,
        shop.payments.refund,
      ])
        await expect(ask(ref)).rejects.toThrow(UnknownCheckout);
    }
  });

  it('tells what a page was opened for and by which shop, whatever has become of it, and of nothing else', async () => {
    const asked = shop.wish();
    const checkout = await shop.payments.openPurchase(asked);
    const origin = { of: 'purchase', id: asked.purchaseId, checkoutRef: checkout.ref };
    const read = () => shop.payments.readOrigin({ kind: 'checkout', ref: checkout.ref });
    expect(await read()).toMatchObject(origin);
    await shop.rig.buyer.pay(checkout, BUYER);
    expect(await read()).toMatchObject(origin);
    expect((await read()).successUrl).toMatch(/^http:\/\/localhost:3000\/success\?session_id=/);
    for (const kind of ['checkout', 'subscription'] as const)
      for (const ref of UNKNOWN_REFS)
        await expect(shop.payments.readOrigin({ kind, ref })).rejects.toThrow(UnknownCheckout);
  });

  it('does not take the reference of a checkout for that of its payment, nor the other way round', async () => {
    const { checkout, paymentRef } = await paid();
    for (const ask of [shop.payments.collect, shop.payments.release, shop.payments.refund])
      await expect(ask(checkout.ref)).rejects.toThrow(UnknownCheckout);
    await expect(shop.payments.readPurchase(paymentRef)).rejects.toThrow(UnknownCheckout);
    await expect(shop.payments.closeCheckout(paymentRef)).rejects.toThrow(UnknownCheckout);
  });
};
