import { describe, expect, it } from 'vitest';

import { systemClock } from '#adapters/system/clock.ts';
import { stripePayments } from '#adapters/stripe/payments.ts';
import { somePurchaseCheckout, someSubscriptionCheckout } from '#tests/contracts/checkout-samples.ts';

const secretKey = process.env['STRIPE_SECRET_KEY'] ?? '';
const isTestKey = /^(sk|rk)_test_/.test(secretKey);

/** What the double cannot know: whether the real Stripe takes our requests. Nobody pays here; only a person at a page can. */
describe('a real Stripe account in test mode', () => {
  const payments = stripePayments({
    secretKey: isTestKey ? secretKey : 'sk_test_none',
    webhookSecret: 'whsec_none',
    priceId: undefined,
    publishableKey: undefined,
    checkoutOrigins: [],
    apiUrl: process.env['STRIPE_API_URL'],
    clock: systemClock,
  });
  const purchase = (amount: number) => somePurchaseCheckout(systemClock(), { purchaseId: crypto.randomUUID(), amount });
  const skipWithoutKey = (test: { skip: (condition: boolean, why: string) => void }): void =>
    test.skip(!isTestKey, 'STRIPE_SECRET_KEY names no test-mode account (sk_test_…)');

  it.for([2250, 0])('opens, finds and closes a page for %i cents', { timeout: 60_000 }, async (amount, test) => {
    skipWithoutKey(test);
    const wish = purchase(amount);
    const opened = await payments.openPurchase(wish);
    expect(await payments.openPurchase(wish)).toEqual(opened);
    expect(await payments.readPurchase(opened.ref)).toEqual({ state: 'open' });
    await payments.closeCheckout(opened.ref);
    await payments.closeCheckout(opened.ref);
    expect(await payments.readPurchase(opened.ref)).toEqual({ state: 'closed' });
  });

  it('opens one page for a subscriber, with one customer', { timeout: 60_000 }, async (test) => {
    skipWithoutKey(test);
    const subscriptionId = crypto.randomUUID();
    const payer = { id: crypto.randomUUID(), email: 'dana.reyes@example.com', ref: undefined };
    const wish = someSubscriptionCheckout(systemClock(), { subscriptionId, payer });
    const opened = await payments.openSubscription(wish);
    expect(await payments.openSubscription(wish)).toEqual(opened);
    expect(await payments.readSubscriptionCheckout(opened.ref)).toEqual({ state: 'open' });
    await payments.closeCheckout(opened.ref);
    expect(await payments.readSubscriptionCheckout(opened.ref)).toEqual({ state: 'closed' });
  });
});
