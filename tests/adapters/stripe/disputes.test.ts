import { beforeEach, describe, expect, it } from 'vitest';

import { somePurchaseCheckout } from '#tests/contracts/checkout-samples.ts';

import { caseOf } from './bank.ts';
import type { Dispute } from './things.ts';
import { interceptStripe, stripeRig } from './rig.ts';
import type { StripeRig } from './rig.ts';

interceptStripe();

describe('a payment that Stripe calls disputed', () => {
  let rig: StripeRig;

  beforeEach(() => {
    rig = stripeRig();
  });

  const collected = async () => {
    const checkout = await rig.payments.openPurchase(somePurchaseCheckout(rig.now()));
    await rig.buyer.pay(checkout, 'dana.reyes@example.com');
    const [intent] = rig.double.account.books.intents.values();
    if (intent === undefined) throw new Error('nothing was paid');
    await rig.payments.collect(intent.id);
    return { checkout, paymentRef: intent.id };
  };
  const stateOf = async ({ ref }: { readonly ref: string }) => {
    const reading = await rig.payments.readPurchase(ref);
    return reading.state === 'refunded' ? reading.how : reading.state;
  };

  it.each([
    ['warning_needs_response', 'collected'],
    ['warning_under_review', 'collected'],
    ['warning_closed', 'collected'],
    ['needs_response', 'dispute'],
    ['under_review', 'dispute'],
    ['appeal_needs_response', 'dispute'],
    ['appeal_under_review', 'dispute'],
    ['lost', 'dispute'],
    ['won', 'collected'],
    ['prevented', 'collected'],
  ])('and that is %s reads as %s', async (status, reads) => {
    const { checkout, paymentRef } = await collected();
    rig.double.bank.dispute(paymentRef);
    const [dispute] = rig.double.account.books.disputes.values();
    Object.assign(dispute ?? {}, { status: status as Dispute['status'] });
    expect(await stateOf(checkout)).toBe(reads);
  });

  it.each([
    ['prevented', 'resolution', 'dispute'],
    ['prevented', 'block', 'collected'],
    ['prevented', 'of_next_year', 'collected'],
    ['won', 'resolution', 'collected'],
  ] as const)('and that is %s by a %s reads as %s', async (status, caseType, reads) => {
    const { checkout, paymentRef } = await collected();
    rig.double.bank.dispute(paymentRef);
    const [dispute] = rig.double.account.books.disputes.values();
    Object.assign(dispute ?? {}, { status, ...caseOf(caseType) });
    expect(await stateOf(checkout)).toBe(reads);
  });

  it('has gone back when one of several disputes has taken it', async () => {
    const { checkout, paymentRef } = await collected();
    rig.double.bank.inquire(paymentRef);
    rig.double.bank.decide(paymentRef, 'lost');
    expect(await stateOf(checkout)).toBe('collected');
    rig.double.bank.dispute(paymentRef);
    expect(await stateOf(checkout)).toBe('dispute');
    rig.double.bank.decide(paymentRef, 'won');
    expect(await stateOf(checkout)).toBe('collected');
  });

  it('is what its refund is, once the bank has only asked', async () => {
    const { checkout, paymentRef } = await collected();
    rig.double.bank.inquire(paymentRef);
    expect(await rig.payments.refund(paymentRef)).toBe('refunded');
    rig.double.bank.decide(paymentRef, 'won');
    expect(await stateOf(checkout)).toBe('refund');
  });

  it('is asked about once more, and no other payment is', async () => {
    const { checkout, paymentRef } = await collected();
    const asked = async (): Promise<readonly string[]> => {
      const before = rig.double.asked.length;
      await rig.payments.readPurchase(checkout.ref);
      return rig.double.asked.slice(before).map(({ call }) => call);
    };
    expect(await asked()).toEqual(['GET /v1/checkout/sessions/:id']);
    rig.double.bank.inquire(paymentRef);
    expect(await asked()).toEqual(['GET /v1/checkout/sessions/:id', 'GET /v1/disputes']);
  });
});
