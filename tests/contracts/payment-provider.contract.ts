import { beforeEach, describe, expect, it } from 'vitest';
import type { TestContext } from 'vitest';

import { DAY, HOUR, MINUTE } from '#domain/instant.ts';
import type { Instant } from '#domain/instant.ts';
import type { Cents } from '#domain/money.ts';
import {
  NotificationRejected,
  ProviderBusy,
  ProviderRefused,
  ProviderUnavailable,
  UnknownCheckout,
} from '#application/ports/payment-provider.ts';
import type {
  OpenedCheckout,
  PaymentProvider,
  PurchaseCheckout,
  RawNotification,
} from '#application/ports/payment-provider.ts';

/** What happened to a buyer's money, as the provider's own books tell it: each in cents. */
export type Money = { readonly held: Cents; readonly taken: Cents; readonly givenBack: Cents };

/** How the shop's requests fare, from now on. */
export type Line =
  | 'fine'
  /** Nothing comes through. */
  | 'cut'
  /** The provider answers each that it is asked too often, and does nothing. */
  | 'busy'
  /** All is done, but of what changes anything no answer comes back. Reading goes well. */
  | 'answers lost';

/** One provider with its buyer, its clock and its post, for one test. */
export type PaymentRig = {
  readonly payments: PaymentProvider;
  /** The adapter's clock; `advance` moves it and everything that waits for it. */
  readonly now: () => Instant;
  readonly advance: (milliseconds: number) => Promise<void>;
  readonly buyer: {
    /** Does what a person does on the hosted page; answers where the browser goes then, `undefined` if no payment was taken. */
    readonly pay: (checkout: OpenedCheckout, email: string) => Promise<string | undefined>;
    readonly decline: (checkout: OpenedCheckout, email: string) => Promise<void>;
    readonly goBack: (checkout: OpenedCheckout) => Promise<void>;
  };
  /** What others do with a collected payment: the shop's people in the provider's own dashboard, and the buyer's bank. */
  readonly elsewhere: {
    readonly refund: (checkout: OpenedCheckout) => Promise<void>;
    readonly dispute: (checkout: OpenedCheckout) => Promise<void>;
  };
  readonly money: (checkout: OpenedCheckout) => Promise<Money>;
  /** Everything that was sent to the shop so far, once nothing more is on its way. */
  readonly notifications: () => Promise<readonly RawNotification[]>;
  /** The same body, signed now by somebody who does not know the secret. */
  readonly forged: (raw: RawNotification) => RawNotification;
  /** Signed as it should be, but this is the body. */
  readonly signed: (body: Uint8Array) => RawNotification;
  /** A well-signed notification about something that we never opened or do not follow. */
  readonly unrelated: () => RawNotification;
  /** The line between the shop and the provider, or why there is none, which is printed with the cases that are skipped. */
  readonly line:
    | {
        readonly becomes: (line: Line) => void;
        /** How many hosted pages the provider has opened. */
        readonly pages: () => number;
      }
    | { readonly none: string };
  /** How long money is held that nobody collects; `undefined` where the provider charges at once. */
  readonly heldFor: number | undefined;
  /** How long the signature of a notification is good; `undefined` where it does not age. */
  readonly signatureLasts: number | undefined;
  /** The hosted page lets nobody change an address that the shop has given. */
  readonly keepsPrefilledEmail?: boolean;
  /**
   * Lets happen what the provider does later than it answers. With it `pending` is an answer, and each thing is asked for until
   * it is done; without it `pending` fails the case.
   */
  readonly settles?: () => Promise<void>;
  /** Why its notifications bear no signature: printed with the cases that are skipped. */
  readonly unsigned?: string;
};

/** So often something that is under way is asked for again. */
const ASKED_AGAIN = 5;

/** The provider of a rig, that is asked again while what it was asked for is under way. */
export const untilDone = <Payments extends PaymentProvider>(
  payments: Payments,
  settles: PaymentRig['settles'],
): Payments => {
  if (settles === undefined) return payments;
  const again =
    <Answer extends string>(ask: (ref: string) => Promise<Answer>) =>
    async (ref: string): Promise<Answer> => {
      let answer = await ask(ref);
      for (let times = 0; times < ASKED_AGAIN && answer === 'pending'; times += 1) {
        await settles();
        answer = await ask(ref);
      }
      return answer;
    };
  const { collect, release, refund } = payments;
  return { ...payments, collect: again(collect), release: again(release), refund: again(refund) };
};

const BUYER = 'dana.reyes@example.com';

/** References that belong to nothing: of the shapes that providers use, and of none. */
export const UNKNOWN_REFS = [
  '',
  'unknown',
  'cs_sim_0000000000000000000000000000000000000000',
  'pi_sim_0000000000000000000000000000000000000000',
  'cs_test_nobody',
  'pi_nobody',
  '../x',
  'a\0b',
  'x'.repeat(5_000),
];

/**
 * What every provider must do, whether it authorises first or charges at once. `make` gives a fresh one, notifying once.
 */
export const paymentProviderContract = (name: string, make: () => Promise<PaymentRig>): void => {
  describe(`${name} as payment provider`, () => {
    let rig: PaymentRig;
    let payments: PaymentProvider;
    let purchases = 0;

    beforeEach(async () => {
      rig = await make();
      payments = untilDone(rig.payments, rig.settles);
    });

    const wish = (changes: Partial<PurchaseCheckout> = {}): PurchaseCheckout => ({
      purchaseId: `0199-purchase-${(purchases += 1)}`,
      amount: 2250,
      lineItem: 'Buyer Lead in Austin',
      email: undefined,
      closesAt: rig.now() + (payments.profile.checkoutMinutes.min + 1) * MINUTE,
      successUrl: 'http://localhost:3000/success?session_id={ref}&lead=7',
      cancelUrl: 'http://localhost:3000/',
      ...changes,
    });
    const open = (changes: Partial<PurchaseCheckout> = {}) => payments.openPurchase(wish(changes));

    /** Money is taken at the hosted page: nothing is ever held, and a release is a full refund. */
    const charges = (): boolean => payments.profile.purchase === 'charge';
    const paidState = () => (charges() ? 'collected' : 'authorised');
    const paidMoney = (): Money => ({ held: 2250, taken: 0, givenBack: 0, ...(charges() && { held: 0, taken: 2250 }) });
    const returnedState = () => (charges() ? { state: 'refunded', how: 'refund' } : { state: 'released' });
    const returnedMoney = (): Money =>
      charges() ? { held: 0, taken: 2250, givenBack: 2250 } : { held: 0, taken: 0, givenBack: 0 };

    const paid = async () => {
      const checkout = await open();
      await rig.buyer.pay(checkout, BUYER);
      const reading = await payments.readPurchase(checkout.ref);
      if (reading.state !== 'authorised' && reading.state !== 'collected')
        throw new Error(`the payment is ${reading.state}`);
      return { checkout, paymentRef: reading.paymentRef };
    };

    describe('opening', () => {
      it('answers a reference, the address of a hosted page and when it closes', async () => {
        const closesAt = rig.now() + 45 * MINUTE;
        const checkout = await open({ closesAt });
        expect(checkout.ref).toMatch(/^[\w-]{8,255}$/);
        expect(new URL(checkout.url).protocol).toMatch(/^https?:$/);
        expect(Math.abs(checkout.closesAt - closesAt)).toBeLessThan(1_000);
        expect(await payments.readPurchase(checkout.ref)).toEqual({ state: 'open' });
      });

      it('is at a page that the browser may be sent to', async () => {
        const { successUrl, ...rest } = wish();
        const { url } = await payments.openPurchase({ ...rest, successUrl });
        const { hostedPages } = payments.profile.browser;
        expect([new URL(successUrl).origin, ...hostedPages]).toContain(new URL(url).origin);
        for (const origin of hostedPages) expect(new URL(origin).origin).toBe(origin);
      });

      it('opens one checkout under one purchase id, also when asked several times at once', async () => {
        const same = wish();
        const opened = await Promise.all([1, 2, 3, 4].map(() => payments.openPurchase(same)));
        const again = await payments.openPurchase(same);
        expect(new Set([...opened, again].map(({ ref }) => ref)).size).toBe(1);
        expect(again).toEqual(opened[0]);
      });

      it('opens different checkouts for different purchases of the same thing', async () => {
        expect((await open()).ref).not.toBe((await open()).ref);
      });

      it('answers the paid checkout, and does not open a second one, when the purchase was paid meanwhile', async () => {
        const same = wish();
        const first = await payments.openPurchase(same);
        await rig.buyer.pay(first, BUYER);
        expect((await payments.openPurchase(same)).ref).toBe(first.ref);
        expect(await payments.readPurchase(first.ref)).toMatchObject({ state: paidState() });
      });

      it('refuses to open one purchase id with two amounts', async () => {
        const first = wish();
        await payments.openPurchase(first);
        await expect(payments.openPurchase({ ...first, amount: 100 })).rejects.toThrow(ProviderRefused);
      });

      it('takes its smallest charge, and refuses less', async () => {
        const { smallestCharge } = payments.profile;
        await expect(open({ amount: smallestCharge })).resolves.toBeDefined();
        for (const amount of [smallestCharge - 1, 1, -1, 0.5, Number.NaN])
          await expect(open({ amount })).rejects.toThrow(ProviderRefused);
      });

      it('refuses to stay open shorter or longer than it can', async () => {
        const { min, max } = payments.profile.checkoutMinutes;
        for (const minutes of [-5, 0, min - 1, max + 1, Number.NaN])
          await expect(open({ closesAt: rig.now() + minutes * MINUTE })).rejects.toThrow(ProviderRefused);
      });

      it('keeps the texts of the shop as they are', async () => {
        const lineItem = 'Buyer Lead in <b>Coeur d’Alene</b> & "O\'Fallon" 漢字 🏡';
        await expect(open({ lineItem, email: BUYER })).resolves.toBeDefined();
      });
    });

    describe('paying', () => {
      it('holds the money and takes none, or takes it where the provider charges at once', async () => {
        const { checkout, paymentRef } = await paid();
        expect(await payments.readPurchase(checkout.ref)).toEqual({
          state: paidState(),
          paymentRef,
          amount: 2250,
          email: BUYER,
        });
        expect(await rig.money(checkout)).toEqual(paidMoney());
      });

      it('sends the browser to the shop with the reference of the checkout, wherever the shop has asked for it', async () => {
        const checkout = await open({
          successUrl: 'http://localhost:3000/success?session_id={ref}&again={ref}&lead=7',
        });
        const { ref } = checkout;
        const landing = await rig.buyer.pay(checkout, BUYER);
        expect(landing).toBe(`http://localhost:3000/success?session_id=${ref}&again=${ref}&lead=7`);
      });

      it('tells the address of the hosted page: the one that the buyer gave, where a prefilled one can be changed', async () => {
        const checkout = await open({ email: 'prefilled@example.com' });
        await rig.buyer.pay(checkout, 'other@example.com');
        const email = rig.keepsPrefilledEmail === true ? 'prefilled@example.com' : 'other@example.com';
        expect(await payments.readPurchase(checkout.ref)).toMatchObject({ email });
      });

      it('reads the same thing each time', async () => {
        const { checkout } = await paid();
        const readings = await Promise.all([1, 2, 3].map(() => payments.readPurchase(checkout.ref)));
        expect(new Set(readings.map((reading) => JSON.stringify(reading))).size).toBe(1);
      });

      it('holds or takes the money once when the buyer pays twice', async () => {
        const checkout = await open();
        await Promise.all([rig.buyer.pay(checkout, BUYER), rig.buyer.pay(checkout, BUYER)]);
        expect(await rig.money(checkout)).toEqual(paidMoney());
      });

      it('stays open after a declined card, and can be paid then', async () => {
        const checkout = await open();
        await rig.buyer.decline(checkout, BUYER);
        expect(await payments.readPurchase(checkout.ref)).toEqual({ state: 'open' });
        expect(await rig.money(checkout)).toEqual({ held: 0, taken: 0, givenBack: 0 });
        expect(await rig.buyer.pay(checkout, BUYER)).toBeDefined();
        expect(await payments.readPurchase(checkout.ref)).toMatchObject({ state: paidState() });
      });

      it('stays open when the buyer goes back to the shop, and can be paid then', async () => {
        const checkout = await open();
        await rig.buyer.goBack(checkout);
        expect(await payments.readPurchase(checkout.ref)).toEqual({ state: 'open' });
        expect(await rig.buyer.pay(checkout, BUYER)).toBeDefined();
      });

      it('completes an order of nothing as free, with an address and no payment, where it hosts that', async (test) => {
        test.skip(!payments.profile.hostsFreeCheckout, 'this provider cannot show a total of nothing');
        const checkout = await open({ amount: 0 });
        expect(await payments.readPurchase(checkout.ref)).toEqual({ state: 'open' });
        expect(await rig.buyer.pay(checkout, BUYER)).toBeDefined();
        expect(await payments.readPurchase(checkout.ref)).toEqual({ state: 'free', email: BUYER });
        expect(await rig.money(checkout)).toEqual({ held: 0, taken: 0, givenBack: 0 });
      });
    });

    describe('closing', () => {
      it('ends an open page: nobody can pay there any more', async () => {
        const checkout = await open();
        await payments.closeCheckout(checkout.ref);
        await payments.closeCheckout(checkout.ref);
        expect(await payments.readPurchase(checkout.ref)).toEqual({ state: 'closed' });
        expect(await rig.buyer.pay(checkout, BUYER)).toBeUndefined();
        expect(await payments.readPurchase(checkout.ref)).toEqual({ state: 'closed' });
        expect(await rig.money(checkout)).toEqual({ held: 0, taken: 0, givenBack: 0 });
      });

      it('happens by itself when the time is over', async () => {
        const checkout = await open();
        await rig.advance(checkout.closesAt - rig.now() - 2_000);
        expect(await payments.readPurchase(checkout.ref)).toEqual({ state: 'open' });
        await rig.advance(2_000);
        expect(await payments.readPurchase(checkout.ref)).toEqual({ state: 'closed' });
        expect(await rig.buyer.pay(checkout, BUYER)).toBeUndefined();
        await payments.closeCheckout(checkout.ref);
        expect(await payments.readPurchase(checkout.ref)).toEqual({ state: 'closed' });
      });

      it('leaves what is paid, collected or released as it is', async () => {
        const { checkout, paymentRef } = await paid();
        await payments.closeCheckout(checkout.ref);
        expect(await payments.readPurchase(checkout.ref)).toMatchObject({ state: paidState() });
        await payments.collect(paymentRef);
        await payments.closeCheckout(checkout.ref);
        expect(await payments.readPurchase(checkout.ref)).toMatchObject({ state: 'collected' });
        const other = await paid();
        await payments.release(other.paymentRef);
        await payments.closeCheckout(other.checkout.ref);
        expect(await payments.readPurchase(other.checkout.ref)).toMatchObject(returnedState());
      });

      it('and paying at the same moment end in one or the other, never in both', async () => {
        for (let round = 0; round < 10; round += 1) {
          const checkout = await open();
          const [landing] = await Promise.all([rig.buyer.pay(checkout, BUYER), payments.closeCheckout(checkout.ref)]);
          const { state } = await payments.readPurchase(checkout.ref);
          const { held, taken } = await rig.money(checkout);
          expect([state, held + taken]).toEqual(landing === undefined ? ['closed', 0] : [paidState(), 2250]);
        }
      });

      it('does not end money that is held or taken when the page’s time is over', async () => {
        const { checkout } = await paid();
        await rig.advance(2 * HOUR);
        expect(await payments.readPurchase(checkout.ref)).toMatchObject({ state: paidState() });
      });
    });

    const collected = async () => {
      const { checkout, paymentRef } = await paid();
      await payments.collect(paymentRef);
      return { checkout, paymentRef };
    };

    describe('collecting and releasing', () => {
      it('takes held money once, however often it is asked', async () => {
        const { checkout, paymentRef } = await paid();
        expect(await Promise.all([1, 2, 3].map(() => payments.collect(paymentRef)))).toEqual(
          Array(3).fill('collected'),
        );
        expect(await payments.collect(paymentRef)).toBe('collected');
        expect(await payments.readPurchase(checkout.ref)).toEqual({
          state: 'collected',
          paymentRef,
          amount: 2250,
          email: BUYER,
        });
        expect(await rig.money(checkout)).toEqual({ held: 0, taken: 2250, givenBack: 0 });
      });

      it('lets held money go once, or sends it back once where it was charged, however often it is asked', async () => {
        const { checkout, paymentRef } = await paid();
        expect(await Promise.all([1, 2, 3].map(() => payments.release(paymentRef)))).toEqual(Array(3).fill('released'));
        expect(await payments.release(paymentRef)).toBe('released');
        expect(await payments.readPurchase(checkout.ref)).toEqual({
          ...returnedState(),
          paymentRef,
          amount: 2250,
          email: BUYER,
        });
        expect(await rig.money(checkout)).toEqual(returnedMoney());
      });

      it('cannot collect what was released', async () => {
        const { checkout, paymentRef } = await paid();
        await payments.release(paymentRef);
        expect(await payments.collect(paymentRef)).toBe('lapsed');
        expect(await rig.money(checkout)).toEqual(returnedMoney());
      });

      it('cannot release what was collected', async (test) => {
        test.skip(charges(), 'a release by this provider is a full refund');
        const { checkout, paymentRef } = await paid();
        await payments.collect(paymentRef);
        expect(await payments.release(paymentRef)).toBe('already-collected');
        expect(await payments.readPurchase(checkout.ref)).toMatchObject({ state: 'collected' });
        expect(await rig.money(checkout)).toEqual({ held: 0, taken: 2250, givenBack: 0 });
      });

      it('does one of the two when both are asked at once, and answers both truly', async () => {
        for (let round = 0; round < 10; round += 1) {
          const { checkout, paymentRef } = await paid();
          const answers = await Promise.all([payments.collect(paymentRef), payments.release(paymentRef)]);
          const { taken, givenBack } = await rig.money(checkout);
          if (charges()) expect([answers[1], taken - givenBack]).toEqual(['released', 0]);
          else
            expect([answers, taken]).toEqual(
              answers[0] === 'collected' ? [['collected', 'already-collected'], 2250] : [['lapsed', 'released'], 0],
            );
        }
      });

      it('answers that an authorisation which was held too long has lapsed; the money is with the buyer', async (test) => {
        test.skip(charges(), 'this provider holds no money');
        const { heldFor = 0 } = rig;
        const { checkout, paymentRef } = await paid();
        await rig.advance(heldFor - DAY);
        expect(await payments.readPurchase(checkout.ref)).toMatchObject({ state: 'authorised' });
        await rig.advance(2 * DAY);
        expect(await payments.collect(paymentRef)).toBe('lapsed');
        expect(await payments.readPurchase(checkout.ref)).toMatchObject({ state: 'released' });
        expect(await payments.release(paymentRef)).toBe('released');
        expect(await rig.money(checkout)).toEqual({ held: 0, taken: 0, givenBack: 0 });
      });

      it('sends back what was charged and collected', async (test) => {
        test.skip(!charges(), 'this provider authorises first: a refund is asked for by its name');
        const { checkout, paymentRef } = await paid();
        expect(await payments.collect(paymentRef)).toBe('collected');
        expect(await payments.release(paymentRef)).toBe('released');
        expect(await payments.refund(paymentRef)).toBe('refunded');
        expect(await rig.money(checkout)).toEqual({ held: 0, taken: 2250, givenBack: 2250 });
      });

      it('keeps what was collected, however much time goes by', async () => {
        const { checkout, paymentRef } = await paid();
        await payments.collect(paymentRef);
        await rig.advance(30 * DAY);
        expect(await payments.readPurchase(checkout.ref)).toMatchObject({ state: 'collected' });
        expect(await payments.collect(paymentRef)).toBe('collected');
      });
    });

    describe('refunding', () => {
      it('sends collected money back once, however often it is asked', async () => {
        const { checkout, paymentRef } = await collected();
        expect(await Promise.all([1, 2, 3].map(() => payments.refund(paymentRef)))).toEqual(Array(3).fill('refunded'));
        expect(await payments.refund(paymentRef)).toBe('refunded');
        expect(await rig.money(checkout)).toEqual({ held: 0, taken: 2250, givenBack: 2250 });
      });

      it('is not undone by collecting or releasing again', async () => {
        const { checkout, paymentRef } = await collected();
        await payments.refund(paymentRef);
        await payments.collect(paymentRef);
        await payments.release(paymentRef);
        expect(await rig.money(checkout)).toEqual({ held: 0, taken: 2250, givenBack: 2250 });
      });

      it('is refused for money that was never taken', async (test) => {
        test.skip(charges(), 'this provider takes all money at once');
        const held = await paid();
        await expect(payments.refund(held.paymentRef)).rejects.toThrow(ProviderRefused);
        await payments.release(held.paymentRef);
        await expect(payments.refund(held.paymentRef)).rejects.toThrow(ProviderRefused);
      });

      it('is seen whenever the checkout is read again, whoever has done it', async () => {
        const [ours, theirs] = [await collected(), await collected()];
        await payments.refund(ours.paymentRef);
        await rig.elsewhere.refund(theirs.checkout);
        for (const { checkout, paymentRef } of [ours, theirs])
          for (let time = 0; time < 2; time += 1)
            expect(await payments.readPurchase(checkout.ref)).toEqual({
              state: 'refunded',
              how: 'refund',
              paymentRef,
              amount: 2250,
              email: BUYER,
            });
      });

      it('of what was sent back elsewhere is done already', async () => {
        const { checkout, paymentRef } = await collected();
        await rig.elsewhere.refund(checkout);
        expect(await payments.refund(paymentRef)).toBe('refunded');
        expect(await rig.money(checkout)).toEqual({ held: 0, taken: 2250, givenBack: 2250 });
      });
    });

    describe('a disputed payment', () => {
      it('reads as money that went back', async () => {
        const { checkout, paymentRef } = await collected();
        await rig.elsewhere.dispute(checkout);
        for (let time = 0; time < 2; time += 1)
          expect(await payments.readPurchase(checkout.ref)).toEqual({
            state: 'refunded',
            how: 'dispute',
            paymentRef,
            amount: 2250,
            email: BUYER,
          });
        expect(await rig.money(checkout)).toEqual({ held: 0, taken: 2250, givenBack: 2250 });
      });

      it('is not sent back a second time, whatever is asked', async () => {
        const { checkout, paymentRef } = await collected();
        await rig.elsewhere.dispute(checkout);
        await payments.collect(paymentRef);
        await payments.release(paymentRef);
        await expect(payments.refund(paymentRef)).rejects.toThrow(ProviderRefused);
        expect(await rig.money(checkout)).toEqual({ held: 0, taken: 2250, givenBack: 2250 });
      });
    });

    describe('on a bad line', () => {
      const lineOf = (test: TestContext) => ('none' in rig.line ? test.skip(rig.line.none) : rig.line);

      it.for(['cut', 'busy'] as const)(
        '(%s) opens, reads and closes nothing, and does so afterwards',
        async (bad, test) => {
          const line = lineOf(test);
          const same = wish();
          line.becomes(bad);
          const trouble = bad === 'cut' ? ProviderUnavailable : ProviderBusy;
          await expect(payments.openPurchase(same)).rejects.toThrow(trouble);
          expect(line.pages()).toBe(0);
          line.becomes('fine');
          const { ref } = await payments.openPurchase(same);
          line.becomes(bad);
          for (const ask of [payments.readPurchase, payments.closeCheckout])
            await expect(ask(ref)).rejects.toThrow(trouble);
          line.becomes('fine');
          expect(await payments.readPurchase(ref)).toEqual({ state: 'open' });
          await payments.closeCheckout(ref);
          expect(await payments.readPurchase(ref)).toEqual({ state: 'closed' });
        },
      );

      it.for(['cut', 'busy'] as const)('(%s) moves no money, and does so afterwards', async (bad, test) => {
        const line = lineOf(test);
        const trouble = bad === 'cut' ? ProviderUnavailable : ProviderBusy;
        const { checkout, paymentRef } = await paid();
        line.becomes(bad);
        for (const ask of [payments.collect, payments.release, payments.refund])
          await expect(ask(paymentRef)).rejects.toThrow(trouble);
        expect(await rig.money(checkout)).toEqual(paidMoney());
        line.becomes('fine');
        expect(await payments.collect(paymentRef)).toBe('collected');
        expect(await payments.refund(paymentRef)).toBe('refunded');
      });

      it('(answers lost) opens one page, however often it is asked', async (test) => {
        const line = lineOf(test);
        const same = wish();
        line.becomes('answers lost');
        for (let time = 0; time < 2; time += 1)
          await expect(payments.openPurchase(same)).rejects.toThrow(ProviderUnavailable);
        line.becomes('fine');
        const checkout = await payments.openPurchase(same);
        expect(line.pages()).toBe(1);
        expect(await rig.buyer.pay(checkout, BUYER)).toBeDefined();
        expect(await rig.money(checkout)).toEqual(paidMoney());
      });

      it('(answers lost) has closed the page, and the next asking finds it closed', async (test) => {
        const line = lineOf(test);
        const checkout = await open();
        line.becomes('answers lost');
        await expect(payments.closeCheckout(checkout.ref)).rejects.toThrow(ProviderUnavailable);
        line.becomes('fine');
        await payments.closeCheckout(checkout.ref);
        expect(await payments.readPurchase(checkout.ref)).toEqual({ state: 'closed' });
        expect(await rig.money(checkout)).toEqual({ held: 0, taken: 0, givenBack: 0 });
      });

      it('(answers lost) takes money once, and sends it back once', async (test) => {
        const line = lineOf(test);
        const { checkout, paymentRef } = await paid();
        // One that charges at once has nothing to be told here.
        line.becomes('answers lost');
        if (!charges()) await expect(payments.collect(paymentRef)).rejects.toThrow(ProviderUnavailable);
        line.becomes('fine');
        expect(await payments.collect(paymentRef)).toBe('collected');
        expect(await rig.money(checkout)).toEqual({ held: 0, taken: 2250, givenBack: 0 });
        line.becomes('answers lost');
        await expect(payments.refund(paymentRef)).rejects.toThrow(ProviderUnavailable);
        line.becomes('fine');
        expect(await payments.refund(paymentRef)).toBe('refunded');
        expect(await rig.money(checkout)).toEqual({ held: 0, taken: 2250, givenBack: 2250 });
      });

      it('(answers lost) lets money go once', async (test) => {
        const line = lineOf(test);
        const { checkout, paymentRef } = await paid();
        line.becomes('answers lost');
        await expect(payments.release(paymentRef)).rejects.toThrow(ProviderUnavailable);
        line.becomes('fine');
        expect(await payments.release(paymentRef)).toBe('released');
        expect(await rig.money(checkout)).toEqual(returnedMoney());
      });
    });

    it('knows no checkout or payment that it never opened', async () => {
      for (const ref of UNKNOWN_REFS) {
        for (const ask of [
          payments.readPurchase,
          payments.closeCheckout,
          payments.collect,
          payments.release,
          payments.refund,
        ])
          await expect(ask(ref)).rejects.toThrow(UnknownCheckout);
      }
    });

    it('does not take the reference of a checkout for that of its payment, nor the other way round', async () => {
      const { checkout, paymentRef } = await paid();
      for (const ask of [payments.collect, payments.release, payments.refund])
        await expect(ask(checkout.ref)).rejects.toThrow(UnknownCheckout);
      await expect(payments.readPurchase(paymentRef)).rejects.toThrow(UnknownCheckout);
      await expect(payments.closeCheckout(paymentRef)).rejects.toThrow(UnknownCheckout);
    });

    describe('notifications', () => {
      const notified = async (): Promise<RawNotification> => {
        const [raw] = await rig.notifications();
        if (raw === undefined) throw new Error('nothing was sent');
        return raw;
      };
      const aboutOf = async (raw: RawNotification) => (await payments.readNotification(raw)).about;
      const skipUnsigned = (test: TestContext): void => test.skip(rig.unsigned !== undefined, rig.unsigned);

      it('tell of a paid checkout', async () => {
        const { checkout } = await paid();
        const { id, occurredAt, about } = await payments.readNotification(await notified());
        expect(about).toEqual({ kind: 'checkout', ref: checkout.ref });
        expect(id.length).toBeGreaterThan(0);
        expect(Math.abs(occurredAt - rig.now())).toBeLessThan(2_000);
      });

      it('tell of a free checkout', async (test) => {
        test.skip(!payments.profile.hostsFreeCheckout, 'this provider cannot show a total of nothing');
        const checkout = await open({ amount: 0 });
        await rig.buyer.pay(checkout, BUYER);
        expect(await aboutOf(await notified())).toEqual({ kind: 'checkout', ref: checkout.ref });
      });

      it('tell of a closed checkout', async () => {
        const checkout = await open();
        await payments.closeCheckout(checkout.ref);
        expect(await aboutOf(await notified())).toEqual({ kind: 'checkout', ref: checkout.ref });
      });

      it('tell of a refund and of a dispute, by their checkout, with an id of their own', async () => {
        for (const happen of [rig.elsewhere.refund, rig.elsewhere.dispute]) {
          const { checkout } = await collected();
          const before = await rig.notifications();
          const ids = await Promise.all(before.map(async (raw) => (await payments.readNotification(raw)).id));
          const countBefore = before.length;
          await happen(checkout);
          const news = (await rig.notifications()).slice(countBefore);
          const read = await Promise.all(news.map((raw) => payments.readNotification(raw)));
          expect(read.map(({ about }) => about)).toContainEqual({ kind: 'checkout', ref: checkout.ref });
          expect(read.some(({ id }) => ids.includes(id))).toBe(false);
        }
      });

      it('say nothing of an opened checkout, a declined card or a buyer who went back', async () => {
        const checkout = await open();
        await rig.buyer.decline(checkout, BUYER);
        await rig.buyer.goBack(checkout);
        const all = await Promise.all((await rig.notifications()).map(aboutOf));
        expect(all.filter(({ kind }) => kind === 'checkout')).toEqual([]);
      });

      it('have one id each, and the same one when they come again', async () => {
        await paid();
        await paid();
        const all = await rig.notifications();
        const ids = await Promise.all(all.map(async (raw) => (await payments.readNotification(raw)).id));
        expect(ids.length).toBeGreaterThanOrEqual(2);
        expect(new Set(ids).size).toBe(ids.length);
        expect(await Promise.all(all.map(async (raw) => (await payments.readNotification(raw)).id))).toEqual(ids);
      });

      it('are rejected when somebody else signed them', async (test) => {
        skipUnsigned(test);
        await paid();
        await expect(payments.readNotification(rig.forged(await notified()))).rejects.toThrow(NotificationRejected);
      });

      it('are rejected when one byte of the body was changed', async (test) => {
        skipUnsigned(test);
        await paid();
        const { body, headers } = await notified();
        for (const at of [0, Math.floor(body.length / 2), body.length - 1]) {
          const altered = Uint8Array.from(body);
          altered[at] = (altered[at] ?? 0) ^ 1;
          await expect(payments.readNotification({ body: altered, headers })).rejects.toThrow(NotificationRejected);
        }
        const longer = new Uint8Array([...body, 0x20]);
        await expect(payments.readNotification({ body: longer, headers })).rejects.toThrow(NotificationRejected);
      });

      it('are rejected without a signature, with an empty one, or with that of another notification', async (test) => {
        skipUnsigned(test);
        await paid();
        await paid();
        const [first, second] = await rig.notifications();
        if (first === undefined || second === undefined) throw new Error('two were expected');
        const empty = Object.fromEntries(Object.keys(first.headers).map((header) => [header, '']));
        for (const headers of [{}, empty, second.headers])
          await expect(payments.readNotification({ body: first.body, headers })).rejects.toThrow(NotificationRejected);
      });

      it('are rejected when they are older than their signature lasts', async (test) => {
        skipUnsigned(test);
        const { signatureLasts } = rig;
        if (signatureLasts === undefined) return test.skip('a signature of this provider does not age');
        await paid();
        const raw = await notified();
        await rig.advance(signatureLasts - MINUTE);
        await expect(payments.readNotification(raw)).resolves.toBeDefined();
        await rig.advance(2 * MINUTE);
        await expect(payments.readNotification(raw)).rejects.toThrow(NotificationRejected);
      });

      it('are rejected when they are signed but not readable', async () => {
        const texts = ['', 'null', '[]', '{}', '"x"', '{"id":', '{"id":7,"type":[]}'].map((text) => Buffer.from(text));
        for (const body of [...texts, Uint8Array.of(0xff, 0xfe, 0x00)])
          await expect(payments.readNotification(rig.signed(body))).rejects.toThrow(NotificationRejected);
      });

      it('about anything else are nothing of ours', async () => {
        expect(await aboutOf(rig.unrelated())).toEqual({ kind: 'nothing of ours' });
      });
    });
  });
};
