import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { giveBackUse } from '#domain/coupon.ts';
import type { Coupon } from '#domain/coupon.ts';
import { relist } from '#domain/lead.ts';
import type { Lead } from '#domain/lead.ts';
import type { Purchase } from '#domain/purchase.ts';
import { handOver, queueAgain, withDelivery } from '#domain/purchase-delivery.ts';
import type { Attempt } from '#domain/purchase-delivery.ts';
import { payTooLate } from '#domain/purchase-late.ts';
import { beginRefund, endRefund, refundedElsewhere, undoRefund, undoSale } from '#domain/purchase-refund.ts';
import { abandon, closeUnpaid, decide, giveBackMoney, lapse, settle } from '#domain/purchase-steps.ts';
import { holds } from '#tests/support/property.ts';
import { someCoupon } from './coupon.ts';
import { aPurchaseOf } from './purchase.ts';

/** Three buyers of one lead, two of them with the same coupon, which has one use. */
type Sale = {
  readonly lead: Lead;
  readonly coupon: Coupon;
  readonly purchases: readonly Purchase[];
  /** The mails of a purchase that are on their way: jobs may overlap. */
  readonly attempts: Readonly<Record<string, readonly Attempt[]>>;
  /** Whose mail box truly has the contact. */
  readonly readers: readonly string[];
};

const begun: Sale = {
  lead: {
    id: 'lead',
    place: { city: 'Austin', state: 'TX' },
    contact: { firstName: 'Ann', lastName: 'Lee', email: undefined, phone: undefined, address1: undefined },
    description: '',
    price: 2_500,
    standing: { state: 'listed', listedAt: 0 },
  },
  coupon: someCoupon({ maxUses: 1 }),
  purchases: ['WELCOME10', 'WELCOME10', undefined].map((couponCode, index) =>
    aPurchaseOf('lead', { id: `p${index}`, couponCode, price: couponCode === undefined ? 2_500 : 2_250 }),
  ),
  attempts: {},
  readers: [],
};

type Step = (sale: Sale, purchase: Purchase) => Partial<Sale> & { readonly purchase: Purchase | undefined };

const payWith =
  (paymentRef: string | undefined, amountOf: (purchase: Purchase) => number): Step =>
  ({ lead, coupon }, purchase) => {
    const payment = { paymentRef, amount: amountOf(purchase), email: 'dana@example.com' };
    const decision = decide(purchase, lead, purchase.couponCode === undefined ? undefined : coupon, payment, 1);
    if (decision?.outcome !== 'won') return { purchase: decision?.purchase };
    return { purchase: decision.purchase, lead: decision.lead, coupon: decision.coupon ?? coupon };
  };

const collect: Step = (_, purchase) => ({ purchase: settle(purchase, 1) });

const fail: Step = ({ lead, coupon }, purchase) => {
  const lapsed = lapse(purchase, 1);
  if (lapsed === undefined) return { purchase: undefined };
  const isUsed = purchase.couponCode !== undefined;
  return { purchase: lapsed, lead: relist(lead, purchase.id) ?? lead, coupon: isUsed ? giveBackUse(coupon) : coupon };
};

const hand: Step = ({ attempts }, purchase) => {
  const leaving = handOver(purchase, 1);
  if (leaving === undefined) return { purchase: undefined };
  const onTheirWay = [...(attempts[purchase.id] ?? []), leaving.attempt];
  return { purchase: leaving.purchase, attempts: { ...attempts, [purchase.id]: onTheirWay } };
};

/**
 * What becomes of a mail that was handed over: of the first that is on its way, or of the last. `in doubt`: the server has taken
 * it, but nobody was there to hear of it.
 */
const answer =
  (which: 0 | -1, given: Parameters<typeof withDelivery>[1] | 'in doubt'): Step =>
  ({ attempts, readers }, purchase) => {
    const onTheirWay = attempts[purchase.id] ?? [];
    const attempt = onTheirWay.at(which);
    if (attempt === undefined) return { purchase: undefined };
    const told = given === 'in doubt' ? undefined : withDelivery(purchase, given, attempt);
    const isTaken = given === 'in doubt' || given.state === 'sent';
    return {
      purchase: told ?? purchase,
      attempts: { ...attempts, [purchase.id]: onTheirWay.toSpliced(which, 1) },
      readers: isTaken ? [...new Set([...readers, purchase.id])] : readers,
    };
  };

const refundBy =
  (step: (purchase: Purchase) => Purchase | undefined): Step =>
  ({ lead, coupon }, purchase) => {
    const refunded = step(purchase);
    if (refunded === undefined) return { purchase: undefined };
    const undone = undoSale(refunded, lead, purchase.couponCode === undefined ? undefined : coupon, 1);
    return { purchase: refunded, lead: undone.lead ?? lead, coupon: undone.coupon ?? coupon };
  };

const STEPS: readonly Step[] = [
  payWith('pi', ({ price }) => price),
  payWith('pi', ({ price }) => price - 1),
  payWith(undefined, ({ price }) => price),
  fail,
  (_, purchase) => ({ purchase: payTooLate(purchase, { paymentRef: 'pi', email: 'dana@example.com' }, 1) }),
  collect,
  ({ lead }, purchase) => ({ purchase: closeUnpaid(purchase, lead, 1) }),
  (_, purchase) => ({ purchase: abandon(purchase, 1) }),
  (_, purchase) => ({ purchase: giveBackMoney(purchase, 'released') }),
  hand,
  ...([0, -1] as const).flatMap((which) => [
    answer(which, { state: 'sent', sentAt: 1 }),
    answer(which, { state: 'refused', refusedAt: 1 }),
    answer(which, { state: 'kept-back' }),
    answer(which, 'in doubt'),
  ]),
  (_, purchase) => ({ purchase: queueAgain(purchase) }),
  (_, purchase) => ({ purchase: beginRefund(purchase, 'Wrong number', 1) }),
  refundBy((purchase) => endRefund(purchase, 1)),
  refundBy((purchase) => refundedElsewhere(purchase, 'dispute', 1)),
  ({ lead }, purchase) => ({ purchase: undefined, ...undoRefund(purchase, lead) }),
];

/**
 * Where each state may go: everything else is a way back. A mail may be sent again, so its own fate has no order, and money that
 * went back may come back.
 */
const WAYS: Readonly<Record<string, readonly string[]>> = {
  open: ['won', 'lost held', 'lost untouched', 'abandoned'],
  won: ['settled', 'lapsed'],
  'lost held': ['lost released'],
  'lost untouched': ['lost held'],
  abandoned: ['lost held'],
  settled: ['settled', 'refunding', 'refunded'],
  refunding: ['refunding', 'refunded'],
  refunded: ['refunded', 'settled'],
};

const stateOf = ({ progress }: Purchase): string =>
  progress.state === 'lost' ? `lost ${progress.money.is}` : progress.state;

const OWNING: readonly string[] = ['won', 'settled', 'refunding'];

const fault = (sale: Sale): string | undefined => {
  const owners = sale.purchases.filter(({ progress }) => OWNING.includes(progress.state));
  const spoilt = sale.purchases.filter(
    ({ progress }) => progress.state === 'refunded' && progress.contactLeftAt !== undefined,
  );
  const { standing } = sale.lead;
  if (owners.length + spoilt.length > 1) return 'two own the lead';
  if ((standing.state === 'sold' ? standing.purchaseId : undefined) !== owners[0]?.id)
    return 'the lead is not its owner’s';
  const isWithdrawn = standing.state === 'withdrawn';
  if (isWithdrawn ? spoilt.length === 0 : spoilt.length > 0) return 'the lead is withdrawn wrongly, or wrongly not';
  if (sale.readers.length > 1) return 'two have the contact';
  if (sale.readers.length > 0 && standing.state === 'listed') return 'a lead is offered whose contact has left';
  if (sale.coupon.uses !== [...owners, ...spoilt].filter(({ couponCode }) => couponCode !== undefined).length)
    return 'uses are not sales';
  return undefined;
};

/** Walks a sale by numbers, each a step of one purchase; throws at the first that breaks a rule. */
const walk = (numbers: readonly number[]): void => {
  let sale = begun;
  for (const number of numbers) {
    const index = number % sale.purchases.length;
    const step = STEPS[Math.floor(number / sale.purchases.length)];
    const before = sale.purchases[index];
    if (step === undefined || before === undefined) throw new Error(`no step ${number}`);
    const { purchase, ...others } = step(sale, before);
    if (purchase === undefined) continue;
    const way = `${stateOf(before)} → ${stateOf(purchase)}`;
    if (purchase !== before && WAYS[stateOf(before)]?.includes(stateOf(purchase)) !== true)
      throw new Error(`a way back: ${way}`);
    sale = { ...sale, ...others, purchases: sale.purchases.with(index, purchase) };
    const problem = fault(sale);
    if (problem !== undefined) throw new Error(`${problem} after ${way}`);
  }
};

describe('a sale on a random walk', () => {
  it('never goes back, has one owner at most, tells one buyer the contact at most, and counts as many uses of the coupon as sales with it', async () => {
    const numbers = fc.array(fc.nat({ max: STEPS.length * begun.purchases.length - 1 }), {
      maxLength: 60,
      size: 'max',
    });
    await holds(fc.property(numbers, walk), { numRuns: 2_000 });
  });

  it('is never on offer once its contact may have left, whatever becomes of two mails that are on their way', () => {
    const numberOf = (step: number): number => step * begun.purchases.length;
    const handing = STEPS.indexOf(hand);
    const onTheirWay = [0, STEPS.indexOf(collect), handing, handing].map(numberOf);
    const next = STEPS.keys().drop(handing).map(numberOf).toArray();
    const every = (steps: number): number[][] =>
      steps === 0 ? [[]] : every(steps - 1).flatMap((before) => next.map((step) => [...before, step]));
    expect(() => every(4).forEach((then) => walk([...onTheirWay, ...then]))).not.toThrow();
  });
});
