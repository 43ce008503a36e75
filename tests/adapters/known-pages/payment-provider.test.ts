import { describe, expect, it } from 'vitest';

import { onKnownPages } from '#adapters/known-pages/payments.ts';
import { ProviderRefused } from '#application/ports/payment-provider.ts';
import { simulatedRig } from '#tests/adapters/simulated-checkout/rig.ts';
import { paymentProviderContract } from '#tests/contracts/payment-provider.contract.ts';
import { subscriptionProviderContract } from '#tests/contracts/subscription-provider.contract.ts';
import type { SubscriptionRig } from '#tests/contracts/subscription-rig.ts';

const SIMULATED_AT = 'http://localhost:3000';

type Payments = SubscriptionRig['payments'];

/** The provider, with hosted pages at these places, as its profile says. */
const hostedAt = (payments: Payments, hostedPages: readonly string[]): Payments => {
  const { profile } = payments;
  return { ...payments, profile: { ...profile, browser: { ...profile.browser, hostedPages } } };
};

const checkedRig = (): SubscriptionRig => {
  const rig = simulatedRig();
  const checked = (payments: Payments): Payments => onKnownPages(hostedAt(payments, [SIMULATED_AT]));
  return { ...rig, payments: checked(rig.payments), beside: () => checked(rig.beside()) };
};

// What goes round a provider is one itself.
for (const contract of [paymentProviderContract, subscriptionProviderContract])
  contract('a simulated checkout whose pages are looked at', async () => checkedRig());

describe('a hosted page', () => {
  const ASKED = {
    closesAt: Date.now() + 3_600_000,
    successUrl: 'https://shop.example/success?session_id={ref}',
    cancelUrl: 'https://shop.example/',
  };

  /** What comes of opening a purchase's page, and a subscription's, at this address. */
  const openingsAt = async (url: string) => {
    const { payments } = simulatedRig();
    const { openPurchase, openSubscription } = onKnownPages({
      ...hostedAt(payments, ['https://pay.example']),
      openPurchase: async () => ({ ref: 'one', url, closesAt: ASKED.closesAt }),
      openSubscription: async () => ({ ref: 'two', url, closesAt: ASKED.closesAt }),
    });
    const payer = { id: 'account', email: 'dana@example.com', ref: undefined };
    return Promise.allSettled([
      openPurchase({
        ...ASKED,
        purchaseId: 'purchase',
        amount: 2_500,
        lineItem: 'Buyer Lead in Austin',
        email: undefined,
      }),
      openSubscription({
        ...ASKED,
        subscriptionId: 'subscription',
        monthlyAmount: 3_900,
        lineItem: 'Lead Vault',
        payer,
      }),
    ]);
  };

  it.each([
    'https://pay.example/c/1',
    'https://PAY.example:443?c=1',
    'https://shop.example/dev/checkout/1',
    '/dev/checkout/1',
  ])('of the shop, or at a place that the provider has named, opens: %s', async (url) => {
    for (const opening of await openingsAt(url)) expect(opening).toMatchObject({ status: 'fulfilled', value: { url } });
  });

  it.each([
    ['https://pay.shop.example/c/1', 'https://pay.shop.example'],
    ['https://pay.example.evil.example/', 'https://pay.example.evil.example'],
    ['http://pay.example/c/1', 'http://pay.example'],
    ['https://', 'no address'],
  ])('anywhere else is refused, and the refusal names the place: %s', async (url, place) => {
    for (const opening of await openingsAt(url)) {
      expect(opening.status === 'rejected' && opening.reason).toBeInstanceOf(ProviderRefused);
      expect(opening).toMatchObject({
        reason: { message: `the payment page is at ${place}, which is none of https://pay.example` },
      });
    }
  });
});
