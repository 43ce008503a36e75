import { expect, test } from 'vitest';

import { firstSeed, isLong, prove, reach } from '#tests/promises/promise.ts';
import { failedMailsIn, inArena, reportOn, tallyOf } from './arena.ts';
import type { Books } from './books.ts';
import { diceOf } from './dice.ts';
import type { Dice } from './dice.ts';
import { mixedPlan } from './plan.ts';
import type { Plan } from './plan.ts';
import { crowdIn, letSettle } from './round.ts';
import type { Notifications } from './shop.ts';
import { violationsIn } from './truth.ts';
import type { Witness } from './truth.ts';

const ROUNDS = reach(3, 100);
/** A database grows with its rounds, and is read whole after each. */
const ROUNDS_A_SHOP = 5;

/** How often the two processes are told of a payment. The sweep and the success page know without. */
const NOTIFICATIONS = [
  ['twice', 'never'],
  ['once', 'once'],
  ['never', 'never'],
] as const;

type Size = { readonly buyers: number; readonly leads: number; readonly planOf: (dice: Dice) => Plan };

const CROWD: Size = { buyers: 200, leads: 20, planOf: mixedPlan };

/** Ten times as many would never all get through the doors at once: they come for half a minute. */
const MULTITUDE: Size = {
  buyers: 2_000,
  leads: 200,
  planOf: (dice) => ({ ...mixedPlan(dice), comesAfter: dice.between(0, 30_000), start: 'at-once' }),
};

const race = (
  first: number,
  rounds: number,
  notifications: readonly [Notifications, Notifications],
  { buyers, leads, planOf }: Size,
) =>
  test(
    `${buyers} buyers race for ${leads} leads at two processes, notified ${notifications.join(' and ')}, from round ${first + 1}`,
    {
      timeout: 300_000 + rounds * buyers * 1_000,
    },
    async () => {
      await inArena({ notifications, leaseSeconds: 60 }, async (ground) => {
        const told: Witness[] = [];
        const last: { books?: Books; wrong: number } = { wrong: 0 };
        const what = `races of ${buyers.toLocaleString('en-US')} buyers for ${leads} leads`;
        await prove('I1', { what, seed: firstSeed + first }, async ({ done, wrong: tell }) => {
          for (let round = first; round < first + rounds; round += 1) {
            const seed = firstSeed + round;
            const crowd = { name: String(round), buyers, leads, couponUses: buyers / 100, planOf };
            const { witnesses, violations } = await crowdIn(ground, crowd, diceOf(seed));
            told.push(...witnesses);
            await letSettle(ground);
            const books = await ground.keeper.read();
            const wrong = [...violations, ...violationsIn(books, told, { extraMails: failedMailsIn(ground) })];
            const tally = tallyOf(books);
            console.log(`race seed ${seed}: ${JSON.stringify(tally)}`);
            last.books = books;
            last.wrong += wrong.length;
            if (wrong.length > 0) tell(reportOn(wrong, seed, ground));
            // A race in which nobody lost was none.
            expect(tally.released).toBeGreaterThan(0);
            expect(tally.sold).toBeGreaterThan(leads / 2);
            done();
          }
        });
        await prove('I2', { what: 'sales of races compared', seed: firstSeed + first }, async ({ done, wrong }) => {
          if (last.wrong > 0) wrong(`${last.wrong} violations`);
          done(last.books?.purchases.length);
        });
      });
    },
  );

for (let first = 0; first < ROUNDS; first += ROUNDS_A_SHOP) {
  const notifications = NOTIFICATIONS[(first / ROUNDS_A_SHOP) % NOTIFICATIONS.length] ?? NOTIFICATIONS[0];
  race(first, Math.min(ROUNDS_A_SHOP, ROUNDS - first), notifications, CROWD);
}

if (isLong)
  for (const [place, notifications] of NOTIFICATIONS.entries()) race(ROUNDS + place, 1, notifications, MULTITUDE);
