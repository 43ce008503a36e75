import pg from 'pg';

import { firstSeed } from '#tests/promises/promise.ts';
import { freshDatabase } from '#tests/support/postgres.ts';
import type { FreshDatabase } from '#tests/support/postgres.ts';
import { bookKeeper } from './books.ts';
import type { Books } from './books.ts';
import { newDiary } from './diary.ts';
import { stockOf } from './offers.ts';
import type { Ground } from './round.ts';
import { openShop } from './shop.ts';
import type { ShopSettings } from './shop.ts';
import type { Violation } from './truth.ts';

/** So much of what is wrong, and of the diary, is printed. */
const MOST_VIOLATIONS = 20;
const MOST_LINES = 200;

/** Runs `work` on a database of its own with two processes of the shop on it. */
export const inArena = async (
  settings: Pick<ShopSettings, 'notifications' | 'leaseSeconds' | 'settings'>,
  work: (ground: Ground, database: FreshDatabase, pool: pg.Pool) => Promise<void>,
): Promise<void> => {
  const database = await freshDatabase();
  const diary = newDiary();
  const shop = await openShop({ ...settings, databaseUrl: database.url, diary });
  const pool = new pg.Pool({ connectionString: database.url, max: 3 });
  // The database may be dropped before its last connection has said goodbye.
  pool.on('connect', (client) => client.on('error', () => {}));
  try {
    await work({ shop, keeper: bookKeeper(pool), stock: stockOf(pool), diary }, database, pool);
  } finally {
    await shop.close();
    await pool.end();
    await database.drop();
  }
};

/** What a failed test prints: the seed to try again with, what is wrong, and how it came about. */
export const reportOn = (violations: readonly Violation[], seed: number, { diary }: Pick<Ground, 'diary'>): string => {
  const shown = violations.slice(0, MOST_VIOLATIONS);
  const names = [...new Set(shown.flatMap(({ about }) => about))];
  const lines = diary.about(names);
  return [
    `${violations.length} violations with seed ${seed}; SEED=${firstSeed} repeats the run:`,
    ...shown.map(({ what }) => `  ${what}`),
    'What happened around them:',
    ...lines.slice(0, MOST_LINES),
    ...(lines.length > MOST_LINES ? [`… and ${lines.length - MOST_LINES} lines more`] : []),
  ].join('\n');
};

/**
 * How many mails may come a second time: those whose job was told to have failed, since a mail may have left before, as when a busy
 * database could not write down in time that it had.
 */
export const failedMailsIn = ({ diary }: Pick<Ground, 'diary'>): number =>
  diary.about([]).filter((line) => /"job failed"/.test(line) && /"(?:deliver-lead|tell-loser)"/.test(line)).length;

/** How many purchases came to which end, in all rounds of a shop so far. */
export const tallyOf = ({ purchases, leads }: Books) => ({
  purchases: purchases.length,
  leads: leads.length,
  sold: purchases.filter(({ progress }) => progress === 'settled').length,
  released: purchases.filter(({ loserMoney }) => loserMoney === 'released').length,
  lostFree: purchases.filter(({ loserMoney, buyerEmail }) => loserMoney === 'untouched' && buyerEmail !== null).length,
  lostUnpaid: purchases.filter(({ progress, buyerEmail }) => progress === 'lost' && buyerEmail === null).length,
  couponUsedUp: purchases.filter(({ lossReason }) => lossReason === 'coupon-used-up').length,
  abandoned: purchases.filter(({ progress }) => progress === 'abandoned').length,
});
