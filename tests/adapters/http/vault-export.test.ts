import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import * as v from 'valibot';
import { beforeEach, describe, expect, it } from 'vitest';

import { ExportAnswer, VaultAnswer } from '#adapters/http/contract/vault-contract.ts';
import { DEFAULT_LIMITS } from '#application/ports/limiter.ts';
import { DAY } from '#domain/instant.ts';
import { codeOf, becomeSubscriber, signInAnother, subscriber } from './members.ts';
import { served } from './served.ts';
import { shopApp } from './shop-app.ts';
import type { ShopApp } from './shop-app.ts';
import { addLeads, vaultedLead } from './vault-leads.ts';

const EXPORT = '/api/good-lead/export';

let shop: ShopApp;
let cookie: string;

const exported = (query = '', who = cookie) => shop.get(`${EXPORT}${query}`, { cookie: who });
const head = (who: string) =>
  shop.app.request(`https://shop.example${EXPORT}`, { method: 'HEAD', headers: { cookie: who } });
const anotherSubscriber = async (each: number): Promise<string> => {
  const who = await signInAnother(shop, `subscriber-${each}@example.com`);
  await becomeSubscriber(shop, who);
  return who;
};
const rows = async (query = '') => {
  const response = await exported(query);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json']);
  return v.parse(v.strictObject(ExportAnswer.entries), await response.json()).data;
};

describe('GET /api/good-lead/export', () => {
  beforeEach(async () => {
    shop = await shopApp();
    cookie = await subscriber(shop);
  });

  it('answers every row that the list finds, in its order, whatever the page', async () => {
    const query = '?state=TX&sortOrder=asc&sortBy=price&search=o';
    const list = await shop.get(`/api/good-lead/vaulted-leads${query}&size=100`, { cookie });
    const { data, totalItems } = v.parse(VaultAnswer, await list.json());
    expect(data).toHaveLength(totalItems);
    expect(await rows(`${query}&page=2&size=5`)).toEqual(data);
    expect(await rows()).toHaveLength(214);
  });

  it('sends away for a moment whoever comes while two dozen are being read, without counting it as a try', async () => {
    const tries = { tries: 4, seconds: 60 };
    shop = await shopApp({ limits: { ...DEFAULT_LIMITS, export: tries, 'export-burst': tries } });
    cookie = await subscriber(shop);
    const unread: Response[] = [];
    for (let each = 0; each < 12; each += 1) {
      const who = await anotherSubscriber(each);
      unread.push(await exported('', who), await exported('', who));
    }
    expect(unread.map(({ status }) => status)).toEqual(Array.from({ length: 24 }, () => 200));
    for (let each = 0; each < 3; each += 1) expect(await codeOf(await exported())).toEqual([503, 'BUSY']);
    await unread[0]?.body?.cancel();
    for (let each = 0; each < 4; each += 1) expect(await rows()).toHaveLength(214);
    expect(await codeOf(await exported())).toEqual([429, 'TOO_MANY_TRIES']);
    for (const response of unread.slice(1)) await response.body?.cancel();
  });

  it('is had twice at once by each user, so that nobody alone takes all places', async () => {
    const other = await anotherSubscriber(0);
    const [first, second] = [await exported(), await exported()];
    // Not a try: there are ten in an hour.
    for (let each = 0; each < 20; each += 1) {
      const response = await exported();
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
      const { code, error } = (await response.json()) as Record<string, unknown>;
      expect([response.status, code, error]).toEqual([
        429,
        'TOO_MANY_TRIES',
        'Two of your exports are running already. Please try again when one of them has ended.',
      ]);
    }
    expect((await head(cookie)).status, 'whoever takes nothing needs no place').toBe(200);
    expect(await (await exported('?search=zzz', other)).text()).toContain('"data":[]');
    await first.text();
    expect(await rows()).toHaveLength(214);
    await second.body?.cancel();
    expect(await rows()).toHaveLength(214);
  });

  it('takes no place from anybody while it is refused for coming too often', async () => {
    shop = await shopApp({ limits: { ...DEFAULT_LIMITS, 'export-burst': { tries: 1, seconds: 60 } } });
    cookie = await subscriber(shop);
    expect(await rows()).toHaveLength(214);
    for (let each = 0; each < 25; each += 1) {
      const response = await exported();
      const { error } = (await response.json()) as { readonly error: string };
      expect([response.status, error]).toEqual([429, expect.stringContaining('as often as you can for now')]);
    }
    expect((await exported('', await anotherSubscriber(0))).status).toBe(200);
  });

  it('writes one row a line', async () => {
    const lines = (await (await exported('?search=austin')).text()).split('\n');
    expect(lines[0]).toBe('{"status":"success","data":[');
    for (const line of lines.slice(1, -1)) expect(line).toMatch(/^\{.*\},$/);
    expect(lines.at(-1)).toMatch(/^\{.*\}\]\}$/);
  });

  it('answers an empty list when nothing is found', async () => {
    expect(await (await exported('?search=zzz')).text()).toBe('{"status":"success","data":[]}');
  });

  it('keeps a row of nothing and notes of 5,000 characters as they are', async () => {
    const notes = '"Quoted",\r\nof two lines \u2028 and 漢字 🏡; '.repeat(200).slice(0, 5_000);
    await addLeads(shop, [vaultedLead(shop), vaultedLead(shop, { description: notes })]);
    const data = await rows('?search=juneau&state=AK');
    expect(data.map(({ description }) => description).toSorted()).toEqual(['', notes]);
  });

  it('answers HEAD as it would GET, without a body', async () => {
    const answer = await head(cookie);
    expect(await answer.text()).toBe('');
    const other = await signInAnother(shop);
    for (const [who, status] of [
      [cookie, 200],
      [other, 403],
      ['', 401],
    ] as const) {
      const [asked, read] = [await head(who), await exported('?search=zzz', who)];
      expect([asked.status, read.status]).toEqual([status, status]);
      for (const name of ['content-type', 'cache-control'])
        expect(asked.headers.get(name)).toBe(read.headers.get(name));
    }
  });

  it('counts HEAD neither as a try nor as an export in the audit and the log, since nothing leaves', async () => {
    for (let time = 1; time <= 30; time += 1) expect((await head(cookie)).status).toBe(200);
    const entries = async () => (await shop.store.ledger.audit(100)).filter(({ action }) => action === 'export');
    expect(await entries()).toEqual([]);
    expect(shop.log.lines.filter(({ event }) => event === 'vault exported')).toEqual([]);
    expect(await rows()).toHaveLength(214);
    expect(await entries()).toMatchObject([{ note: 'exported 214' }]);
  });

  it('is not to be kept by anybody on the way', async () => {
    expect((await exported()).headers.get('cache-control')).toBe('no-store');
  });

  it('is had 20 times a day by each user', async () => {
    shop = await shopApp({ limits: { ...DEFAULT_LIMITS, 'export-burst': { tries: 1_000, seconds: 3_600 } } });
    cookie = await subscriber(shop);
    for (let time = 1; time <= 20; time += 1) expect((await exported('?search=zzz')).status).toBe(200);
    const response = await exported();
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await codeOf(response)).toEqual([429, 'TOO_MANY_TRIES']);
    const other = await signInAnother(shop);
    await becomeSubscriber(shop, other);
    expect((await exported('', other)).status).toBe(200);
  });

  it('is not counted for whoever may not export', async () => {
    const other = await signInAnother(shop);
    for (let time = 1; time <= 20; time += 1) expect((await exported('', other)).status).toBe(403);
    for (let time = 1; time <= 20; time += 1) expect((await exported('?state=ZZ')).status).toBe(400);
    await becomeSubscriber(shop, other);
    expect((await exported('', other)).status).toBe(200);
    expect((await exported()).status).toBe(200);
  });

  it('is noted with the user and the number of rows', async () => {
    await rows('?search=austin');
    expect(shop.log.lines.filter(({ event }) => event === 'vault exported')).toMatchObject([
      { userId: expect.stringMatching(/./) as unknown, count: expect.any(Number) as unknown },
    ]);
  });
});

describe('an export of 10,000 rows', () => {
  const full = async (): Promise<void> => {
    shop = await shopApp();
    const standing = { state: 'vaulted', listedAt: shop.clock() - 8 * DAY, vaultedAt: shop.clock() - DAY } as const;
    await addLeads(
      shop,
      Array.from({ length: 10_001 }, () => vaultedLead(shop, { standing, description: 'x'.repeat(99) })),
    );
    cookie = await subscriber(shop);
  };

  it('holds 10,000 rows at most, none of them twice', async () => {
    await full();
    const data = await rows();
    expect(new Set(data.map(({ id }) => id)).size).toBe(10_000);
    expect(data).toHaveLength(10_000);
  });

  it('comes in many pieces', async () => {
    await full();
    let pieces = 0;
    for await (const piece of (await exported()).body ?? []) pieces += piece.length > 0 ? 1 : 0;
    expect(pieces).toBeGreaterThanOrEqual(10);
  });

  it('does not keep a second request waiting', async () => {
    await full();
    const port = await served(shop);
    const order: string[] = [];
    const ask = async (path: string) => {
      const answer = await new Promise<IncomingMessage>((resolve, reject) => {
        request({ port, host: '127.0.0.1', path, headers: { cookie } }, resolve).on('error', reject).end();
      });
      return { answer, done: text(answer).then((body) => (order.push(path), body)) };
    };
    const { answer, done } = await ask(EXPORT);
    expect(answer.headers['transfer-encoding']).toBe('chunked');
    await (
      await ask('/api/good-lead/top5')
    ).done;
    expect(v.parse(ExportAnswer, JSON.parse(await done)).data).toHaveLength(10_000);
    expect(order).toEqual(['/api/good-lead/top5', EXPORT]);
  });
});
