import { describe, test } from 'vitest';

import { diceOf } from '#tests/race/dice.ts';
import { strayIn, unseenIn } from './canaries.ts';
import { liveIn } from './canary-life.ts';
import { canaryShop } from './canary-shop.ts';
import { FOR_THE_SOAK, firstSeed, isLong, prove, reach, sabotaged } from './promise.ts';
import type { Tally } from './promise.ts';
import type { Habit } from './sabotage/habits.ts';

const lives =
  (count: number, sabotage?: Habit) =>
  async ({ done, wrong, goesOn }: Tally): Promise<void> => {
    const shop = await canaryShop(sabotage);
    try {
      for (let life = 0; life < count && goesOn(); life += 1) await liveIn(shop, diceOf(firstSeed + life), wrong);
      const pieces = await shop.pieces();
      for (const what of [...strayIn(pieces, shop.canaries), ...unseenIn(pieces, shop.canaries)]) wrong(what);
      done(pieces.length);
    } finally {
      await shop.close();
    }
  };

describe('secrets and contacts', () => {
  test('are in no line of the log, no answer to somebody else, no other mail, and nowhere else in the database', async () => {
    await prove('I16', { what: 'pieces looked through' }, lives(reach(1, 20)));
  });

  test('are noticed when addresses are logged whole', async () => {
    const sign = /^the link of .* is in the output/;
    await sabotaged('I16', { how: 'addresses are logged whole', sign }, lives(1, 'logs-addresses'));
  });

  test('are noticed when passwords are logged', async ({ skip }) => {
    skip(!isLong, FOR_THE_SOAK);
    const sign = /^a password is in the output/;
    await sabotaged('I16', { how: 'passwords are logged', sign }, lives(1, 'logs-passwords'));
  });
});
