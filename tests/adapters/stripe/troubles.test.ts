import { beforeEach, describe, expect, it } from 'vitest';

import { DAY } from '#domain/instant.ts';
import { ProviderBusy, ProviderUnavailable } from '#application/ports/payment-provider.ts';
import type { PurchaseCheckout } from '#application/ports/payment-provider.ts';
import { somePurchaseCheckout, someSubscriptionCheckout } from '#tests/contracts/checkout-samples.ts';

import { SECRET_KEY, WEBHOOK_SECRET } from './double.ts';
import { serveStripe, stripeRig } from './rig.ts';
import type { StripeRig } from './rig.ts';

const BUYER = 'dana.reyes@example.com';

const CAPTURE = 'POST /v1/payment_intents/:id/capture';
const CANCEL = 'POST /v1/payment_intents/:id/cancel';
const OPEN = 'POST /v1/checkout/sessions';
const CUSTOMER = 'POST /v1/customers';

const served = serveStripe();

describe('Stripe on a bad day', () => {
  let rig: StripeRig;
  let payments: StripeRig['payments'];

  beforeEach(() => {
    rig = stripeRig({ apiUrl: served.url });
    ({ payments } = rig);
  });

  const wish = (changes: Partial<PurchaseCheckout> = {}) => somePurchaseCheckout(rig.now(), changes);
  const monthly = (subscriptionId: string, email = BUYER) =>
    someSubscriptionCheckout(rig.now(), { subscriptionId, payer: { id: 'account-1', email, ref: undefined } });
  const authorised = async () => {
    const checkout = await payments.openPurchase(wish());
    await rig.buyer.pay(checkout, BUYER);
    const reading = await payments.readPurchase(checkout.ref);
    if (reading.state !== 'authorised') throw new Error(`the payment is ${reading.state}`);
    return { checkout, paymentRef: reading.paymentRef };
  };
  const keysOf = (call: string) => rig.double.asked.filter((one) => one.call === call).map(({ key }) => key);
  const sessions = () => rig.double.account.books.sessions;
  const customers = () => rig.double.account.books.customers;

  it.each([
    ['collected', CAPTURE, { held: 0, taken: 2250, givenBack: 0 }] as const,
    ['released', CANCEL, { held: 0, taken: 0, givenBack: 0 }] as const,
  ])('a failure that Stripe keeps for a day does not keep money from being %s', async (outcome, call, money) => {
    const { checkout, paymentRef } = await authorised();
    const act = outcome === 'collected' ? payments.collect : payments.release;
    rig.double.trouble(call, 'fails');
    await expect(act(paymentRef)).rejects.toThrow(ProviderUnavailable);
    expect(await rig.money(checkout)).toEqual({ held: 2250, taken: 0, givenBack: 0 });
    expect(await act(paymentRef)).toBe(outcome);
    expect(await rig.money(checkout)).toEqual(money);
    expect(new Set(keysOf(call)).size).toBe(2);
  });

  it.each(['is busy', 'is busy in old words'] as const)(
    'one that %s is asked again later, and has refused nothing',
    async (trouble) => {
      rig.double.trouble(OPEN, trouble);
      await expect(payments.openPurchase(wish())).rejects.toThrow(ProviderBusy);
    },
  );

  it('a lost answer to opening opens one checkout', async () => {
    rig.double.trouble(OPEN, 'drops the answer');
    const checkout = await payments.openPurchase(wish());
    expect([...sessions().keys()]).toEqual([checkout.ref]);
    expect(keysOf(OPEN)).toHaveLength(2);
    expect(await payments.openPurchase(wish())).toEqual(checkout);
    expect(sessions().size).toBe(1);
  });

  it('a failed opening stays failed, so that a page which may be there is never opened twice', async () => {
    rig.double.trouble(OPEN, 'fails');
    for (let times = 0; times < 2; times += 1)
      await expect(payments.openPurchase(wish())).rejects.toThrow(ProviderUnavailable);
    expect(sessions().size).toBe(0);
    await expect(payments.openPurchase(wish({ purchaseId: 'purchase-2' }))).resolves.toBeDefined();
  });

  it('a failure to make a customer, kept for a day, keeps nobody from subscribing', async () => {
    rig.double.trouble(CUSTOMER, 'fails');
    const { ref } = await payments.openSubscription(monthly('subscription-1'));
    expect(await payments.readSubscriptionCheckout(ref)).toEqual({ state: 'open' });
    await payments.openSubscription(monthly('subscription-2'));
    expect([...customers().values()]).toMatchObject([{ email: BUYER, metadata: { payer_id: 'account-1' } }]);
  });

  it('a payer has one customer while the search has not heard of it yet, and the address of today', async () => {
    const search = 'GET /v1/customers/search';
    await payments.openSubscription(monthly('subscription-1'));
    rig.double.blind(search);
    await payments.openSubscription(monthly('subscription-2', 'dana@example.org'));
    expect([...customers().values()]).toMatchObject([{ email: 'dana@example.org' }]);
  });

  it('a payer’s customer is found again when the key of its making is forgotten', async () => {
    await payments.openSubscription(monthly('subscription-1'));
    await rig.advance(2 * DAY);
    await payments.openSubscription(monthly('subscription-2'));
    expect(customers().size).toBe(1);
  });

  it('a payer with several customers there is the oldest of them', async () => {
    const { keep, books, now } = rig.double.account;
    for (const [id, age] of [
      ['cus_second', 20],
      ['cus_first', 30],
      ['cus_third', 10],
    ] as const)
      keep(books.customers, {
        id,
        object: 'customer',
        created: now() - age,
        email: BUYER,
        metadata: { payer_id: 'account-1' },
      });
    await payments.openSubscription(monthly('subscription-1'));
    expect([...sessions().values()].map(({ customer }) => customer)).toEqual(['cus_first']);
  });

  it('is asked three times at most for what a person waits for', async () => {
    for (let times = 0; times < 3; times += 1) rig.double.trouble('GET /v1/customers/search', 'fails');
    await expect(payments.openSubscription(monthly('subscription-1'))).rejects.toThrow(ProviderUnavailable);
  });

  it('is asked again at once only for what a person waits for', async () => {
    const asked = (call: string): number => rig.double.asked.filter((one) => one.call === call).length;
    const search = 'GET /v1/customers/search';
    rig.double.trouble(search, 'fails');
    rig.double.trouble(search, 'fails');
    const { ref } = await payments.openSubscription(monthly('subscription-1'));
    expect(asked(search)).toBe(3);
    await rig.buyer.pay({ ref, url: '', closesAt: 0 }, BUYER);
    const [subscription = ''] = rig.double.account.books.subscriptions.keys();
    const read = 'GET /v1/subscriptions/:id';
    rig.double.trouble(read, 'fails');
    await payments.endAfterPaidPeriod(subscription);
    expect(asked(read)).toBe(2);
    const { checkout, paymentRef } = await authorised();
    for (const [call, act] of [
      ['GET /v1/checkout/sessions/:id', () => payments.readPurchase(checkout.ref)],
      ['GET /v1/subscriptions/:id', () => payments.readSubscription(subscription)],
      ['GET /v1/payment_intents/:id', () => payments.collect(paymentRef)],
    ] as const) {
      const before = asked(call);
      rig.double.trouble(call, 'fails');
      await expect(act()).rejects.toThrow(ProviderUnavailable);
      expect([call, asked(call)]).toEqual([call, before + 1]);
    }
  });

  it('no error tells a secret, an address or what was answered', async () => {
    const { paymentRef } = await authorised();
    const attempts: readonly (() => Promise<unknown>)[] = [
      () => payments.openPurchase(wish({ amount: 100 })),
      () => payments.refund(paymentRef),
      () => payments.readPurchase('cs_test_nobody'),
      () => payments.readNotification({ body: Buffer.from('{"a":"canary text"}'), headers: {} }),
      () => payments.openPurchase(wish({ purchaseId: 'x', email: BUYER, closesAt: rig.now() })),
      () => {
        rig.double.trouble(OPEN, 'declines in words');
        return payments.openPurchase(wish({ purchaseId: 'y' }));
      },
    ];
    for (const attempt of attempts) {
      const error: unknown = await attempt().catch((one: unknown) => one);
      expect(error).toBeInstanceOf(Error);
      const told = JSON.stringify(error, Object.getOwnPropertyNames(error)) + String(error);
      for (const secret of [SECRET_KEY, WEBHOOK_SECRET, BUYER, 'canary']) expect(told).not.toContain(secret);
      expect((error as Error).cause).toBeUndefined();
    }
  });

  it('an error tells an operator the status, Stripe’s own names for it, and its number of the request', async () => {
    const open = () => payments.openPurchase(wish());
    rig.double.trouble(OPEN, 'declines');
    await expect(open()).rejects.toThrow(/^Stripe: 400 charge_disputed req_test$/);
    rig.double.trouble(OPEN, 'declines in words');
    await expect(open()).rejects.toThrow(/^Stripe: 400 req_test$/);
    rig.double.trouble(OPEN, 'declines a field');
    await expect(open()).rejects.toThrow(
      'Stripe: 400 parameter_invalid_empty line_items[0][price_data][currency] req_test',
    );
    await expect(payments.readPurchase('cs_test_nobody')).rejects.toThrow(
      /^Stripe: 404 resource_missing( id)? req_test$/,
    );
  });

  it('is asked with no word about our other requests, and always by the same version', async () => {
    // Twice, opened and read: what it would be told is of the request before.
    const { checkout } = await authorised();
    await payments.readPurchase(checkout.ref);
    await payments.openPurchase(wish({ purchaseId: 'purchase-2' }));
    expect(rig.double.asked).toHaveLength(4);
    for (const { headers } of rig.double.asked) {
      expect(headers.get('x-stripe-client-telemetry')).toBeNull();
      expect(headers.get('stripe-version')).toMatch(/^\d{4}-\d\d-\d\d\.\w+$/);
    }
  });
});
