import { setTimeout as wait } from 'node:timers/promises';

import pg from 'pg';
import { afterAll, beforeAll, describe, test } from 'vitest';

import { bookKeeper } from '#tests/race/books.ts';
import { newDiary } from '#tests/race/diary.ts';
import { diceOf } from '#tests/race/dice.ts';
import { stockOf } from '#tests/race/offers.ts';
import { deathsOf, letSettle } from '#tests/race/round.ts';
import type { Ground } from '#tests/race/round.ts';
import type { Habit } from './sabotage/habits.ts';
import { openShop } from '#tests/race/shop.ts';
import type { Which } from '#tests/race/shop.ts';
import { violationsIn } from '#tests/race/truth.ts';
import { startOwnPostgres } from '#tests/support/postgres-start.ts';
import type { OwnServer } from '#tests/support/postgres-start.ts';
import { onServer } from '#tests/support/postgres-statement.ts';
import { openProxy } from '#tests/support/proxy.ts';
import { NO_LIMITS, addMembers, hurry } from './everyday.ts';
import { LONGEST_WAIT, guestOf, newNotes } from './guest.ts';
import { outagesOf } from './outages.ts';
import { placesInUse } from './places.ts';
import { firstSeed, isLong, prove, reach, sabotaged } from './promise.ts';
import type { Tally } from './promise.ts';
import { bustleIn } from './shoppers.ts';

const GUESTS = 12;
const LEADS = reach(150, 3_000);
/** Fewer places in each process than connections are cut inside transactions. */
const POOL = 5;
/** Requests at each process, more than there are places. */
const AT_ONCE = 30;

describe('a database that restarts, is cut off or is silent', () => {
  let server: OwnServer;
  beforeAll(async () => {
    server = await startOwnPostgres();
  });
  afterAll(() => server.stop());

  const procedure =
    (seed: number, sabotage?: Habit) =>
    async ({ done, wrong, goesOn }: Tally): Promise<void> => {
      const dice = diceOf(seed);
      const name = `shop_${seed}_${sabotage?.replaceAll('-', '_') ?? 'whole'}`;
      await onServer(server.url, `create database "${name}"`);
      const direct = Object.assign(new URL(server.url), { pathname: `/${name}` });
      const proxy = await openProxy({ host: direct.hostname, port: Number(direct.port) });
      const databaseUrl = Object.assign(new URL(direct), { port: String(proxy.port) }).href;
      const diary = newDiary();
      const settings = { ...NO_LIMITS, DATABASE_POOL: String(POOL), ...(sabotage && { SABOTAGE: sabotage }) };
      const shop = await openShop({ databaseUrl, notifications: ['once', 'never'], leaseSeconds: 2, settings, diary });
      const pool = new pg.Pool({ connectionString: direct.href, max: 3, application_name: 'onlooker' });
      pool.on('error', () => {});
      pool.on('connect', (client) => client.on('error', () => {}));
      const ground: Ground = { shop, keeper: bookKeeper(pool), stock: stockOf(pool), diary };
      const notes = newNotes();
      const guest = guestOf(wrong, notes);

      /** The first success after the trouble, at both, without anybody's help. */
      const recovered = async (after: string): Promise<void> => {
        const end = performance.now() + LONGEST_WAIT;
        for (const which of [0, 1] satisfies Which[]) {
          while ((await guest(shop.address(which), { path: '/api/good-lead/unsold' }, [200])) === undefined) {
            if (performance.now() > end) return wrong(`process ${which} has not recovered from ${after}`);
            await wait(50);
          }
        }
      };

      try {
        const members = (await addMembers(direct.href, 3)).map(({ email }) => email);
        const offers = await ground.stock.addLeads(LEADS, shop.now());
        await ground.stock.addCoupon('OFTEN', 1_000, 1_000_000);
        const bustle = bustleIn(shop, guest, { offers, coupon: 'OFTEN', members }, GUESTS, dice);
        const outages = outagesOf({ proxy, server, pool, name, dice });
        for (const outage of outages.all) {
          if (!goesOn()) break;
          diary.note('shop', `the database: ${outage.what}`);
          done(await outage.happen());
          await recovered(outage.what);
        }
        const witnesses = await bustle.stop();

        const readAll = () =>
          Promise.all(
            Array.from({ length: 2 * AT_ONCE }, (_, each) =>
              // Of several states, which is no short read; each another page: those who ask for the same one share one reading.
              guest(
                shop.address(each % 2 === 0 ? 0 : 1),
                { path: `/api/good-lead/unsold?search=new&page=${each + 1}&size=7` },
                [200],
              ),
            ),
          );
        const places = goesOn() ? await placesInUse(pool, 2 * POOL, readAll) : 2 * POOL;
        if (places !== 2 * POOL) wrong(`${places} of ${2 * POOL} places of the pools are left`);
        if (deathsOf(ground) > 0) wrong(`${deathsOf(ground)} processes died:\n${diary.about([]).join('\n')}`);
        const clock = setInterval(() => void hurry(pool).catch(() => {}), 200);
        try {
          if (goesOn()) await letSettle(ground, { moreSweeps: 3 });
        } finally {
          clearInterval(clock);
        }
        // Whoever sends while the database is away cannot remember it.
        const violations = goesOn()
          ? violationsIn(await ground.keeper.read(), witnesses, { extraMails: Infinity })
          : [];
        for (const { what, about } of violations) wrong(`${what}\n${diary.about(about).slice(-60).join('\n')}`);
        const { answered, putOff } = notes;
        console.log(`database: ${answered} answers, ${putOff} put off, ${outages.inside()} cuts inside transactions`);
      } finally {
        proxy.become('pass');
        await shop.close();
        await pool.end();
        await proxy.close();
        await onServer(server.url, `drop database "${name}" with (force)`);
      }
    };

  test('is answered for in words, and nothing is lost by it', { timeout: isLong ? 900_000 : 120_000 }, async () => {
    await prove('I7', { what: 'outages of the database' }, procedure(firstSeed));
  });

  test('is noticed when it is told of as a fault', async () => {
    const how = 'an outage is answered with 500';
    await sabotaged('I7', { how, sign: /was answered 500/ }, procedure(firstSeed, 'hides-outages'));
  });
});
