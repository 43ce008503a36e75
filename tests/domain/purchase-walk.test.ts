import fc from 'fast-check';
import { describe, it } from 'vitest';

import { giveBackUse } from '#domain/coupon.ts';
import type { Coupon } from '#domain/coupon.ts';
import { relist } from '#domain/lead.ts';
import type { Lead } from '#domain/lead.ts';
import type { Purchase } from '#domain/purchase.ts';
import { abandon, closeUnpaid, decide, giveBackMoney, lapse, settle, withDelivery } from '#domain/purchase-steps.ts';
import { holds } from '#tests/support/property.ts';
import { aPurchaseOf, someCoupon } from './purchase.ts';

/** Three buyers of one lead, two of them with the same coupon, which has one use. */
type Sale = { readonly lead: Lead; readonly coupon: Coupon; readonly purchases: readonly Purchase[] };

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

const fail: Step = ({ lead, coupon }, purchase) => {
  const lapsed = lapse(purchase, 1);
  if (lapsed === undefined) return { purchase: undefined };
  const isUsed = purchase.couponCode !== undefined;
  return { purchase: lapsed, lead: relist(lead, purchase.id) ?? lead, coupon: isUsed ? giveBackUse(coupon) : coupon };
};

const STEPS: readonly Step[] = [
  payWith('pi', ({ price }) => price),
  payWith('pi', ({ price }) => price - 1),
  payWith(undefined, ({ price }) => price),
  fail,
  (_, purchase) => ({ purchase: settle(purchase, 1) }),
  ({ lead }, purchase) => ({ purchase: closeUnpaid(purchase, lead, 1) }),
  (_, purchase) => ({ purchase: abandon(purchase, 1) }),
  (_, purchase) => ({ purchase: giveBackMoney(purchase, 'released') }),
  (_, purchase) => ({ purchase: withDelivery(purchase, { state: 'sent', sentAt: 1 }) }),
];

/** Where each state may go: everything else is a way back. */
const WAYS: Readonly<Record<string, readonly string[]>> = {
  open: ['won', 'lost held', 'lost untouched', 'abandoned'],
  won: ['settled queued', 'lapsed'],
  'lost held': ['lost released'],
  'settled queued': ['settled sent'],
  'settled sent': ['settled sent'],
};

const stateOf = ({ progress }: Purchase): string => {
  if (progress.state === 'lost') return `lost ${progress.money.is}`;
  return progress.state === 'settled' ? `settled ${progress.delivery.state}` : progress.state;
};

const fault = (sale: Sale): string | undefined => {
  const owners = sale.purchases.filter(({ progress }) => progress.state === 'won' || progress.state === 'settled');
  const { standing } = sale.lead;
  if (owners.length > 1) return 'two own the lead';
  if ((standing.state === 'sold' ? standing.purchaseId : undefined) !== owners[0]?.id)
    return 'the lead is not its owner’s';
  if (sale.coupon.uses !== owners.filter(({ couponCode }) => couponCode !== undefined).length)
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
    if (WAYS[stateOf(before)]?.includes(stateOf(purchase)) !== true) throw new Error(`a way back: ${way}`);
    sale = { ...sale, ...others, purchases: sale.purchases.with(index, purchase) };
    const problem = fault(sale);
    if (problem !== undefined) throw new Error(`${problem} after ${way}`);
  }
};

describe('a sale on a random walk', () => {
  it('never goes back, has one owner at most, and counts as many uses of the coupon as sales with it', async () => {
    const numbers = fc.array(fc.nat({ max: STEPS.length * begun.purchases.length - 1 }), {
      maxLength: 40,
      size: 'max',
    });
    await holds(fc.property(numbers, walk), { numRuns: 2_000 });
  });
});
