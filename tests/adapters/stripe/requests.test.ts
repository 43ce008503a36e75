import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';

import { beforeEach, describe, expect, it } from 'vitest';

import { closingTime } from '#application/closing-time.ts';
import { ProviderRefused, UnknownCheckout } from '#application/ports/payment-provider.ts';
import { MINUTE, SECOND } from '#domain/instant.ts';

import { serveStripe, stripeRig } from './rig.ts';
import type { StripeRig } from './rig.ts';
import type { Price } from './things.ts';

const OPEN = 'POST /v1/checkout/sessions';

const PAYER = { id: 'account-1', email: 'dana.reyes@example.com', ref: undefined };

const served = serveStripe();

const pageOf = (closesAt: number) => ({
  closesAt,
  successUrl: 'http://localhost:3000/success?session_id={ref}',
  cancelUrl: 'http://localhost:3000/',
});

const purchase = (rig: StripeRig, changes: { readonly amount?: number; readonly closesAt?: number } = {}) => ({
  ...pageOf(rig.now() + 31 * MINUTE),
  purchaseId: 'purchase-1',
  amount: 2250,
  lineItem: 'Buyer Lead in Austin',
  email: 'dana.reyes@example.com',
  ...changes,
});

const monthly = (rig: StripeRig) => ({
  ...pageOf(rig.now() + 31 * MINUTE),
  subscriptionId: 'subscription-1',
  monthlyAmount: 3900,
  lineItem: 'Lead Vault, monthly',
  payer: PAYER,
});

/** What every page is opened with, at 15:04:05.678 on that day. */
const EVERY_PAGE = {
  'line_items[0][quantity]': '1',
  'allowed_payment_method_types[0]': 'card',
  'adaptive_pricing[enabled]': 'false',
  allow_promotion_codes: 'false',
  expires_at: String(Date.parse('2026-11-23T15:35:05Z') / SECOND),
  success_url: 'http://localhost:3000/success?session_id={CHECKOUT_SESSION_ID}',
  cancel_url: 'http://localhost:3000/',
};

describe('the request to Stripe', () => {
  let rig: StripeRig;

  beforeEach(() => {
    rig = stripeRig({ apiUrl: served.url });
  });

  /** The one request that opened a page, with its key. */
  const opening = ({ double }: StripeRig = rig) => {
    const [request, ...more] = double.asked.filter(({ call }) => call === OPEN);
    expect(more).toEqual([]);
    return { key: request?.key, form: Object.fromEntries(new URLSearchParams(request?.body)) };
  };

  const ONE_LEAD = {
    ...EVERY_PAGE,
    mode: 'payment',
    client_reference_id: 'purchase-1',
    'metadata[purchase_id]': 'purchase-1',
    'line_items[0][price_data][currency]': 'usd',
    'line_items[0][price_data][unit_amount]': '2250',
    'line_items[0][price_data][product_data][name]': 'Buyer Lead in Austin',
    customer_email: 'dana.reyes@example.com',
  };

  it('for a lead holds the money, and says at the payment too what it is for', async () => {
    const { closesAt } = await rig.payments.openPurchase(purchase(rig));
    expect(closesAt).toBe(Date.parse('2026-11-23T15:35:05Z'));
    expect(opening()).toEqual({
      key: 'purchase purchase-1',
      form: {
        ...ONE_LEAD,
        'payment_intent_data[capture_method]': 'manual',
        'payment_intent_data[description]': 'Buyer Lead in Austin',
        'payment_intent_data[metadata][purchase_id]': 'purchase-1',
      },
    });
  });

  it('for a lead of nothing tells of no payment', async () => {
    await rig.payments.openPurchase(purchase(rig, { amount: 0 }));
    expect(opening().form).toEqual({ ...ONE_LEAD, 'line_items[0][price_data][unit_amount]': '0' });
  });

  const SUBSCRIPTION = {
    ...EVERY_PAGE,
    mode: 'subscription',
    client_reference_id: 'subscription-1',
    'metadata[subscription_id]': 'subscription-1',
    'subscription_data[metadata][subscription_id]': 'subscription-1',
  };

  it('for the subscription is for a payer, monthly, and the subscription knows its number', async () => {
    await rig.payments.openSubscription(monthly(rig));
    const [customer] = rig.double.account.books.customers.keys();
    expect(opening()).toEqual({
      key: 'subscription subscription-1',
      form: {
        ...SUBSCRIPTION,
        customer,
        'line_items[0][price_data][currency]': 'usd',
        'line_items[0][price_data][unit_amount]': '3900',
        'line_items[0][price_data][recurring][interval]': 'month',
        'line_items[0][price_data][product_data][name]': 'Lead Vault, monthly',
      },
    });
  });

  it('opens for a shop whose clock is five minutes behind', async () => {
    const { payments, now } = rig;
    const closesAt = closingTime(payments.profile, now() - 5 * MINUTE);
    await expect(payments.openPurchase(purchase(rig, { closesAt }))).resolves.toBeDefined();
  });

  it('is never made for a reference that Stripe cannot have made', async () => {
    const { payments, double } = rig;
    for (const ref of [
      '',
      'cs_',
      'x_cs_1',
      '../refunds/cs_1',
      'cs_1/expire',
      'cs_1?x',
      'pi_1',
      `cs_${'1'.repeat(251)}`,
    ])
      await expect(payments.readPurchase(ref), ref).rejects.toThrow(UnknownCheckout);
    expect(double.asked).toEqual([]);
  });

  it('is given up after ten seconds of silence', async () => {
    const timeouts: (number | undefined)[] = [];
    const note = (message: unknown): void => {
      const { request } = message as { readonly request: ClientRequest };
      request.once('response', () => timeouts.push(request.socket?.timeout));
    };
    subscribe('http.client.request.start', note);
    await rig.payments.readPurchase((await rig.payments.openPurchase(purchase(rig))).ref);
    unsubscribe('http.client.request.start', note);
    expect(timeouts).toEqual([10 * SECOND, 10 * SECOND]);
  });

  describe('for the subscription at a price that was made at Stripe', () => {
    const PRICE: Price = {
      id: 'price_monthly',
      object: 'price',
      unit_amount: 3900,
      currency: 'usd',
      recurring: { interval: 'month', interval_count: 1 },
    };
    const rigWith = (price?: Price): StripeRig => {
      const priced = stripeRig({ apiUrl: served.url, priceId: PRICE.id });
      if (price !== undefined) priced.double.account.keep(priced.double.account.books.prices, price);
      return priced;
    };

    it('names that price, and no other', async () => {
      const priced = rigWith(PRICE);
      await priced.payments.openSubscription(monthly(priced));
      const [customer] = priced.double.account.books.customers.keys();
      expect(opening(priced).form).toEqual({ ...SUBSCRIPTION, customer, 'line_items[0][price]': PRICE.id });
    });

    it.each([
      ['of another amount', { ...PRICE, unit_amount: 2900 }],
      ['in another currency', { ...PRICE, currency: 'eur' }],
      ['for a year', { ...PRICE, recurring: { interval: 'year', interval_count: 1 } }],
      ['for three months', { ...PRICE, recurring: { interval: 'month', interval_count: 3 } }],
    ])('is not made when that is %s', async (_, price) => {
      const priced = rigWith(price);
      await expect(priced.payments.openSubscription(monthly(priced))).rejects.toThrow(ProviderRefused);
      expect(priced.double.asked.map(({ call }) => call)).not.toContain(OPEN);
    });

    it('is refused when Stripe knows no such price', async () => {
      const priced = rigWith();
      await expect(priced.payments.openSubscription(monthly(priced))).rejects.toThrow(ProviderRefused);
    });
  });
});
