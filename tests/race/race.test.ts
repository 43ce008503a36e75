import { expect, test } from 'vitest';

import { firstSeed, isLong } from '#tests/promises/promise.ts';
import { inArena, reportOn, tallyOf } from './arena.ts';
import { diceOf } from './dice.ts';
import { mixedPlan } from './plan.ts';
import { crowdIn, letSettle } from './round.ts';
import type { Notifications } from './shop.ts';
import { violationsIn } from './truth.ts';
import type { Witness } from './truth.ts';

const ROUNDS = isLong ? 50 : 3;
/** A database grows with its rounds, and is read whole after each. */
const ROUNDS_A_SHOP = 5;
const BUYERS = 200;
const LEADS = 20;

/** How often the two processes are told of a payment. The sweep and the success page know without. */
const NOTIFICATIONS = [
  ['twice', 'never'],
  ['once', 'once'],
  ['never', 'never'],
] as const;

const race = (first: number, rounds: number, notifications: readonly [Notifications, Notifications]) =>
  test(
    `${BUYERS} buyers race for ${LEADS} leads at two processes, notified ${notifications.join(' and ')}, from round ${first + 1}`,
    {
      timeout: 120_000 + rounds * 60_000,
    },
    async () => {
      await inArena({ notifications, leaseSeconds: 60 }, async (ground) => {
        const { keeper } = ground;
        const told: Witness[] = [];
        for (let round = first; round < first + rounds; round += 1) {
          const started = performance.now();
          const seed = firstSeed + round;
          const crowd = { name: String(round), buyers: BUYERS, leads: LEADS, couponUses: 2, planOf: mixedPlan };
          const { witnesses, violations } = await crowdIn(ground, crowd, diceOf(seed));
          told.push(...witnesses);
          await letSettle(ground);
          const books = await keeper.read();
          const wrong = [...violations, ...violationsIn(books, told)];
          const tally = tallyOf(books);
          const seconds = ((performance.now() - started) / 1_000).toFixed(1);
          console.log(`race seed ${seed}: ${JSON.stringify(tally)}, ${seconds} s`);
          expect(wrong.length, reportOn(wrong, seed, ground)).toBe(0);
          // A race in which nobody lost was none.
          expect(tally.released).toBeGreaterThan(0);
          expect(tally.sold).toBeGreaterThan(LEADS / 2);
        }
      });
    },
  );

for (let first = 0; first < ROUNDS; first += ROUNDS_A_SHOP) {
  const notifications = NOTIFICATIONS[(first / ROUNDS_A_SHOP) % NOTIFICATIONS.length] ?? NOTIFICATIONS[0];
  race(first, Math.min(ROUNDS_A_SHOP, ROUNDS - first), notifications);
}
