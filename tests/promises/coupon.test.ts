import { setTimeout as wait } from 'node:timers/promises';

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { priceWithCoupon } from '#domain/coupon.ts';
import { failedMailsIn, inArena } from '#tests/race/arena.ts';
import type { Books } from '#tests/race/books.ts';
import { diceOf } from '#tests/race/dice.ts';
import type { Dice } from '#tests/race/dice.ts';
import { mixedPlan } from '#tests/race/plan.ts';
import type { Plan } from '#tests/race/plan.ts';
import { crowdIn, letSettle } from '#tests/race/round.ts';
import { violationsIn } from '#tests/race/truth.ts';
import type { Witness } from '#tests/race/truth.ts';
import { aCoupon, anAmount } from '#tests/support/arbitrary.ts';
import { firstSeed, prove, reach, sabotaged } from './promise.ts';
import { brokenRace } from './races.ts';

const USES = 10;
const BUYERS = 300;
const LEADS = 100;
const SMALLEST_CHARGE = 50;
/** A database grows with its rounds, and is read whole after each. */
const ROUNDS_A_SHOP = 5;

/** Everybody has the coupon, and a third never pays. */
const bargainPlan = (dice: Dice): Plan => ({
  ...mixedPlan(dice),
  coupon: 'LIMITED',
  opening: 'waits',
  start: dice.pick({ gun: 80, 'at-once': 15, late: 5 }),
  ending: dice.pick({ pay: 50, 'pay-twice': 16, decline: 10, back: 10, leave: 14 }),
});

/** Everybody pays with the coupon, and all at once. */
const hastyPlan = (dice: Dice): Plan => ({ ...bargainPlan(dice), comesAfter: 0, start: 'at-once', ending: 'pay' });

const strangePrices = ({ purchases, leads }: Books): readonly string[] => {
  const listed = new Map(leads.map(({ id, price }) => [id, price]));
  return purchases.flatMap(({ id, price, leadId }) =>
    (price === 0 || price >= SMALLEST_CHARGE) && price <= (listed.get(leadId) ?? -1) ? [] : [`${id} is for ${price}`],
  );
};

describe('a coupon', () => {
  test('is used ten times by three hundred buyers at two processes, at every moment and in the end', async () => {
    const rounds = reach(1, 100);
    await prove('I12', { what: `rounds of ${BUYERS} buyers` }, async ({ done, wrong, goesOn }) => {
      for (let first = 0; first < rounds && goesOn(); first += ROUNDS_A_SHOP)
        await inArena({ notifications: ['once', 'never'], leaseSeconds: 60 }, async (ground, _, pool) => {
          const told: Witness[] = [];
          let isOver = false;
          const looking = (async () => {
            while (!isOver) {
              const { rows } = await pool.query<{ code: string; uses: number }>(
                'select code, uses from coupon where uses > $1',
                [USES],
              );
              for (const { code, uses } of rows) wrong(`${code} is used ${uses} times`);
              await wait(20);
            }
          })();
          for (let round = first; round < Math.min(rounds, first + ROUNDS_A_SHOP); round += 1) {
            const crowd = { name: String(round), buyers: BUYERS, leads: LEADS, couponUses: USES, planOf: bargainPlan };
            const { witnesses, violations } = await crowdIn(ground, crowd, diceOf(firstSeed + round));
            told.push(...witnesses);
            await letSettle(ground);
            const books = await ground.keeper.read();
            for (const { what } of [...violations, ...violationsIn(books, told, { extraMails: failedMailsIn(ground) })])
              wrong(`round ${round}: ${what}`);
            for (const what of strangePrices(books)) wrong(`round ${round}: ${what}`);
            const used = books.coupons.find(({ code }) => code === `LIMITED-${round}`)?.uses;
            if (used !== USES) wrong(`round ${round}: the coupon was wanted by hundreds, and used ${used} times`);
            done();
          }
          isOver = true;
          await looking;
        });
    });
  });

  test('leaves nothing to pay or at least the smallest charge, and never more than the list price', async () => {
    const runs = reach(5_000, 200_000);
    await prove('I12', { what: 'prices' }, async ({ done, wrong }) => {
      const asked = fc.tuple(aCoupon(), anAmount(), fc.nat({ max: 2_000_000_000 }));
      fc.assert(
        fc.property(asked, ([coupon, price, now]) => {
          const answer = priceWithCoupon(coupon, price, { now, smallestCharge: SMALLEST_CHARGE });
          done();
          if (!answer.valid) return;
          const { discountedPrice: rest } = answer;
          if (!(rest === 0 || rest >= SMALLEST_CHARGE) || rest > price) wrong(`${rest} of ${price}`);
        }),
        { numRuns: runs, seed: firstSeed },
      );
      expect(runs).toBeGreaterThan(0);
    });
  });

  test('is noticed to be used too often when its uses are read and then written', async () => {
    await sabotaged(
      'I12',
      { how: 'uses read, and one more written after the commit', sign: /counts \d+ uses, but \d+ sales/ },
      brokenRace({
        sabotage: 'read then increment',
        crowd: { buyers: 80, leads: 50, couponUses: 40, planOf: hastyPlan },
      }),
    );
  });
});
