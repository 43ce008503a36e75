import { beforeEach, describe, expect, it } from 'vitest';

import { DAY, HOUR, MINUTE, SECOND } from '#domain/instant.ts';
import { someSubscriptionCheckout } from '#tests/contracts/checkout-samples.ts';

import { caseOf } from './bank.ts';
import { itemOf } from './billing.ts';
import { interceptStripe, stripeRig } from './rig.ts';
import type { StripeRig } from './rig.ts';
import type { Invoice } from './things.ts';

interceptStripe();

const BUYER = 'dana.reyes@example.com';

describe('what Stripe bills by the month', () => {
  let rig: StripeRig;
  let payments: StripeRig['payments'];

  beforeEach(() => {
    rig = stripeRig();
    ({ payments } = rig);
  });

  const open = (id = '1') =>
    payments.openSubscription(someSubscriptionCheckout(rig.now(), { subscriptionId: `subscription-${id}` }));
  const subscribed = async () => {
    const { ref } = await open();
    rig.double.buyer.pay(ref, BUYER);
    const [subscription] = rig.double.account.books.subscriptions.values();
    if (subscription === undefined) throw new Error('nothing was paid');
    return subscription;
  };
  const overdue = async () => {
    const subscription = await subscribed();
    await rig.advance(DAY);
    await rig.renewal.failed(subscription.id);
    return subscription;
  };
  const statuses = () => [...rig.double.account.books.invoices.values()].map(({ status }) => status);
  const latest = (): Invoice => {
    const invoice = [...rig.double.account.books.invoices.values()].at(-1);
    if (invoice === undefined) throw new Error('nothing was billed');
    return invoice;
  };

  it('is charged an hour after the month has begun: until then it is paid to its beginning', async () => {
    const { id } = await subscribed();
    const { paidThrough } = await payments.readSubscription(id);
    await rig.advance(paidThrough - rig.now() + MINUTE);
    expect(await payments.readSubscription(id)).toMatchObject({ status: 'active', paidThrough });
    expect(statuses()).toEqual(['paid', 'draft']);
    await rig.advance(HOUR);
    const renewed = await payments.readSubscription(id);
    expect(renewed.paidThrough).toBeGreaterThan(paidThrough + 27 * DAY);
    expect(renewed.paidAt).toBe(paidThrough + HOUR);
  });

  it('is paid to its beginning also while the card is being charged', async () => {
    const { id } = await subscribed();
    await rig.advance(DAY);
    const begins = Math.floor(rig.now() / SECOND) * SECOND;
    rig.double.buyer.renewalBegins(id);
    rig.double.account.billing.finalise(latest());
    expect(await payments.readSubscription(id)).toMatchObject({ status: 'active', paidThrough: begins });
  });

  it('and nobody owes any more, as the shop’s people have decided, is as good as paid', async () => {
    const subscription = await overdue();
    rig.double.account.billing.voided(latest());
    const { status, paidThrough } = await payments.readSubscription(subscription.id);
    expect([status, paidThrough]).toEqual(['active', itemOf(subscription).current_period_end * SECOND]);
  });

  it.each(['open', 'uncollectible'] as const)(
    'and is %s is void once the subscription has ended, never before',
    async (status) => {
      const { id } = await overdue();
      latest().status = status;
      await payments.endAtOnce(id);
      expect(statuses()).toEqual(['paid', 'void']);
      expect(await payments.readSubscription(id)).toMatchObject({ status: 'ended' });
      const calls = rig.double.asked.map(({ call }) => call);
      expect(calls.indexOf('POST /v1/invoices/:id/void')).toBeGreaterThan(
        calls.indexOf('DELETE /v1/subscriptions/:id'),
      );
    },
  );

  it('is void also where somebody else has ended the subscription, with each month that is owed', async () => {
    const subscription = await overdue();
    const { billing, now } = rig.double.account;
    billing.finalise(billing.roll(subscription, now()));
    billing.end(subscription);
    await payments.endAtOnce(subscription.id);
    expect(statuses()).toEqual(['paid', 'void', 'void']);
  });

  it('is charged by no draft that was made final only to be void', async () => {
    const { id } = await subscribed();
    rig.double.buyer.renewalBegins(id);
    await payments.endAtOnce(id);
    const finalised = rig.double.asked.find(({ call }) => call === 'POST /v1/invoices/:id/finalize');
    expect(finalised?.body).toBe('auto_advance=false');
    await rig.advance(2 * HOUR);
    expect([statuses(), await rig.subscriptionMoney(id)]).toEqual([['paid', 'void'], { taken: 3900, givenBack: 0 }]);
  });

  it.each(['GET /v1/invoices', 'POST /v1/invoices/:id/void'] as const)(
    'and paid in the moment of its end, before %s, is a month that is paid',
    async (call) => {
      const { id } = await overdue();
      const before = await payments.readSubscription(id);
      rig.double.before(call, () => rig.double.buyer.renewalPaid(id));
      await payments.endAtOnce(id);
      const { status, paidThrough } = await payments.readSubscription(id);
      expect([statuses(), status, paidThrough > before.paidThrough]).toEqual([['paid', 'paid'], 'ended', true]);
    },
  );

  it.each([
    ['needs_response', true],
    ['under_review', true],
    ['appeal_needs_response', true],
    ['appeal_under_review', true],
    ['lost', true],
    ['warning_needs_response', false],
    ['warning_under_review', false],
    ['warning_closed', false],
    ['prevented', false],
    ['won', false],
    ['of_next_year', false],
  ])('is taken back by a dispute that takes the money, or has taken it: %s, %s', async (status, isTakenBack) => {
    const { id } = await subscribed();
    rig.double.bank.dispute([...rig.double.account.books.intents.keys()].at(-1) ?? '');
    for (const dispute of rig.double.account.books.disputes.values()) Object.assign(dispute, { status });
    expect((await payments.readSubscription(id)).isTakenBack).toBe(isTakenBack);
  });

  it.each([
    ['resolution', true],
    ['block', false],
  ])('is taken back by a dispute that was prevented by a %s: %s', async (caseType, isTakenBack) => {
    const { id } = await subscribed();
    rig.double.bank.dispute([...rig.double.account.books.intents.keys()].at(-1) ?? '');
    for (const dispute of rig.double.account.books.disputes.values())
      Object.assign(dispute, { status: 'prevented', ...caseOf(caseType) });
    expect((await payments.readSubscription(id)).isTakenBack).toBe(isTakenBack);
  });

  it('goes on being read where the customer was deleted', async () => {
    const { id, customer } = await subscribed();
    rig.double.dashboard.deleteCustomer(customer);
    expect(await payments.readSubscription(id)).toMatchObject({ status: 'ended', isTakenBack: false });
  });

  it('for a customer who was deleted within a day of the making is for a new one', async () => {
    await open('1');
    for (const id of ['2', '3']) {
      const ref = [...rig.double.account.books.customers.keys()].at(-1) ?? '';
      rig.double.dashboard.deleteCustomer(ref);
      await rig.advance(HOUR);
      await open(id);
    }
    const customers = [...rig.double.account.books.customers.values()];
    expect(customers.map(({ deleted, email }) => [deleted, email])).toEqual([
      [true, BUYER],
      [true, BUYER],
      [undefined, BUYER],
    ]);
  });
});
