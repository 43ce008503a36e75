import { beforeEach, describe, expect, it } from 'vitest';
import type { TestContext } from 'vitest';

import { DAY, HOUR, MINUTE } from '#domain/instant.ts';
import type { Cents } from '#domain/money.ts';
import { ProviderRefused, ProviderUnavailable, UnknownCheckout } from '#application/ports/payment-provider.ts';
import type { PaymentProvider } from '#application/ports/payment-provider.ts';
import type { SubscriptionCheckout, SubscriptionProvider } from '#application/ports/subscription-provider.ts';

import { UNKNOWN_REFS, untilDone } from './payment-provider.contract.ts';
import type { PaymentRig } from './payment-provider.contract.ts';

/** One provider of subscriptions with its buyer, its clock and its post, for one test. */
export type SubscriptionRig = Pick<PaymentRig, 'now' | 'advance' | 'buyer' | 'notifications' | 'line' | 'settles'> & {
  readonly payments: PaymentProvider & SubscriptionProvider;
  /** Why nothing is scheduled there: `endAfterPaidPeriod` ends at once, and is not undone. Printed with the cases that are skipped. */
  readonly endsAtOnce?: string;
  /** Makes the paid period of a subscription be over now, with the next payment taken or declined. `paid` pays an overdue one. */
  readonly renewal: {
    readonly paid: (subscriptionRef: string) => Promise<void>;
    readonly failed: (subscriptionRef: string) => Promise<void>;
  };
  /** What its payments come to, as the provider's own books tell it: in cents. */
  readonly subscriptionMoney: (
    subscriptionRef: string,
  ) => Promise<{ readonly taken: Cents; readonly givenBack: Cents }>;
};

const BUYER = 'dana.reyes@example.com';
const UNKNOWN = [...UNKNOWN_REFS, 'sub_sim_0000000000000000000000000000000000000000', 'sub_nobody', 'cus_nobody'];

/** A month has 28 to 31 days. */
const MONTH = { min: 28 * DAY, max: 31 * DAY };

/** What every provider of monthly subscriptions must do. `make` gives a fresh one, notifying once. */
export const subscriptionProviderContract = (name: string, make: () => Promise<SubscriptionRig>): void => {
  describe(`${name} as subscription provider`, () => {
    let rig: SubscriptionRig;
    let payments: SubscriptionRig['payments'];
    let subscriptions = 0;

    beforeEach(async () => {
      rig = await make();
      payments = untilDone(rig.payments, rig.settles);
    });

    const wish = (changes: Partial<SubscriptionCheckout> = {}): SubscriptionCheckout => ({
      subscriptionId: `0199-subscription-${(subscriptions += 1)}`,
      monthlyAmount: 3900,
      lineItem: 'Lead Vault, monthly',
      payer: { id: `0199-account-${subscriptions}`, email: BUYER, ref: undefined },
      closesAt: rig.now() + (payments.profile.checkoutMinutes.min + 1) * MINUTE,
      successUrl: 'http://localhost:3000/lead-vault-dashboard?session_id={ref}',
      cancelUrl: 'http://localhost:3000/lead-vault?cancelled=1',
      ...changes,
    });
    const open = (changes: Partial<SubscriptionCheckout> = {}) => payments.openSubscription(wish(changes));

    const subscribed = async (changes: Partial<SubscriptionCheckout> = {}) => {
      const checkout = await open(changes);
      await rig.buyer.pay(checkout, BUYER);
      const reading = await payments.readSubscriptionCheckout(checkout.ref);
      if (reading.state !== 'paid') throw new Error(`the checkout is ${reading.state}`);
      return { checkout, ref: reading.subscriptionRef };
    };
    const refunded = async (ref: string) => {
      const { paymentRef } = await payments.readSubscription(ref);
      if (paymentRef === undefined) throw new Error('nothing was paid');
      return { paymentRef, answers: [await payments.refund(paymentRef), await payments.refund(paymentRef)] };
    };
    const overdue = async () => {
      const begun = await subscribed();
      await rig.advance(DAY);
      await rig.renewal.failed(begun.ref);
      return begun;
    };

    describe('opening', () => {
      it('answers a reference, the address of a hosted page and when it closes', async () => {
        const closesAt = rig.now() + 45 * MINUTE;
        const checkout = await open({ closesAt });
        expect(checkout.ref).toMatch(/^[\w-]{8,255}$/);
        expect(new URL(checkout.url).protocol).toMatch(/^https?:$/);
        expect(Math.abs(checkout.closesAt - closesAt)).toBeLessThan(1_000);
        expect(await payments.readSubscriptionCheckout(checkout.ref)).toEqual({ state: 'open' });
      });

      it('opens one checkout under one subscription id, also when asked several times at once', async () => {
        const same = wish();
        const opened = await Promise.all([1, 2, 3, 4].map(() => payments.openSubscription(same)));
        const again = await payments.openSubscription(same);
        expect(new Set([...opened, again].map(({ ref }) => ref)).size).toBe(1);
        expect(again).toEqual(opened[0]);
      });

      it('opens different checkouts for different subscriptions of the same payer', async () => {
        const payer = { id: '0199-account-of-two', email: BUYER, ref: undefined };
        expect((await open({ payer })).ref).not.toBe((await open({ payer })).ref);
      });

      it('answers the paid checkout, and does not open a second one, when it was paid meanwhile', async () => {
        const same = wish();
        const first = await payments.openSubscription(same);
        await rig.buyer.pay(first, BUYER);
        expect((await payments.openSubscription(same)).ref).toBe(first.ref);
        expect(await payments.readSubscriptionCheckout(first.ref)).toMatchObject({ state: 'paid' });
      });

      it('refuses to open one subscription id with two amounts, or for two payers', async () => {
        const first = wish();
        await payments.openSubscription(first);
        const { payer } = wish();
        for (const other of [{ monthlyAmount: 100 }, { payer }])
          await expect(payments.openSubscription({ ...first, ...other })).rejects.toThrow(ProviderRefused);
      });

      it('takes its smallest charge, and refuses less', async () => {
        const { smallestCharge } = payments.profile;
        await expect(open({ monthlyAmount: smallestCharge })).resolves.toBeDefined();
        for (const monthlyAmount of [smallestCharge - 1, 1, 0, -1, 0.5, Number.NaN])
          await expect(open({ monthlyAmount })).rejects.toThrow(ProviderRefused);
      });

      it('refuses to stay open shorter or longer than it can', async () => {
        const { min, max } = payments.profile.checkoutMinutes;
        for (const minutes of [-5, 0, min - 1, max + 1, Number.NaN])
          await expect(open({ closesAt: rig.now() + minutes * MINUTE })).rejects.toThrow(ProviderRefused);
      });
    });

    describe('paying', () => {
      it('takes the first month at once, and a month is paid', async () => {
        const { ref } = await subscribed();
        const { standing, startedAt, paidThrough, endsAt, payerRef, paymentRef } = await payments.readSubscription(ref);
        expect([standing, endsAt]).toEqual(['active', undefined]);
        for (const made of [payerRef, paymentRef]) expect(made).toMatch(/^[\w-]{8,255}$/);
        expect(Math.abs(startedAt - rig.now())).toBeLessThan(2_000);
        expect(paidThrough - startedAt).toBeGreaterThanOrEqual(MONTH.min);
        expect(paidThrough - startedAt).toBeLessThanOrEqual(MONTH.max);
        expect(await rig.subscriptionMoney(ref)).toEqual({ taken: 3900, givenBack: 0 });
      });

      it('sends the browser to the shop with the reference of the checkout', async () => {
        const checkout = await open();
        const landing = await rig.buyer.pay(checkout, BUYER);
        expect(landing).toBe(`http://localhost:3000/lead-vault-dashboard?session_id=${checkout.ref}`);
      });

      it('begins one subscription and takes one payment, however often the button is pressed', async () => {
        const checkout = await open();
        await Promise.all([1, 2, 3].map(() => rig.buyer.pay(checkout, BUYER)));
        const reading = await payments.readSubscriptionCheckout(checkout.ref);
        expect(await payments.readSubscriptionCheckout(checkout.ref)).toEqual(reading);
        if (reading.state !== 'paid') throw new Error('not paid');
        expect(await rig.subscriptionMoney(reading.subscriptionRef)).toEqual({ taken: 3900, givenBack: 0 });
      });

      it('stays open after a declined card or a way back, and can be paid then', async () => {
        const checkout = await open();
        await rig.buyer.decline(checkout, BUYER);
        await rig.buyer.goBack(checkout);
        expect(await payments.readSubscriptionCheckout(checkout.ref)).toEqual({ state: 'open' });
        expect(await rig.buyer.pay(checkout, BUYER)).toBeDefined();
        expect(await payments.readSubscriptionCheckout(checkout.ref)).toMatchObject({ state: 'paid' });
      });

      it('knows one customer for one payer, whatever he subscribes to, and another for another', async () => {
        const payer = { id: `0199-account-${name}`, email: BUYER, ref: undefined };
        const { payerRef } = await payments.readSubscription((await subscribed({ payer })).ref);
        const again = await subscribed({ payer: { ...payer, ref: payerRef } });
        const untold = await subscribed({ payer: { ...payer, email: 'dana@example.org' } });
        for (const { ref } of [again, untold]) expect((await payments.readSubscription(ref)).payerRef).toBe(payerRef);
        expect((await payments.readSubscription((await subscribed()).ref)).payerRef).not.toBe(payerRef);
      });

      it('refuses a customer who is not this payer', async () => {
        const { payerRef: ref } = await payments.readSubscription((await subscribed()).ref);
        const payer = { id: '0199-account-other', email: BUYER, ref };
        await expect(open({ payer })).rejects.toThrow(ProviderRefused);
      });

      it('takes who was the customer of a former provider for somebody new', async () => {
        for (const ref of ['cus_nobody', 'ctm/1']) {
          const payer = { id: `0199-account-of-${ref}`, email: BUYER, ref };
          const { payerRef } = await payments.readSubscription((await subscribed({ payer })).ref);
          expect(payerRef).not.toBe(ref);
          const again = await subscribed({ payer: { ...payer, ref: payerRef } });
          expect((await payments.readSubscription(again.ref)).payerRef).toBe(payerRef);
        }
      });
    });

    describe('closing', () => {
      it('ends an open page: nobody can subscribe there any more', async () => {
        const checkout = await open();
        await payments.closeCheckout(checkout.ref);
        await payments.closeCheckout(checkout.ref);
        expect(await payments.readSubscriptionCheckout(checkout.ref)).toEqual({ state: 'closed' });
        expect(await rig.buyer.pay(checkout, BUYER)).toBeUndefined();
        expect(await payments.readSubscriptionCheckout(checkout.ref)).toEqual({ state: 'closed' });
      });

      it('happens by itself when the time is over', async () => {
        const checkout = await open();
        await rig.advance(checkout.closesAt - rig.now() - 2_000);
        expect(await payments.readSubscriptionCheckout(checkout.ref)).toEqual({ state: 'open' });
        await rig.advance(2_000);
        expect(await payments.readSubscriptionCheckout(checkout.ref)).toEqual({ state: 'closed' });
        expect(await rig.buyer.pay(checkout, BUYER)).toBeUndefined();
      });

      it('leaves what is paid as it is, also when the page’s time is over', async () => {
        const { checkout, ref } = await subscribed();
        await payments.closeCheckout(checkout.ref);
        await rig.advance(2 * HOUR);
        expect(await payments.readSubscriptionCheckout(checkout.ref)).toEqual({ state: 'paid', subscriptionRef: ref });
        expect(await payments.readSubscription(ref)).toMatchObject({ standing: 'active', endsAt: undefined });
      });

      it('and paying at the same moment end in one or the other, never in both', async () => {
        for (let round = 0; round < 10; round += 1) {
          const checkout = await open();
          const [landing] = await Promise.all([rig.buyer.pay(checkout, BUYER), payments.closeCheckout(checkout.ref)]);
          const { state } = await payments.readSubscriptionCheckout(checkout.ref);
          expect(state).toBe(landing === undefined ? 'closed' : 'paid');
        }
      });
    });

    describe('renewing', () => {
      it('takes one more payment, and more is paid', async () => {
        const { ref } = await subscribed();
        const before = await payments.readSubscription(ref);
        await rig.renewal.paid(ref);
        const after = await payments.readSubscription(ref);
        expect(after).toMatchObject({ standing: 'active', endsAt: undefined, payerRef: before.payerRef });
        expect(after.startedAt).toBe(before.startedAt);
        expect(after.paidThrough).toBeGreaterThan(before.paidThrough);
        expect(after.paymentRef).not.toBe(before.paymentRef);
        expect(await rig.subscriptionMoney(ref)).toEqual({ taken: 7800, givenBack: 0 });
      });

      it('makes it overdue when the card is declined: what is paid ends where the unpaid period begins', async () => {
        const { ref } = await subscribed();
        const before = await payments.readSubscription(ref);
        await rig.advance(DAY);
        await rig.renewal.failed(ref);
        const after = await payments.readSubscription(ref);
        expect(after).toMatchObject({ standing: 'overdue', paymentRef: before.paymentRef });
        expect(after.paidThrough).toBeLessThanOrEqual(rig.now());
        expect(await rig.subscriptionMoney(ref)).toEqual({ taken: 3900, givenBack: 0 });
      });

      it('is active again, for a month, once it is paid after all', async () => {
        const { ref } = await overdue();
        await rig.advance(DAY);
        await rig.renewal.paid(ref);
        const { standing, paidThrough } = await payments.readSubscription(ref);
        expect(standing).toBe('active');
        expect(paidThrough - rig.now()).toBeGreaterThan(MONTH.min - 2 * DAY);
        expect(await rig.subscriptionMoney(ref)).toEqual({ taken: 7800, givenBack: 0 });
      });
    });

    describe('ending', () => {
      const skipUnscheduled = (test: TestContext): void => test.skip(rig.endsAtOnce !== undefined, rig.endsAtOnce);

      it('after the paid period is told at once and comes with its time, without a payment', async (test) => {
        skipUnscheduled(test);
        const { ref } = await subscribed();
        const { paidThrough } = await payments.readSubscription(ref);
        await payments.endAfterPaidPeriod(ref);
        await payments.endAfterPaidPeriod(ref);
        expect(await payments.readSubscription(ref)).toMatchObject({
          standing: 'active',
          paidThrough,
          endsAt: paidThrough,
        });
        await rig.advance(paidThrough - rig.now() - MINUTE);
        expect(await payments.readSubscription(ref)).toMatchObject({ standing: 'active' });
        await rig.advance(2 * MINUTE);
        expect(await payments.readSubscription(ref)).toMatchObject({ standing: 'ended', paidThrough });
        expect(await rig.subscriptionMoney(ref)).toEqual({ taken: 3900, givenBack: 0 });
      });

      it('after the paid period, where nothing can be scheduled, comes at once and tells until when is paid', async (test) => {
        test.skip(rig.endsAtOnce === undefined, 'this provider ends a subscription with its paid period');
        const { ref } = await subscribed();
        const { paidThrough } = await payments.readSubscription(ref);
        await payments.endAfterPaidPeriod(ref);
        await payments.endAfterPaidPeriod(ref);
        expect(await payments.readSubscription(ref)).toMatchObject({ standing: 'ended', paidThrough });
        expect(await payments.keepGoing(ref)).toBe('ended');
        await rig.advance(2 * MONTH.max);
        expect(await payments.readSubscription(ref)).toMatchObject({ standing: 'ended', paidThrough });
        expect(await rig.subscriptionMoney(ref)).toEqual({ taken: 3900, givenBack: 0 });
      });

      it('is undone while there is time, and can be asked for again', async (test) => {
        skipUnscheduled(test);
        const { ref } = await subscribed();
        const { paidThrough } = await payments.readSubscription(ref);
        for (let time = 0; time < 2; time += 1) {
          await payments.endAfterPaidPeriod(ref);
          expect([await payments.keepGoing(ref), await payments.keepGoing(ref)]).toEqual(['going', 'going']);
          expect(await payments.readSubscription(ref)).toMatchObject({
            standing: 'active',
            paidThrough,
            endsAt: undefined,
          });
        }
      });

      it('is not undone any more once it came', async () => {
        const { ref } = await subscribed();
        await payments.endAfterPaidPeriod(ref);
        await rig.advance(MONTH.max + DAY);
        expect([await payments.keepGoing(ref), await payments.keepGoing(ref)]).toEqual(['ended', 'ended']);
        expect(await payments.readSubscription(ref)).toMatchObject({ standing: 'ended' });
      });

      it('after the paid period ends an overdue one at once', async () => {
        const { ref } = await overdue();
        await payments.endAfterPaidPeriod(ref);
        await payments.endAfterPaidPeriod(ref);
        expect(await payments.readSubscription(ref)).toMatchObject({ standing: 'ended' });
        expect(await payments.keepGoing(ref)).toBe('ended');
        expect(await rig.subscriptionMoney(ref)).toEqual({ taken: 3900, givenBack: 0 });
      });

      it('at once ends it now and sends nothing back, however often it is asked', async () => {
        const { ref } = await subscribed();
        await payments.endAtOnce(ref);
        await payments.endAtOnce(ref);
        expect(await payments.readSubscription(ref)).toMatchObject({ standing: 'ended' });
        expect(await payments.keepGoing(ref)).toBe('ended');
        await payments.endAfterPaidPeriod(ref);
        await rig.advance(2 * MONTH.max);
        expect(await payments.readSubscription(ref)).toMatchObject({ standing: 'ended' });
        expect(await rig.subscriptionMoney(ref)).toEqual({ taken: 3900, givenBack: 0 });
      });

      it('at once ends one that was about to end, and an overdue one', async () => {
        const leaving = await subscribed();
        await payments.endAfterPaidPeriod(leaving.ref);
        for (const { ref } of [leaving, await overdue()]) {
          await payments.endAtOnce(ref);
          expect(await payments.readSubscription(ref)).toMatchObject({ standing: 'ended' });
        }
      });

      it('at once leaves what is paid of an overdue one as it was, and a month that was paid just before', async () => {
        const unpaid = await overdue();
        const before = await payments.readSubscription(unpaid.ref);
        await payments.endAtOnce(unpaid.ref);
        expect((await payments.readSubscription(unpaid.ref)).paidThrough).toBeLessThanOrEqual(before.paidThrough);
        const paid = await overdue();
        await rig.renewal.paid(paid.ref);
        const after = await payments.readSubscription(paid.ref);
        await payments.endAtOnce(paid.ref);
        const { standing, paidThrough, paymentRef } = await payments.readSubscription(paid.ref);
        expect({ standing, paidThrough, paymentRef }).toEqual({
          standing: 'ended',
          paidThrough: after.paidThrough,
          paymentRef: after.paymentRef,
        });
      });
    });

    describe('refunding', () => {
      it('sends the last payment back once, however often it is asked, and ends nothing', async () => {
        const { ref } = await subscribed();
        expect((await refunded(ref)).answers).toEqual(['refunded', 'refunded']);
        expect(await rig.subscriptionMoney(ref)).toEqual({ taken: 3900, givenBack: 3900 });
        expect(await payments.readSubscription(ref)).toMatchObject({ standing: 'active' });
      });

      it('sends back the one payment that was named, also of an ended subscription', async () => {
        const { ref } = await subscribed();
        await rig.renewal.paid(ref);
        await payments.endAtOnce(ref);
        expect((await refunded(ref)).answers).toEqual(['refunded', 'refunded']);
        expect(await rig.subscriptionMoney(ref)).toEqual({ taken: 7800, givenBack: 3900 });
      });
    });

    describe('on a bad line', () => {
      const lineOf = (test: TestContext) => ('none' in rig.line ? test.skip(rig.line.none) : rig.line);

      it('(cut) begins, reads and ends nothing', async (test) => {
        const line = lineOf(test);
        const { ref } = await subscribed();
        line.becomes('cut');
        for (const ask of [payments.readSubscription, payments.endAfterPaidPeriod, payments.endAtOnce])
          await expect(ask(ref)).rejects.toThrow(ProviderUnavailable);
        await expect(open()).rejects.toThrow(ProviderUnavailable);
        line.becomes('fine');
        expect(line.pages()).toBe(1);
        expect(await payments.readSubscription(ref)).toMatchObject({ standing: 'active', endsAt: undefined });
      });

      it('(answers lost) opens one page for one customer, however often it is asked', async (test) => {
        const line = lineOf(test);
        const same = wish();
        line.becomes('answers lost');
        for (let time = 0; time < 2; time += 1)
          await expect(payments.openSubscription(same)).rejects.toThrow(ProviderUnavailable);
        line.becomes('fine');
        const checkout = await payments.openSubscription(same);
        expect(line.pages()).toBe(1);
        await rig.buyer.pay(checkout, BUYER);
        const reading = await payments.readSubscriptionCheckout(checkout.ref);
        if (reading.state !== 'paid') throw new Error(`the checkout is ${reading.state}`);
        const { payerRef } = await payments.readSubscription(reading.subscriptionRef);
        const again = await subscribed({ payer: same.payer });
        expect((await payments.readSubscription(again.ref)).payerRef).toBe(payerRef);
      });

      it('(answers lost) ends it, goes on with it and sends back as asked, once', async (test) => {
        const line = lineOf(test);
        const { ref } = await subscribed();
        const { paymentRef = '' } = await payments.readSubscription(ref);
        const twice = async <Answer>(ask: () => Promise<Answer>): Promise<Answer> => {
          line.becomes('answers lost');
          await expect(ask()).rejects.toThrow(ProviderUnavailable);
          line.becomes('fine');
          return ask();
        };
        if (rig.endsAtOnce === undefined) {
          await twice(() => payments.endAfterPaidPeriod(ref));
          expect((await payments.readSubscription(ref)).endsAt).toBeDefined();
          expect(await twice(() => payments.keepGoing(ref))).toBe('going');
          expect(await payments.readSubscription(ref)).toMatchObject({ standing: 'active', endsAt: undefined });
        }
        await twice(() => payments.endAtOnce(ref));
        expect(await payments.readSubscription(ref)).toMatchObject({ standing: 'ended' });
        expect(await twice(() => payments.refund(paymentRef))).toBe('refunded');
        expect(await rig.subscriptionMoney(ref)).toEqual({ taken: 3900, givenBack: 3900 });
      });
    });

    describe('references', () => {
      it('are unknown when it never made them', async () => {
        for (const ref of UNKNOWN) {
          for (const ask of [
            payments.readSubscriptionCheckout,
            payments.readSubscription,
            payments.endAfterPaidPeriod,
            payments.keepGoing,
            payments.endAtOnce,
            payments.closeCheckout,
            payments.refund,
          ])
            await expect(ask(ref)).rejects.toThrow(UnknownCheckout);
        }
      });

      it('of a checkout, a subscription and a payment are not taken for each other', async () => {
        const { checkout, ref } = await subscribed();
        const { paymentRef = '' } = await payments.readSubscription(ref);
        const { readSubscription, endAfterPaidPeriod, keepGoing, endAtOnce } = payments;
        for (const ask of [readSubscription, endAfterPaidPeriod, keepGoing, endAtOnce, payments.refund])
          await expect(ask(checkout.ref)).rejects.toThrow(UnknownCheckout);
        for (const ask of [payments.readSubscriptionCheckout, payments.closeCheckout, payments.refund])
          await expect(ask(ref)).rejects.toThrow(UnknownCheckout);
        for (const ask of [readSubscription, payments.readSubscriptionCheckout, endAtOnce])
          await expect(ask(paymentRef)).rejects.toThrow(UnknownCheckout);
      });

      it('of a purchase are none of a subscription, nor the other way round', async () => {
        const { closesAt, successUrl, cancelUrl } = wish();
        const purchase = await payments.openPurchase({
          purchaseId: '0199-purchase-beside',
          amount: 2250,
          lineItem: 'Buyer Lead in Austin',
          email: undefined,
          closesAt,
          successUrl,
          cancelUrl,
        });
        const { checkout, ref } = await subscribed();
        const { paymentRef = '' } = await payments.readSubscription(ref);
        await expect(payments.readSubscriptionCheckout(purchase.ref)).rejects.toThrow(UnknownCheckout);
        for (const one of [checkout, await open()])
          await expect(payments.readPurchase(one.ref)).rejects.toThrow(UnknownCheckout);
        for (const ask of [payments.collect, payments.release])
          await expect(ask(paymentRef)).rejects.toThrow(UnknownCheckout);
        expect(await rig.subscriptionMoney(ref)).toEqual({ taken: 3900, givenBack: 0 });
      });
    });

    describe('notifications', () => {
      const told = async () =>
        (await Promise.all((await rig.notifications()).map((raw) => payments.readNotification(raw)))).map(
          ({ about }) => about,
        );
      /** What was told because of `act`. */
      const toldOf = async (act: () => Promise<unknown>) => {
        const before = (await told()).length;
        await act();
        return (await told()).slice(before);
      };

      it('tell of a paid and of a closed checkout', async () => {
        const { checkout } = await subscribed();
        expect(await told()).toContainEqual({ kind: 'checkout', ref: checkout.ref });
        const other = await open();
        expect(await toldOf(() => payments.closeCheckout(other.ref))).toContainEqual({
          kind: 'checkout',
          ref: other.ref,
        });
      });

      it('tell of a subscription that renews, is not paid, is about to end, goes on, or ends', async () => {
        const { ref } = await subscribed();
        const scheduled = [() => payments.endAfterPaidPeriod(ref), () => payments.keepGoing(ref)];
        const steps = [
          () => rig.renewal.paid(ref),
          ...(rig.endsAtOnce === undefined ? scheduled : []),
          () => rig.renewal.failed(ref),
          () => payments.endAtOnce(ref),
        ];
        for (const step of steps) expect(await toldOf(step)).toContainEqual({ kind: 'subscription', ref });
      });
    });
  });
};
