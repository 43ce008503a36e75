import { readFile } from 'node:fs/promises';

import { beforeEach, describe, expect, it } from 'vitest';

import { DAY, MINUTE } from '#domain/instant.ts';
import { ProviderUnavailable } from '#application/ports/payment-provider.ts';
import { somePurchaseCheckout } from '#tests/contracts/checkout-samples.ts';

import { interceptStripe, stripeRig } from './rig.ts';
import type { StripeRig } from './rig.ts';

interceptStripe();

describe('the notifications of Stripe', () => {
  let rig: StripeRig;

  beforeEach(() => {
    rig = stripeRig();
  });

  const paid = async () => {
    const checkout = await rig.payments.openPurchase(somePurchaseCheckout(rig.now()));
    await rig.buyer.pay(checkout, 'dana.reyes@example.com');
    const reading = await rig.payments.readPurchase(checkout.ref);
    if (reading.state !== 'authorised') throw new Error(`the payment is ${reading.state}`);
    return { ref: checkout.ref, paymentRef: reading.paymentRef };
  };
  const sent = (type: string, object: object) => {
    const event = { id: 'evt_1', object: 'event', type, created: rig.double.account.now(), data: { object } };
    return rig.signed(new TextEncoder().encode(JSON.stringify(event)));
  };
  const lastAbout = async () => {
    const last = (await rig.notifications()).at(-1);
    return last && (await rig.payments.readNotification(last)).about;
  };
  const aboutOf = async (type: string, object: object) =>
    (await rig.payments.readNotification(sent(type, object))).about;

  it('tell of the checkout whose held money the bank has let go', async () => {
    const { ref } = await paid();
    await rig.advance(8 * DAY);
    await rig.payments.readPurchase(ref);
    expect(await lastAbout()).toEqual({ kind: 'checkout', ref });
  });

  it('tell of the checkout whose money was sent back, or is disputed', async () => {
    const { ref, paymentRef } = await paid();
    await rig.payments.collect(paymentRef);
    await rig.payments.refund(paymentRef);
    expect(await lastAbout()).toEqual({ kind: 'checkout', ref });
    rig.double.bank.dispute(paymentRef);
    expect(await lastAbout()).toEqual({ kind: 'checkout', ref });
  });

  it.each([
    'charge.refunded',
    'charge.refund.updated',
    'charge.dispute.created',
    'charge.dispute.closed',
    'charge.dispute.funds_withdrawn',
    'charge.dispute.funds_reinstated',
    'refund.updated',
    'refund.failed',
  ])('(%s) tell of the checkout of a payment, or of its subscription', async (type) => {
    const { ref, paymentRef } = await paid();
    expect(await aboutOf(type, { id: 'x_1', payment_intent: paymentRef })).toEqual({ kind: 'checkout', ref });
    const { ref: page } = await rig.payments.openSubscription({
      subscriptionId: 'subscription-1',
      monthlyAmount: 3900,
      lineItem: 'Lead Vault, monthly',
      payer: { id: 'account-1', email: 'dana.reyes@example.com', ref: undefined },
      closesAt: rig.now() + 31 * MINUTE,
      successUrl: 'http://localhost:3000/lead-vault-dashboard?session_id={ref}',
      cancelUrl: 'http://localhost:3000/',
    });
    rig.double.buyer.pay(page, 'dana.reyes@example.com');
    const [subscription] = rig.double.account.books.subscriptions.keys();
    const month = [...rig.double.account.books.intents.keys()].at(-1);
    expect(await aboutOf(type, { id: 'x_1', payment_intent: month })).toEqual({
      kind: 'subscription',
      ref: subscription,
    });
    const other = rig.double.account.addIntent(100, {}).id;
    expect(await aboutOf(type, { id: 'x_1', payment_intent: other })).toEqual({ kind: 'nothing of ours' });
  });

  it('of a payment are to be sent again when Stripe cannot be asked for its checkout', async () => {
    const { ref, paymentRef } = await paid();
    const raw = sent('charge.refunded', { id: 'ch_1', payment_intent: { id: paymentRef } });
    rig.double.trouble('GET /v1/checkout/sessions', 'is busy');
    await expect(rig.payments.readNotification(raw)).rejects.toThrow(ProviderUnavailable);
    expect((await rig.payments.readNotification(raw)).about).toEqual({ kind: 'checkout', ref });
  });

  it('of payments, pages and invoices that are not the shop’s are nothing of ours', async () => {
    const all: readonly (readonly [string, object])[] = [
      ['payment_intent.canceled', { id: 'pi_of_somebody' }],
      ['charge.refunded', { id: 'ch_1', payment_intent: null }],
      ['charge.refunded', { id: 'ch_1', payment_intent: 7 }],
      ['charge.dispute.created', { id: 'dp_1' }],
      ['checkout.session.completed', { id: 'cs_1', mode: 'setup' }],
      ['invoice.paid', { id: 'in_1', parent: null }],
      ['invoice.paid', { id: 'in_1', parent: { quote_details: {} } }],
      ['customer.created', { id: 'cus_1' }],
      ['constructor', {}],
    ];
    for (const [type, object] of all) expect(await aboutOf(type, object)).toEqual({ kind: 'nothing of ours' });
  });

  it('of an invoice tell of its subscription, told whole or by its id', async () => {
    for (const subscription of ['sub_1', { id: 'sub_1' }])
      expect(
        await aboutOf('invoice.payment_failed', { id: 'in_1', parent: { subscription_details: { subscription } } }),
      ).toEqual({ kind: 'subscription', ref: 'sub_1' });
  });

  it('are those that the docs have the endpoint send, and no others', async () => {
    const [docs, source] = await Promise.all(
      ['docs/deploying.md', 'adapters/stripe/notifications.ts'].map((path) => readFile(path, 'utf8')),
    );
    const step = docs?.slice(docs.indexOf('Its events are'), docs.indexOf("In the account's settings")) ?? '';
    const told = [...step.matchAll(/`([a-z_]+\.[a-z_.]+)`/g)].map(([, name = '']) => name);
    const read = [...(source ?? '').matchAll(/case '([^']+)':/g)].map(([, name = '']) => name);
    expect(read.length).toBeGreaterThan(10);
    expect(new Set(told)).toEqual(new Set(read));
  });
});
