import { expect, it } from 'vitest';

import { UnknownCheckout } from '#application/ports/payment-provider.ts';

import { UNKNOWN_REFS } from './payment-rig.ts';
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

  it('does not take the reference of a checkout for that of its payment, nor the other way round', async () => {
    const { checkout, paymentRef } = await paid();
    for (const ask of [shop.payments.collect, shop.payments.release, shop.payments.refund])
      await expect(ask(checkout.ref)).rejects.toThrow(UnknownCheckout);
    await expect(shop.payments.readPurchase(paymentRef)).rejects.toThrow(UnknownCheckout);
    await expect(shop.payments.closeCheckout(paymentRef)).rejects.toThrow(UnknownCheckout);
  });
};
