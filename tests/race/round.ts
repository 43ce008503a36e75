import { setTimeout as wait } from 'node:timers/promises';

import { MINUTE } from '#domain/instant.ts';
import type { Buyer } from './acts.ts';
import type { BookKeeper } from './books.ts';
import { buyersIn } from './buyers.ts';
import type { Diary } from './diary.ts';
import type { Dice } from './dice.ts';
import type { Stock } from './offers.ts';
import type { Plan } from './plan.ts';
import type { Shop } from './shop.ts';
import type { Violation, Witness } from './truth.ts';

export type Ground = {
  readonly shop: Shop;
  readonly keeper: BookKeeper;
  readonly stock: Stock;
  readonly diary: Diary;
};

export type Crowd = {
  /** Names the buyers' addresses: no two crowds of a shop share one. */
  readonly name: string;
  readonly buyers: number;
  readonly leads: number;
  /** How many sales the 10 % of the buyers with a free order, and the 30 % with a discount, may make. */
  readonly couponUses: number;
  readonly planOf: (dice: Dice) => Plan;
};

/** The queue may be busy for so long after a crowd, or a death. */
const LONGEST_QUEUE = 60_000;
/** A notification of the provider may be on its way, or be tried again, for so long while the queue has nothing to do. */
const STILL = 500;

/**
 * The first lead is one that nobody pays for, so that some purchases are given up; the second is paid for where nobody is told of
 * it, so that only the sweep finds out.
 */
const reluctant = (plan: Plan, lead: number): Plan => {
  if (lead === 0) return { ...plan, ending: 'leave' };
  return lead === 1 ? { ...plan, looksBefore: false, looksAfter: 0, at: [0, 1, 1], ending: 'pay' } : plan;
};

/** Sends a crowd to new leads and waits until it has left. */
export const crowdIn = async (
  { shop, stock, diary }: Ground,
  { name, buyers, leads, couponUses, planOf }: Crowd,
  dice: Dice,
  whenPaying: () => void = () => {},
): Promise<{
  readonly witnesses: readonly Witness[];
  readonly violations: readonly Violation[];
}> => {
  const offers = await stock.addLeads(leads, shop.now());
  await stock.addCoupon(`FREE-${name}`, 10_000, couponUses);
  await stock.addCoupon(`LIMITED-${name}`, 1_500, couponUses);
  const crowd = Array.from({ length: buyers }, (_, number): Buyer => {
    const own = dice.of(number);
    const lead = own.between(0, leads - 1);
    const offer = offers[lead];
    if (offer === undefined) throw new Error('there is no lead to buy');
    const plan = reluctant(planOf(own), lead);
    const email = `buyer-${name}-${number}@people.example`;
    return { name: `buyer ${name}.${number}`, email, lead: offer, plan, crowd: name };
  });
  return buyersIn(shop, crowd, { diary, whenPaying });
};

/** Waits until the queue has nothing to do, and gets nothing more. */
const quiet = async ({ keeper, diary }: Ground): Promise<void> => {
  const until = performance.now() + LONGEST_QUEUE;
  let lastBusy = performance.now();
  while (performance.now() < until) {
    if ((await keeper.waiting()).length > 0) lastBusy = performance.now();
    else if (performance.now() - lastBusy >= STILL) return;
    await wait(25);
  }
  diary.note('shop', `still has jobs after ${LONGEST_QUEUE / 1_000} s: ${(await keeper.waiting()).join('; ')}`);
};

export const deathsOf = ({ shop }: Ground): number => shop.deaths(0) + shop.deaths(1);

const sweepAll = async (ground: Ground): Promise<void> => {
  let deaths = -1;
  let swept = 1;
  // A sweep takes so many at a time; and one that ended with its process has to be made again.
  while (swept > 0 || deaths !== deathsOf(ground)) {
    deaths = deathsOf(ground);
    await ground.shop.ready();
    swept = await ground.shop.sweep();
  }
  await quiet(ground);
};

/**
 * Lets everything come to its end: the queue runs dry; a little later the sweep finds what no notification told of; and when all
 * hosted pages have closed, it ends what nobody paid. `moreSweeps`: purchases whose sweep was killed wait for a later one.
 */
export const letSettle = async (
  ground: Ground,
  { moreSweeps = 0 }: { readonly moreSweeps?: number } = {},
): Promise<void> => {
  const { shop, keeper } = ground;
  await shop.ready();
  await quiet(ground);
  for (const minutes of [2, 38]) {
    await shop.passTime(minutes * MINUTE);
    await sweepAll(ground);
  }
  for (let more = 0; more < moreSweeps && (await keeper.unfinished()) > 0; more += 1) {
    await shop.passTime(10 * MINUTE);
    await sweepAll(ground);
  }
};
