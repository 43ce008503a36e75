import type { Dice } from './dice.ts';
import type { Which } from './shop.ts';

/** What a buyer means to do. */
export type Plan = {
  readonly coupon: 'none' | 'LIMITED' | 'FREE';
  /** Before the first request, in milliseconds. */
  readonly comesAfter: number;
  /** Goes away before the checkout's address arrives, and then begins anew or not at all. */
  readonly opening: 'waits' | 'goes-away' | 'goes-away-and-returns';
  /** Pays when the gun goes off, with everybody else who has a page open; or as soon as the page is there; or comes after the gun. */
  readonly start: 'gun' | 'at-once' | 'late';
  readonly ending: 'pay' | 'pay-twice' | 'pay-and-go-away' | 'decline' | 'decline-and-pay' | 'back' | 'leave';
  /** Looks at the success page before paying: somebody who keeps the address. */
  readonly looksBefore: boolean;
  /** How often the success page is opened after paying, all at once. */
  readonly looksAfter: number;
  /** Which process answers the first, the second … request. */
  readonly at: readonly [opening: Which, paying: Which, looking: Which];
  /** How long somebody waits before going away, in milliseconds. */
  readonly patience: number;
};

const whichOf = (dice: Dice): Which => (dice.throwOne() < 0.5 ? 0 : 1);

/** A crowd of all sorts. */
export const mixedPlan = (dice: Dice): Plan => ({
  coupon: dice.pick({ none: 60, LIMITED: 30, FREE: 10 }),
  comesAfter: dice.between(0, 400),
  opening: dice.pick({ waits: 92, 'goes-away': 3, 'goes-away-and-returns': 5 }),
  start: dice.pick({ gun: 60, 'at-once': 32, late: 8 }),
  ending: dice.pick({
    pay: 48,
    'pay-twice': 14,
    'pay-and-go-away': 10,
    decline: 5,
    'decline-and-pay': 5,
    back: 6,
    leave: 12,
  }),
  looksBefore: dice.throwOne() < 0.15,
  looksAfter: Number(dice.pick({ 0: 35, 1: 35, 2: 20, 3: 10 })),
  at: [whichOf(dice), whichOf(dice), whichOf(dice)],
  patience: dice.between(0, 40),
});

/** A crowd that wants to buy: most pay when the gun goes off, and some leave a page open, so that every step of a sale is taken often. */
export const eagerPlan = (dice: Dice): Plan => ({
  ...mixedPlan(dice),
  comesAfter: dice.between(0, 20),
  opening: 'waits',
  start: 'gun',
  ending: dice.pick({ pay: 58, 'pay-twice': 17, leave: 25 }),
});
