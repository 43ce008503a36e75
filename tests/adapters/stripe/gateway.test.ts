import { describe, expect, it } from 'vitest';

import { ProviderRefused, ProviderUnavailable } from '#application/ports/payment-provider.ts';
import { SECOND } from '#domain/instant.ts';
import { somePurchaseCheckout, someSubscriptionCheckout } from '#tests/contracts/checkout-samples.ts';
import { endlessAnswers } from '#tests/support/endless-answer.ts';

import { interceptStripe, stripeRig } from './rig.ts';

describe('an answer in Stripe’s place that never ends', () => {
  it.each([200, 400, 502])('with %d is broken off, before it fills the memory', async (status) => {
    const { url, sent, close } = await endlessAnswers(status);
    const rig = stripeRig({ apiUrl: url });
    await expect(rig.payments.readPurchase('cs_1')).rejects.toThrow(ProviderUnavailable);
    expect(sent()).toBeLessThan(30_000_000);
    await close();
  });
});

describe('another host of the same API', () => {
  interceptStripe();

  const OPEN = 'POST /v1/checkout/sessions';
  const PAGE = { id: 'cs_1', url: 'https://pay.example/cs_1', expires_at: 1_796_000_000 };

  it('opens a page that says what a page has to say', async () => {
    const rig = stripeRig();
    rig.double.trouble(OPEN, { status: 200, json: PAGE });
    expect(await rig.payments.openPurchase(somePurchaseCheckout(rig.now()))).toEqual({
      ref: PAGE.id,
      url: PAGE.url,
      closesAt: PAGE.expires_at * SECOND,
    });
  });

  it.each([
    ['a name with a way in it', { id: 'cs_../../etc' }],
    ['a name with a NUL', { id: 'cs_1\0' }],
    ['a name without an end', { id: `cs_${'x'.repeat(5_000)}` }],
    ['a script for an address', { url: 'javascript:alert(1)' }],
    ['no address', { url: 7 }],
    ['a time that no calendar has', { expires_at: 1e300 }],
    ['a time in words', { expires_at: 'soon' }],
    ['a time before all times', { expires_at: -1 }],
  ])('that answers to an opening with %s has refused it', async (_what, change) => {
    const rig = stripeRig();
    rig.double.trouble(OPEN, { status: 200, json: { ...PAGE, ...change } });
    await expect(rig.payments.openPurchase(somePurchaseCheckout(rig.now()))).rejects.toThrow(ProviderRefused);
  });

  it.each([{ id: 'cus_1' }, { id: 'list', data: {} }, { id: 'list', data: null }])(
    'that answers to a search for a customer with %j has found none',
    async (json) => {
      const rig = stripeRig();
      rig.double.trouble('GET /v1/customers/search', { status: 200, json });
      await rig.payments.openSubscription(someSubscriptionCheckout(rig.now()));
      expect(rig.double.account.books.customers.size).toBe(1);
    },
  );
});

describe('a gateway that answers in Stripe’s place', () => {
  interceptStripe();

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
