import { setTimeout as wait } from 'node:timers/promises';

import pg from 'pg';
import { expect, test } from 'vitest';

import { MINUTE, WEEK } from '#domain/instant.ts';
import { dollarsOf } from '#domain/money.ts';
import { weekStart } from '#domain/week.ts';
import { inArena } from './arena.ts';
import type { CrashPoint } from './crash-points.ts';
import { deathsOf } from './round.ts';
import type { Shop, Which } from './shop.ts';
import { visitOf } from './visit.ts';
import type { Visit } from './visit.ts';
import { checkWhatIsSeen, lookOn, notInPlace } from './week-truth.ts';
import { PRICE, fourWeeks, leadBooks } from './weeks.ts';

const SETTINGS = {
  SHELF_CYCLES: '1',
  // A contact is erased on the Monday after its lead has left the vault.
  ERASE_AFTER_DAYS: '6',
};

/** On each Monday a process dies in the middle of the refresh, before or after a commit of some hundreds of leads. */
const DEATHS: readonly (CrashPoint & { readonly which: Which })[] = [
  { which: 0, place: 'commit.vaulted', side: 'before', pass: 1 },
  { which: 1, place: 'commit.vaulted', side: 'after', pass: 1 },
  { which: 0, place: 'commit.expired', side: 'before', pass: 1 },
  { which: 1, place: 'commit.erased', side: 'before', pass: 1 },
];

/** How long a database may hold the rows of a process that was killed, and a queue its job, in milliseconds. */
const PATIENCE = 20_000;

/** Asks again and again until nothing is left, and answers what is in the end. */
const untilNothing = async <T>(ask: () => Promise<readonly T[]>): Promise<readonly T[]> => {
  const end = performance.now() + PATIENCE;
  for (;;) {
    const left = await ask();
    if (left.length === 0 || performance.now() > end) return left;
    await wait(100);
  }
};

const openCheckout = async (visit: Visit, which: Which, leadId: string): Promise<string> => {
  const json = { leadId, amount: dollarsOf(PRICE) };
  const answer = await visit.insist(which, { path: '/api/stripe/create-checkout-session', method: 'POST', json });
  if (answer === 'gone' || answer.status !== 200) throw new Error(`no page: ${JSON.stringify(answer)}`);
  return new URL((JSON.parse(answer.text) as { readonly url: string }).url).pathname;
};

const refreshAll = async (shop: Shop): Promise<void> => {
  await shop.ready();
  await shop.refresh();
};

test('two processes, one of which dies each time, take four Mondays: every lead moves once, and none is in two places', async () => {
  await inArena({ notifications: ['once', 'once'], leaseSeconds: 1, settings: SETTINGS }, async (ground, { url }) => {
    const { shop, diary } = ground;
    const pool = new pg.Pool({ connectionString: url, max: 2 });
    const books = await leadBooks(url, pool);
    const start = weekStart(shop.now());
    const passTo = (instant: number) => shop.passTime(instant - shop.now());
    const mishaps: string[] = [];
    const visit = visitOf(shop, { name: 'a buyer', diary, found: ({ what }) => void mishaps.push(what) });
    const { groups, leads } = fourWeeks(start);
    const [unpaid = '', paid = ''] = groups[0]?.ids ?? [];
    const others = groups.map((group) => ({ ...group, ids: group.ids.filter((id) => id !== unpaid && id !== paid) }));
    const standings = async () => {
      const rows = await books.rows();
      return [rows.get(unpaid)?.standing, rows.get(paid)?.standing];
    };

    try {
      await books.add(leads);
      // Two checkouts are open when the first Monday comes.
      await passTo(start + WEEK - 5 * MINUTE);
      await openCheckout(visit, 0, unpaid);
      const page = await openCheckout(visit, 1, paid);

      for (const [index, { which, ...point }] of DEATHS.entries()) {
        const today = index + 1;
        await passTo(start + today * WEEK);
        await shop.ready();
        await shop.arm(which, point);
        const look = lookOn(books);
        await shop.refresh(which);
        const left = await untilNothing(async () => {
          await refreshAll(shop);
          return notInPlace(books, others, today, start);
        });
        await look.stop();
        expect(left, `after Monday ${today}\n${diary.about([]).join('\n')}`).toEqual([]);
        await checkWhatIsSeen(books, others, { today, start, now: shop.now() });

        if (today > 1) continue;
        expect(await standings(), 'while their checkouts are open').toEqual(['listed', 'listed']);
        await visit.insist(0, { path: page, method: 'POST', form: { outcome: 'pay', email: 'dana@people.example' } });
        await shop.passTime(40 * MINUTE);
        await shop.sweep();
        await untilNothing(async () => {
          await refreshAll(shop);
          return (await standings()).filter((standing) => standing === 'listed');
        });
        expect(await standings()).toEqual(['vaulted', 'sold']);
      }

      // After one more Monday nobody asks: a process that starts catches up by itself.
      await passTo(start + 5 * WEEK);
      await shop.ready();
      shop.kill(0);
      expect(await untilNothing(() => notInPlace(books, others, 5, start))).toEqual([]);

      expect((await books.rows()).get(unpaid)).toMatchObject({ version: 2, vaultedAt: new Date(start + WEEK) });
      const count = (state: string) =>
        others.filter(({ standing }) => standing.state === state).reduce((sum, { ids }) => sum + ids.length, 0);
      const moved = { vaulted: count('listed') + 1, expired: count('vaulted'), erased: count('vaulted') };
      expect(await books.audited()).toEqual(moved);
      expect(mishaps).toEqual([]);
      console.log(`weeks: ${leads.length} leads, ${deathsOf(ground)} deaths, ${JSON.stringify(moved)}`);
      expect(deathsOf(ground)).toBeGreaterThan(1);
    } finally {
      await books.close();
      await pool.end();
    }
  });
});
