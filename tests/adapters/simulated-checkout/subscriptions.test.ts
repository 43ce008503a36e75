import { beforeEach, describe, expect, it } from 'vitest';

import { simulatedCheckout } from '#adapters/simulated-checkout/simulated-checkout.ts';
import { memoryClock } from '#adapters/memory/clock.ts';
import { memoryDocuments } from '#adapters/memory/documents.ts';
import { memorySecrets } from '#adapters/memory/secrets.ts';
import { UnknownCheckout } from '#application/ports/payment-provider.ts';
import { DAY, HOUR } from '#domain/instant.ts';
import { someSubscriptionCheckout } from '#tests/contracts/checkout-samples.ts';

import { simulatedRig } from './rig.ts';
import type { SimulatedRig } from './rig.ts';

const BUYER = 'dana.reyes@example.com';

const wish = (rig: Pick<SimulatedRig, 'now'>, id = '1') =>
  someSubscriptionCheckout(rig.now(), {
    subscriptionId: `subscription-${id}`,
    payer: { id: `account-${id}`, email: BUYER, ref: undefined },
  });

describe('the subscriptions of the simulated checkout, left to time', () => {
  let rig: SimulatedRig;
  let ref = '';

  beforeEach(async () => {
    // A Monday, 2026-11-23T15:04:05.678Z.
    rig = simulatedRig();
    const checkout = await rig.payments.openSubscription(wish(rig));
    await rig.payDirectly(checkout.ref, BUYER);
    const reading = await rig.payments.readSubscriptionCheckout(checkout.ref);
    ref = reading.state === 'paid' ? reading.subscriptionRef : '';
  });

  const listed = async () => {
    const [subscription] = await rig.listSubscriptions();
    if (subscription === undefined) throw new Error('none is listed');
    return subscription;
  };
  const tellings = async () => {
    const all = await Promise.all((await rig.notifications()).map((raw) => rig.payments.readNotification(raw)));
    return all.filter(({ about }) => about.kind === 'subscription').length;
  };

  it('renew when their month is over, each month with a payment of its own', async () => {
    await rig.advance(70 * DAY);
    expect(await listed()).toMatchObject({
      id: ref,
      state: 'active',
      startedAt: '2026-11-23T15:04:05.678Z',
      paidThrough: '2027-02-23T15:04:05.678Z',
      payments: [
        { ref: ref.replace('sub_', 'pi_'), amount: 3900, at: '2026-11-23T15:04:05.678Z', refundedAt: null },
        { ref: `${ref.replace('sub_', 'pi_')}_2`, amount: 3900, at: '2026-12-23T15:04:05.678Z', refundedAt: null },
        { ref: `${ref.replace('sub_', 'pi_')}_3`, amount: 3900, at: '2027-01-23T15:04:05.678Z', refundedAt: null },
      ],
    });
  });

  it('renew at the very instant, and not before', async () => {
    await rig.advance(30 * DAY - 1);
    expect((await listed()).payments).toHaveLength(1);
    await rig.advance(1);
    expect((await listed()).payments).toHaveLength(2);
  });

  it('are told once of what only time did, however many look', async () => {
    await rig.advance(31 * DAY);
    await Promise.all([rig.payments.readSubscription(ref), rig.payments.readSubscription(ref), listed()]);
    expect(await tellings()).toBe(1);
    await rig.payments.keepGoing(ref);
    expect(await tellings()).toBe(1);
  });

  it('keep the last day of the month through shorter ones', async () => {
    const clock = memoryClock(Date.parse('2027-01-31T10:00:00Z'));
    const { payments, buyer } = simulatedCheckout({
      documents: memoryDocuments(),
      clock,
      secrets: memorySecrets(),
      publicUrl: undefined,
      signingSecret: 'secret',
      notifications: 'never',
      notify: async () => {},
    });
    const checkout = await payments.openSubscription(wish({ now: clock }));
    await buyer.pay(checkout.ref, BUYER);
    const days: string[] = [];
    for (let month = 0; month < 4; month += 1) {
      const { paidThrough } = await payments.readSubscription(checkout.ref.replace('cs_', 'sub_'));
      days.push(new Date(paidThrough).toISOString());
      clock.step(paidThrough - clock());
    }
    expect(days.map((day) => day.slice(0, 13))).toEqual([
      '2027-02-28T10',
      '2027-03-31T10',
      '2027-04-30T10',
      '2027-05-31T10',
    ]);
  });

  it('end fourteen days after a renewal that was never paid', async () => {
    await rig.advance(DAY);
    await rig.renewal.failed(ref);
    await rig.advance(14 * DAY - 1);
    expect(await rig.payments.readSubscription(ref)).toMatchObject({ status: 'overdue', endsAt: undefined });
    await rig.advance(1);
    expect(await listed()).toMatchObject({
      state: 'ended',
      paidThrough: '2026-11-24T15:04:05.678Z',
      endsAt: '2026-12-08T15:04:05.678Z',
      payments: [{ amount: 3900 }],
    });
    await rig.renewal.paid(ref);
    expect(await listed()).toMatchObject({ state: 'ended', payments: [{ amount: 3900 }] });
  });

  it('count their months from the late payment of an overdue one', async () => {
    await rig.renewal.failed(ref);
    await rig.advance(10 * DAY);
    await rig.renewal.paid(ref);
    expect(await listed()).toMatchObject({ state: 'active', paidThrough: '2027-01-03T15:04:05.678Z' });
    expect((await listed()).payments).toHaveLength(2);
    await rig.advance(31 * DAY);
    expect(await listed()).toMatchObject({ state: 'active', paidThrough: '2027-02-03T15:04:05.678Z' });
    expect((await listed()).payments).toHaveLength(3);
  });

  it('keep what is paid, and when they ended, when they are ended at once', async () => {
    await rig.payments.endAtOnce(ref);
    await rig.advance(HOUR);
    await rig.payments.endAtOnce(ref);
    await rig.payments.endAfterPaidPeriod(ref);
    expect(await listed()).toMatchObject({
      state: 'ended',
      paidThrough: '2026-12-23T15:04:05.678Z',
      endsAt: '2026-11-23T15:04:05.678Z',
    });
  });

  it('end with what is paid, even if nobody looks for months', async () => {
    await rig.payments.endAfterPaidPeriod(ref);
    await rig.advance(100 * DAY);
    expect(await listed()).toMatchObject({
      state: 'ended',
      paidThrough: '2026-12-23T15:04:05.678Z',
      endsAt: '2026-12-23T15:04:05.678Z',
      payments: [{ amount: 3900 }],
    });
  });

  it('give back an earlier payment too, and no payment that was never taken', async () => {
    await rig.advance(31 * DAY);
    const first = ref.replace('sub_', 'pi_');
    expect(await rig.payments.refund(first)).toBe('refunded');
    await rig.advance(HOUR);
    expect(await rig.payments.refund(first)).toBe('refunded');
    expect((await listed()).payments.map(({ refundedAt }) => refundedAt)).toEqual(['2026-12-24T15:04:05.678Z', null]);
    for (const never of [`${first}_3`, `${first}_1`, `${first}_02`, `${first}_`, `${first}_2_2`, `x${first}`])
      await expect(rig.payments.refund(never)).rejects.toThrow(UnknownCheckout);
    // A refund changes neither the state nor what is paid.
    expect(await tellings()).toBe(1);
  });

  it('are in the books of their checkout: another process goes on with them', async () => {
    const other = simulatedRig({ documents: rig.documents });
    await other.payments.endAfterPaidPeriod(ref);
    expect(await rig.payments.readSubscription(ref)).toMatchObject({ endsAt: Date.parse('2026-12-23T15:04:05.678Z') });
  });

  it('are bought once by two who pay at the same moment without a page', async () => {
    const checkout = await rig.payments.openSubscription(wish(rig, '2'));
    await Promise.all([rig.payDirectly(checkout.ref, BUYER), rig.payDirectly(checkout.ref, 'sam@example.org')]);
    expect(await listed()).toMatchObject({ email: BUYER, payments: [{ amount: 3900 }] });
    await expect(rig.payDirectly('cs_sim_nobody', BUYER)).rejects.toThrow(UnknownCheckout);
  });
});
