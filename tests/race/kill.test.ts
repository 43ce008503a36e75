import { expect, test } from 'vitest';

import { firstSeed, isLong, prove, reach } from '#tests/promises/promise.ts';
import { inArena, reportOn, tallyOf } from './arena.ts';
import { dieAt, dieAtRandom } from './bouts.ts';
import type { Bout } from './bouts.ts';
import { everyPoint } from './crash-points.ts';
import { diceOf } from './dice.ts';
import { eagerPlan } from './plan.ts';
import { crowdIn, deathsOf, letSettle } from './round.ts';
import type { Ground } from './round.ts';
import { violationsIn } from './truth.ts';
import type { Violation, Witness } from './truth.ts';

const RANDOM_BOUTS = reach(4, 500);
const BUYERS = 12;
const LEADS = 4;
/** A shop is looked through after so many bouts, and then makes room for a new one. */
const BOUTS_A_SHOP = 25;
/** A killed process may have run so many mail jobs that had sent their mail, but not said so: these mails come twice. */
const MAILS_AT_A_TIME = 4;

const kills = (name: string, what: string, bouts: readonly Bout[], seed: number) =>
  test(name, { timeout: 60_000 + bouts.length * 60_000 }, async () => {
    const fight = async (ground: Ground) => {
      const { shop, keeper } = ground;
      const dice = diceOf(seed);
      const told: Witness[] = [];
      const seen: Violation[] = [];
      let crowds = 0;
      for (const bout of bouts) {
        await shop.ready();
        const crowd = async (whenPaying?: () => void): Promise<void> => {
          crowds += 1;
          const wish = { name: String(crowds), buyers: BUYERS, leads: LEADS, couponUses: 1, planOf: eagerPlan };
          const { witnesses, violations } = await crowdIn(ground, wish, dice.of(crowds), whenPaying);
          told.push(...witnesses);
          seen.push(...violations);
        };
        await bout(ground, crowd, dice);
      }
      await letSettle(ground, { moreSweeps: 3 });
      const books = await keeper.read();
      const extraMails = MAILS_AT_A_TIME * deathsOf(ground);
      const wrong = [...seen, ...violationsIn(books, told, { extraMails })];
      const repeated = books.mails.filter(({ times }) => times > 1).length;
      console.log(
        `kill seed ${seed}: ${deathsOf(ground)} deaths, ${repeated} mails twice, ${JSON.stringify(tallyOf(books))}`,
      );
      return { wrong, sales: books.purchases.length, deaths: deathsOf(ground) };
    };
    await inArena({ notifications: ['twice', 'once'], leaseSeconds: 1 }, async (ground) => {
      const ended: { sales?: number; wrong: number } = { wrong: 0 };
      await prove('I3', { what, seed }, async ({ done, wrong: tell }) => {
        const { wrong, sales, deaths } = await fight(ground);
        Object.assign(ended, { sales, wrong: wrong.length });
        if (wrong.length > 0) tell(reportOn(wrong, seed, ground));
        expect(deaths).toBeGreaterThanOrEqual(bouts.length);
        done(deaths);
      });
      await prove('I2', { what: 'sales with deaths compared', seed }, async ({ done, wrong }) => {
        if (ended.wrong > 0) wrong(`${ended.wrong} violations`);
        done(ended.sales);
      });
    });
  });

const inGroups = <Value>(values: readonly Value[], size: number): readonly (readonly Value[])[] =>
  Array.from({ length: Math.ceil(values.length / size) }, (_, group) => values.slice(group * size, (group + 1) * size));

/** A process takes a second to begin again: the short run takes every sixth point, which ones is up to the seed. */
const points = isLong
  ? [...everyPoint(1), ...everyPoint(2), ...everyPoint(3)]
  : everyPoint(1).filter((_, place) => place % 6 === firstSeed % 6);

// Two points at a time, one in each process: far apart in the list, so that both are come to.
const half = Math.ceil(points.length / 2);
const pairs = points
  .slice(0, half)
  .map((point, index) => [point, points[half + index]].filter((one) => one !== undefined));

for (const [group, bouts] of inGroups(pairs.map(dieAt), BOUTS_A_SHOP).entries())
  kills(
    `a shop whose processes die at named points comes to the same end: group ${group + 1} of ${points.length} points`,
    'deaths at named points',
    bouts,
    firstSeed + group,
  );

const random = Array.from({ length: RANDOM_BOUTS }, () => dieAtRandom);
for (const [group, bouts] of inGroups(random, BOUTS_A_SHOP).entries())
  kills(
    `a shop whose processes are killed at random comes to the same end: group ${group + 1} of ${RANDOM_BOUTS} times`,
    'deaths at any moment',
    bouts,
    firstSeed + 1_000 + group,
  );
