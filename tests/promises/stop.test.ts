import { setTimeout as wait } from 'node:timers/promises';

import pg from 'pg';
import { describe, test } from 'vitest';

import { bookKeeper } from '#tests/race/books.ts';
import { startChild } from '#tests/race/child.ts';
import type { Child } from '#tests/race/child.ts';
import { newDiary } from '#tests/race/diary.ts';
import { diceOf } from '#tests/race/dice.ts';
import { stockOf } from '#tests/race/offers.ts';
import type { Habit } from './sabotage/habits.ts';
import { violationsIn } from '#tests/race/truth.ts';
import { freshDatabase } from '#tests/support/postgres.ts';
import { NO_LIMITS } from './everyday.ts';
import { firstSeed, isLong, prove, reach, sabotaged } from './promise.ts';
import type { Tally } from './promise.ts';
import { shopUntil } from './stop-crowd.ts';
import type { Door, Memory } from './stop-crowd.ts';

const ROUNDS = reach(5, 100);
const KEEPING = 6;
const COMING_ANEW = 3;
/** Whoever runs the shop kills what takes longer to stop, in milliseconds. */
const LONGEST_STOP = 10_000;
/** Jobs that were put back are done at once; one that was left behind waits for its lease of a minute. */
const LONGEST_QUEUE = 15_000;

type Process = { readonly child: Child; readonly door: Promise<Door>; readonly stop: () => void };

const procedure =
  (seed: number, rounds: number, sabotage?: Habit) =>
  async ({ done, wrong, goesOn }: Tally): Promise<void> => {
    const dice = diceOf(seed);
    const database = await freshDatabase();
    const pool = new pg.Pool({ connectionString: database.url, max: 3 });
    pool.on('connect', (client) => client.on('error', () => {}));
    const keeper = bookKeeper(pool);
    const diary = newDiary();
    const started: Child[] = [];

    const begin = (): Process => {
      const number = started.length;
      const child = startChild(
        {
          DATABASE_URL: database.url,
          PORT: '0',
          SAMPLE_DATA: 'no',
          LOG_LEVEL: 'warn',
          SHELF_CYCLES: '52',
          ...NO_LIMITS,
          ...(sabotage && { SABOTAGE: sabotage }),
        },
        (line) => {
          if (!/^(\s|$)/.test(line)) diary.note(`shop ${number}`, line);
        },
      );
      started.push(child);
      let isAskedToStop = false;
      const doorAt = (address: string | undefined): Door => {
        if (address === undefined) throw new Error(`the shop did not start:\n${diary.about([]).join('\n')}`);
        return { address, isAskedToStop: () => isAskedToStop };
      };
      const door = child.address.then(doorAt);
      // Told of when somebody wants to go there.
      door.catch(() => {});
      return {
        child,
        door,
        stop: () => {
          isAskedToStop = true;
          child.stop();
        },
      };
    };

    try {
      let current = begin();
      let door = await current.door;
      let next = begin();
      const offers = await stockOf(pool).addLeads(rounds * 40, Date.now());
      const memory: Memory = { opened: 0, told: 0, refused: 0, witnesses: [] };
      let answers = 0;
      let isOver = false;
      const street = { door: () => door, offers, wrong, done: () => void (answers += 1) };
      const crowd = Array.from({ length: KEEPING + COMING_ANEW }, (_, number) => {
        const customer = { name: `buyer-${number}`, keeps: number < KEEPING, dice: dice.of(number), memory };
        return shopUntil(() => isOver, street, customer);
      });

      for (let round = 0; round < rounds && goesOn(); round += 1) {
        const nextDoor = await next.door;
        await wait(dice.between(0, 300));
        diary.note('shop', `stops for the ${round + 1}. time`);
        const leaving = current;
        [current, door] = [next, nextDoor];
        leaving.stop();
        if (round + 1 < rounds) next = begin();
        const code = await Promise.race([leaving.child.ended, wait(LONGEST_STOP, 'late' as const)]);
        if (code !== 0)
          wrong(`a process that was asked to stop ${code === 'late' ? 'did not end' : `ended with ${code}`}`);
        done();
      }
      isOver = true;
      await Promise.all(crowd);

      const end = performance.now() + LONGEST_QUEUE;
      while (goesOn() && (await keeper.waiting()).length > 0 && performance.now() < end) await wait(50);
      const books = await keeper.read();
      if (books.purchases.length !== memory.opened)
        wrong(`${books.purchases.length} checkouts were opened, but ${memory.opened} buyers were told of one`);
      for (const { what, about } of goesOn() ? violationsIn(books, memory.witnesses) : [])
        wrong(`${what}\n${diary.about(about).slice(-60).join('\n')}`);
      console.log(
        `stop: ${answers} answers, ${books.mails.length} mails, ${memory.told} kept connections told, ${memory.refused} refused`,
      );
    } finally {
      for (const child of started) child.kill();
      await Promise.all(started.map(({ ended }) => ended));
      await pool.end();
      await database.drop();
    }
  };

describe('a process that is asked to stop', () => {
  test('ends what it has begun, and tells who is connected', { timeout: isLong ? 1_200_000 : 120_000 }, async () => {
    await prove('I8', { what: 'stops under load' }, procedure(firstSeed, ROUNDS));
  });

  test('is noticed when it ends at once', async () => {
    await sabotaged(
      'I8',
      { how: 'the signal ends the process', sign: /broken off|cut off|without/ },
      procedure(firstSeed, 1, 'ends-at-once'),
    );
  });
});
