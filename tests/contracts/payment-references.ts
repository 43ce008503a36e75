import { expect, it } from 'vitest';

import { UnknownCheckout } from '#application/ports/payment-provider.ts';

import { BUYER, UNKNOWN_REFS, keptUrl } from './payment-rig.ts';
import { possible } from './payments-in-use.ts';
import type { PurchasesInUse } from './payments-in-use.ts';

/** The references that the provider accepts. */
export const knowsItsReferences = (shop: PurchasesInUse): void => {
  const { paid, paidState } = shop;

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
    const successUrl = 'https://other.example:8443/success?session_id={ref}&of=dana%20reyes';
    const asked = shop.wish({ successUrl });
    const { purchaseId: id } = asked;
    const checkout = await shop.payments.openPurchase(asked);
    const origin = { of: 'purchase', id, checkoutRef: checkout.ref, successUrl: keptUrl(successUrl) };
    const read = () => shop.payments.readOrigin({ kind: 'checkout', ref: checkout.ref });
    expect(await read()).toEqual(origin);
    await shop.rig.buyer.pay(checkout, BUYER);
    expect(await read()).toEqual(origin);
    const reading = await shop.payments.readPurchase(checkout.ref);
    for (const ask of [shop.payments.collect, shop.payments.refund]) {
      await ask('paymentRef' in reading ? reading.paymentRef : '');
      expect(await read()).toEqual(origin);
    }
    const { ref: closed } = await shop.open();
    const before = await shop.payments.readOrigin({ kind: 'checkout', ref: closed });
    await shop.payments.closeCheckout(closed);
    expect(await shop.payments.readOrigin({ kind: 'checkout', ref: closed })).toEqual(before);
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

  it('knows by its notification what it has opened, and its whole success URL, also where its documents are lost', async (test) => {
    const restored = possible(test, shop.rig.restored);
    const { checkout } = await paid();
    for (const raw of await shop.rig.notifications()) {
      const { readNotification, readOrigin, readPurchase } = restored();
      const { about } = await readNotification(raw);
      expect(about).toMatchObject({ ref: checkout.ref });
      const origin = { of: 'purchase', checkoutRef: checkout.ref, successUrl: keptUrl(shop.wish().successUrl) };
      if ('ref' in about) expect(await readOrigin(about)).toMatchObject(origin);
      expect(await readPurchase(checkout.ref)).toMatchObject({ state: paidState() });
    }
  });
};
