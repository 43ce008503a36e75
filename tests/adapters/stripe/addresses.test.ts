import { beforeEach, describe, expect, it } from 'vitest';

import { addressFor, addressFrom } from '#adapters/stripe/addresses.ts';
import { somePurchaseCheckout, someSubscriptionCheckout } from '#tests/contracts/checkout-samples.ts';

import { serveStripe, stripeRig } from './rig.ts';
import type { StripeRig } from './rig.ts';

const OPEN = 'POST /v1/checkout/sessions';

const served = serveStripe();

describe('an e-mail address at Stripe', () => {
  let rig: StripeRig;

  beforeEach(() => {
    rig = stripeRig({ apiUrl: served.url });
  });

  const purchase = (email: string) => somePurchaseCheckout(rig.now(), { email });
  const monthly = (email: string) =>
    someSubscriptionCheckout(rig.now(), { payer: { id: 'account-1', email, ref: undefined } });
  /** The keys of the pages asked for, and the address that each was to have filled in. */
  const asked = () =>
    rig.double.asked
      .filter(({ call }) => call === OPEN)
      .map(({ key, body }) => [key, new URLSearchParams(body).get('customer_email')]);
  const customers = () => [...rig.double.account.books.customers.values()].map(({ email }) => email);

  it('has its domain in ASCII, and comes back as it is written', async () => {
    const opened = await rig.payments.openPurchase(purchase('sam@bücher.example'));
    expect(asked()).toEqual([['purchase purchase-1', 'sam@xn--bcher-kva.example']]);
    await rig.buyer.pay(opened, 'sam@xn--bcher-kva.example');
    expect(await rig.payments.readPurchase(opened.ref)).toMatchObject({ email: 'sam@bücher.example' });
  });

  it('that Stripe does not take is left out: the page opens, and asks for one', async () => {
    const opened = await rig.payments.openPurchase(purchase('zoë@example.com'));
    expect(asked()).toEqual([
      ['purchase purchase-1', 'zoë@example.com'],
      ['purchase purchase-1 without address', null],
    ]);
    // Opened again, it is the page that is there.
    expect(await rig.payments.openPurchase(purchase('zoë@example.com'))).toEqual(opened);
    expect(rig.double.account.books.sessions.size).toBe(1);
  });

  it('that is none to the network is not told', async () => {
    await rig.payments.openPurchase(purchase('sam@exa＠mple.com'));
    expect(asked()).toEqual([['purchase purchase-1', null]]);
  });

  it('of a subscriber has its domain in ASCII too, and is changed once only', async () => {
    await rig.payments.openSubscription(monthly('sam@bücher.example'));
    await rig.payments.openSubscription({ ...monthly('sam@bücher.example'), subscriptionId: 'subscription-2' });
    expect(customers()).toEqual(['sam@xn--bcher-kva.example']);
    expect(rig.double.asked.filter(({ call }) => call === 'POST /v1/customers/:id')).toHaveLength(1);
  });

  it('of a subscriber that Stripe does not take keeps nobody from subscribing', async () => {
    const { url } = await rig.payments.openSubscription(monthly('zoë@example.com'));
    expect(url).not.toBe('');
    expect(customers()).toEqual([null]);
  });

  it.each(['Sam@Example.COM', 'sam@example.com', 'sam@xn--a.example', 'nobody', ''])(
    'comes back as it was told where it is no other writing of one: %s',
    (told) => {
      expect(addressFrom(told)).toBe(told);
    },
  );

  it.each(['dana@example.com', 'sam@bücher.example', '用户@例え.jp'])('there and back is the same: %s', (email) => {
    expect(addressFrom(addressFor(email) ?? '')).toBe(email);
  });
});
