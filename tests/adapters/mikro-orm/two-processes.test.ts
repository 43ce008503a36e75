import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { memoryLog } from '#adapters/memory/log.ts';
import { compose } from '#config/compose.ts';
import type { Product } from '#config/product.ts';
import { settingsFrom } from '#config/environment.ts';
import { SAMPLE_SUBSCRIBER, SAMPLE_USER } from '#config/sample-data.ts';
import { freshDatabase } from '#tests/support/postgres.ts';
import type { FreshDatabase } from '#tests/support/postgres.ts';

const SHOP = 'https://shop.example';
const FORM = 'application/x-www-form-urlencoded';

describe('two processes of the product on one PostgreSQL', () => {
  let database: FreshDatabase;
  let products: readonly Product[] = [];

  beforeAll(async () => {
    database = await freshDatabase({ migrated: false });
    const start = (sampleData: 'yes' | 'no'): Promise<Product> =>
      compose(
        settingsFrom({ DATABASE_URL: database.url, DATABASE_POOL: '3', PUBLIC_URL: SHOP, SAMPLE_DATA: sampleData }),
        { web: { files: new Map(), shell: async () => '' }, log: memoryLog() },
      );
    products = [await start('yes'), await start('no')];
  }, 60_000);
  afterAll(async () => {
    for (const product of products) await product.close();
    await database.drop();
  });

  const app = (which: number) => {
    const product = products[which % 2];
    if (product === undefined) throw new Error('it did not start');
    return product.app;
  };
  const submit = async (which: number, path: string, fields: Record<string, string>) =>
    app(which).request(SHOP + path, {
      method: 'POST',
      headers: { 'content-type': FORM },
      body: new URLSearchParams(fields).toString(),
    });
  const login = (which: number, password: string = SAMPLE_USER.password, username: string = SAMPLE_USER.email) =>
    submit(which, '/api/auth/login', { username, password });
  const cookieOf = (answer: Response): string => (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  const standing = async (which: number, cookie: string): Promise<number> =>
    (await app(which).request(`${SHOP}/api/auth/me`, { headers: { cookie } })).status;

  it('know the sessions of each other, and their ends', async () => {
    const cookie = cookieOf(await login(0));
    expect([await standing(0, cookie), await standing(1, cookie)]).toEqual([200, 200]);
    await app(1).request(`${SHOP}/api/auth/logout`, { method: 'POST', headers: { cookie } });
    expect([await standing(0, cookie), await standing(1, cookie)]).toEqual([401, 401]);
  });

  it('end a session in both when its user signs in anew at the other one', async () => {
    const first = cookieOf(await login(0));
    const second = await app(1).request(`${SHOP}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': FORM, cookie: first },
      body: new URLSearchParams({ username: SAMPLE_USER.email, password: SAMPLE_USER.password }).toString(),
    });
    expect([await standing(0, first), await standing(0, cookieOf(second))]).toEqual([401, 200]);
  });

  it('count together: the sixth failed sign-in is refused by whichever it comes to', async () => {
    for (let tries = 0; tries < 5; tries += 1)
      expect((await login(tries, 'not it', SAMPLE_SUBSCRIBER.email)).status).toBe(401);
    for (const which of [0, 1]) {
      const refused = await login(which, SAMPLE_USER.password, SAMPLE_SUBSCRIBER.email);
      expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
    }
  });

  it('count together also what comes to both at once', async () => {
    const reset = (count: number) =>
      submit(count, '/api/auth/reset-password/request', { email: `nobody${count}@example.com` });
    const answers = await Promise.all(Array.from({ length: 30 }, (_, count) => reset(count)));
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20);
  });
});
