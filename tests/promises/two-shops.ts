import pg from 'pg';

import { memoryClock } from '#adapters/memory/clock.ts';
import { memoryLog } from '#adapters/memory/log.ts';
import { memoryPasswords } from '#adapters/memory/passwords.ts';
import type { Atomically } from '#application/ports/atomically.ts';
import { compose } from '#config/compose.ts';
import { settingsFrom } from '#config/environment.ts';
import type { Outside } from '#config/outside.ts';
import { NOW } from '#tests/contracts/store-samples.ts';
import { freshDatabase } from '#tests/support/postgres.ts';
import { NO_LIMITS } from './everyday.ts';
import type { Wish } from './guest.ts';

const SHOP = 'https://shop.example';

export type Around = (outside: Outside, sql: pg.Pool) => Outside;

/**
 * Two whole products, border and all, on one database of the run's PostgreSQL and one clock that stands still. Passwords are
 * hashed at once, so that it is the store alone that requests meet in.
 */
export const twoShops = async (around: Around = (outside) => outside) => {
  const database = await freshDatabase();
  const pool = new pg.Pool({ connectionString: database.url, max: 4 });
  pool.on('connect', (client) => client.on('error', () => {}));
  const clock = memoryClock(NOW);
  const passwords = memoryPasswords();
  const settings = settingsFrom({
    DATABASE_URL: database.url,
    DATABASE_POOL: '10',
    PUBLIC_URL: SHOP,
    SAMPLE_DATA: 'no',
    ...NO_LIMITS,
  });
  const stores: Atomically[] = [];
  const open = () =>
    compose(settings, {
      web: { files: new Map(), shell: async () => '' },
      log: memoryLog(),
      clock,
      clockOffset: async () => 0,
      around: (outside) => {
        stores.push(outside.atomically);
        return around({ ...outside, passwords }, pool);
      },
    });
  const products = await Promise.all([open(), open()]);
  const [store] = stores;
  if (store === undefined) throw new Error('a product was composed without its store');

  return {
    clock,
    passwords,
    /** From outside. */
    rows: async <Row extends object>(statement: string, values: unknown[] = []): Promise<readonly Row[]> =>
      (await pool.query<Row>(statement, values)).rows,
    /** Puts into the database what no request could, or not soon enough. */
    stock: store,
    /** Asks one of the two, by turns. */
    ask: async (turn: number, { path, method = 'POST', json, form, cookie }: Wish) => {
      const type = json === undefined ? 'application/x-www-form-urlencoded' : 'application/json';
      const body = json === undefined ? String(new URLSearchParams(form)) : JSON.stringify(json);
      const response = await products[turn % 2 === 0 ? 0 : 1].app.request(SHOP + path, {
        method,
        headers: { ...(method === 'POST' && { 'content-type': type }), ...(cookie !== undefined && { cookie }) },
        ...(method === 'POST' && { body }),
      });
      return { status: response.status, text: await response.text(), headers: response.headers };
    },
    /** Jobs are done from now on. */
    work: () => products[0].work(),
    close: async () => {
      for (const product of products) await product.close();
      await pool.end();
      await database.drop();
    },
  };
};

export type TwoShops = Awaited<ReturnType<typeof twoShops>>;
