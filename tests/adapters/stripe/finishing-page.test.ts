import { beforeEach, describe, expect, it } from 'vitest';

import { begin } from '#tests/application/buyer.ts';
import { NOW, openShop } from '#tests/application/shop.ts';
import { somePurchaseCheckout } from '#tests/contracts/checkout-samples.ts';

import { interceptStripe, stripeRig } from './rig.ts';
import type { StripeRig } from './rig.ts';

interceptStripe();

const DANA = 'dana.reyes@example.com';

describe('money that is held while Stripe’s page is still finishing', () => {
  let rig: StripeRig;

  beforeEach(() => {
    rig = stripeRig();
  });

  const confirmed = async (email?: string) => {
    const checkout = await rig.payments.openPurchase(somePurchaseCheckout(rig.now(), { email }));
    rig.double.buyer.confirm(checkout.ref);
    const read = () => rig.payments.readPurchase(checkout.ref);
    return { checkout, read };
  };

  it('is waited for where nobody knows yet whom the lead is for, and read with the address once the page is complete', async () => {
    const { checkout, read } = await confirmed();
    expect(await read()).toEqual({ state: 'open' });
    expect(await rig.money(checkout)).toMatchObject({ held: 2250 });
    await rig.buyer.pay(checkout, DANA);
    expect(await read()).toMatchObject({ state: 'authorised', email: DANA });
  });

  it('is waited for no longer where the shop had given the address', async () => {
    const { read } = await confirmed(DANA);
    expect(await read()).toMatchObject({ state: 'authorised', email: DANA });
  });

  it.each(['complete', 'expired'] as const)(
    'is read without an address where the page is %s without one',
    async (status) => {
      const { checkout, read } = await confirmed();
      Object.assign(rig.double.account.books.sessions.get(checkout.ref) ?? {}, { status });
      expect(await read()).toMatchObject({ state: 'authorised', email: '' });
    },
  );

  it('wins the lead for a guest whose purchase was looked at in that moment', async () => {
    await rig.advance(NOW - rig.now());
    const shop = await openShop({ around: (outside) => ({ ...outside, payments: rig.payments }) });
    const dana = await begin(shop);
    rig.double.buyer.confirm(dana.checkout.ref);
    await dana.settle();
    expect((await dana.progress())?.state).toBe('open');
    await rig.buyer.pay(dana.checkout, DANA);
    await shop.settleEverything();
    expect(await dana.progress()).toMatchObject({ state: 'settled', buyerEmail: DANA });
  });
});
