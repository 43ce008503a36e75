import { dieAt } from '#tests/race/bouts.ts';
import type { CrashPoint } from '#tests/race/crash-points.ts';
import { inArena } from '#tests/race/arena.ts';
import { diceOf } from '#tests/race/dice.ts';
import { eagerPlan } from '#tests/race/plan.ts';
import { crowdIn, deathsOf, letSettle } from '#tests/race/round.ts';
import type { Crowd } from '#tests/race/round.ts';
import { violationsIn } from '#tests/race/truth.ts';
import type { Witness } from '#tests/race/truth.ts';
import { firstSeed } from './promise.ts';
import type { Tally } from './promise.ts';
import type { SabotageName } from './sabotage/processes.ts';

type Attempt = {
  readonly sabotage: SabotageName;
  /** What a broken database lacks. */
  readonly statement?: string;
  /** Both processes end there, at their first pass. */
  readonly point?: Pick<CrashPoint, 'place' | 'side'>;
  readonly crowd?: Partial<Crowd>;
};

/** A crowd at a shop that was broken on purpose; what the truth finds wrong with it. */
export const brokenRace =
  ({ sabotage, statement, point, crowd: wish }: Attempt) =>
  async ({ done, wrong }: Tally): Promise<void> => {
    const settings = { notifications: ['twice', 'once'], leaseSeconds: 1, settings: { SABOTAGE: sabotage } } as const;
    await inArena(settings, async (ground, _, pool) => {
      if (statement !== undefined) await pool.query(statement);
      const dice = diceOf(firstSeed);
      const told: Witness[] = [];
      let crowds = 0;
      const crowd = async (): Promise<void> => {
        crowds += 1;
        const usual = { name: String(crowds), buyers: 24, leads: 4, couponUses: 1, planOf: eagerPlan };
        const { witnesses } = await crowdIn(ground, { ...usual, ...wish }, dice.of(crowds));
        told.push(...witnesses);
      };
      if (point === undefined) await crowd();
      else await dieAt([0, 1].map(() => ({ ...point, pass: 1 })))(ground, crowd, dice);
      await letSettle(ground);
      const books = await ground.keeper.read();
      for (const { what } of violationsIn(books, told, { extraMails: 4 * deathsOf(ground) })) wrong(what);
      done(books.purchases.length);
    });
  };
