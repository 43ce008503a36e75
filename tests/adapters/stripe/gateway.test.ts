import { describe, expect, it } from 'vitest';

import { ProviderUnavailable } from '#application/ports/payment-provider.ts';
import { somePurchaseCheckout } from '#tests/contracts/checkout-samples.ts';

import { interceptStripe, stripeRig } from './rig.ts';

interceptStripe();

describe('a gateway that answers in Stripe’s place', () => {
  it.each([
    [200, { message: 'We are back soon' }],
    [200, {}],
    [200, []],
    [200, 'null'],
    [200, '<html>Sign in</html>'],
    [404, { message: 'no Route matched with those values' }],
    [404, '<html>Not found</html>'],
    [404, ''],
    [403, { message: 'Forbidden', error: null }],
    [401, '<html>Proxy authentication</html>'],
    [400, {}],
    [502, 'null'],
    [302, { location: 'https://elsewhere.example' }],
  ] as const)('by %i and %j has answered nothing, and moved no money', async (status, json) => {
    const rig = stripeRig();
    const { payments, double } = rig;
    const checkout = await payments.openPurchase(somePurchaseCheckout(rig.now()));
    await rig.buyer.pay(checkout, 'dana.reyes@example.com');
    const [paymentRef = ''] = double.account.books.intents.keys();
    const collected = () => payments.collect(paymentRef);
    const refunded = () => payments.refund(paymentRef);
    const fails = async (call: string, act: () => Promise<unknown>) => {
      double.trouble(call, { status, json });
      await expect(act(), call).rejects.toThrow(ProviderUnavailable);
    };

    await fails('GET /v1/checkout/sessions/:id', () => payments.readPurchase(checkout.ref));
    await fails('GET /v1/checkout/sessions/:id', () => payments.closeCheckout(checkout.ref));
    await fails('GET /v1/payment_intents/:id', collected);
    await fails('POST /v1/payment_intents/:id/capture', collected);
    await fails('POST /v1/payment_intents/:id/cancel', () => payments.release(paymentRef));
    await fails('GET /v1/subscriptions/:id', () => payments.readSubscription('sub_1'));
    expect(await rig.money(checkout)).toEqual({ held: 2250, taken: 0, givenBack: 0 });
    expect(await collected()).toBe('collected');
    await fails('GET /v1/payment_intents/:id', refunded);
    await fails('POST /v1/refunds', refunded);
    expect(await refunded()).toBe('refunded');
  });
});
