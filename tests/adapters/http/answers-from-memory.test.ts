import { brotliDecompressSync, gunzipSync } from 'node:zlib';

import { v7 as uuid } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';

import { answerCache } from '#adapters/http/answers/answer-cache.ts';
import { answerOf } from '#adapters/http/answers/answer.ts';
import { memoryClock } from '#adapters/memory/clock.ts';
import { memoryLeadChanges } from '#adapters/memory/lead-changes.ts';
import { tries } from './faulty-shop.ts';
import type { Outside } from '#config/outside.ts';
import { DAY, HOUR, WEEK } from '#domain/instant.ts';
import { VAULT_WINDOW } from '#domain/lead.ts';
import type { Lead } from '#domain/lead.ts';
import { nextWeekStart } from '#domain/week.ts';
import { firstLead, shopApp } from './shop-app.ts';
import type { ShopApp } from './shop-app.ts';

const UNSOLD = '/api/good-lead/unsold';
const TOP5 = '/api/good-lead/top5';

let reads: string[] = [];
/** Notes each list that is read in the store. */
const noting = (outside: Outside): Outside => ({
  ...outside,
  marketplace: {
    ...outside.marketplace,
    unsold: (query) => {
      reads.push(UNSOLD);
      return outside.marketplace.unsold(query);
    },
    dearestVaulted: (query) => {
      reads.push(TOP5);
      return outside.marketplace.dearestVaulted(query);
    },
  },
});

/** Notes them too, and acts when the first list has been read, and is not answered yet. */
const interrupting =
  (act: (firstLead: string) => unknown) =>
  (outside: Outside): Outside => {
    const noted = noting(outside);
    const unsold: Outside['marketplace']['unsold'] = async (query) => {
      const page = await noted.marketplace.unsold(query);
      if (reads.length === 1) await act(page.rows[0]?.id ?? 'none');
      return page;
    };
    return { ...noted, marketplace: { ...noted.marketplace, unsold } };
  };

let shop: ShopApp;
const open = async (more: Parameters<typeof shopApp>[0] = {}): Promise<void> => {
  shop = await shopApp({ keeps: true, around: noting, ...more });
  reads = [];
};
const readsOf = async (work: () => Promise<unknown>): Promise<number> => {
  const before = reads.length;
  await work();
  return reads.length - before;
};
const idsOn = async (path: string, headers: Record<string, string> = {}): Promise<readonly string[]> => {
  const body = (await (await shop.get(path, headers)).json()) as { data?: { id: string }[] } & { id: string }[];
  return (body.data ?? body).map(({ id }) => id);
};
const change = (work: (lead: Lead) => Lead, id: string): Promise<void> =>
  shop.store.atomically(async ({ leads }) => {
    const lead = await leads.find(id);
    if (lead === undefined) throw new Error('there is no such lead');
    await leads.save(work(lead));
  });
const sold = (lead: Lead): Lead => ({
  ...lead,
  standing: { state: 'sold', listedAt: lead.standing.listedAt, soldAt: shop.clock(), purchaseId: uuid() },
});
const aLead = (standing: Lead['standing']): Lead => ({
  id: uuid(),
  place: { city: 'Austin', state: 'TX' },
  contact: { firstName: 'Ann', lastName: 'Poe', email: undefined, phone: undefined, address1: undefined },
  description: '',
  price: 9_900,
  standing,
});
const add = (lead: Lead): Promise<void> => shop.store.atomically(({ leads }) => leads.add([lead]));

beforeEach(() => open());

describe('an answer that is the same for everybody', () => {
  it.each([UNSOLD, `${UNSOLD}?search=austin&page=2&size=3`, TOP5])('is read once, and then kept: %s', async (path) => {
    const first = await shop.get(path);
    const text = await first.text();
    expect(await readsOf(async () => expect(await (await shop.get(path)).text()).toBe(text))).toBe(0);
    expect(reads).toHaveLength(1);
  });

  it('is one for every spelling of a search, and another one for every page and size', async () => {
    await idsOn(`${UNSOLD}?search=austin`);
    expect(await readsOf(() => idsOn(`${UNSOLD}?search=%20AUSTIN&size=10&page=1`))).toBe(0);
    for (const other of ['search=austi', 'search=austin&page=2', 'search=austin&size=9', 'search=austin,%20tx'])
      expect(await readsOf(() => idsOn(`${UNSOLD}?${other}`)), other).toBe(1);
  });

  it('is read once for all who ask for it at the same time', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => idsOn(UNSOLD)));
    expect(reads).toHaveLength(1);
    expect(new Set(answers.map(String)).size).toBe(1);
  });

  it('is read again once a lead has changed', async () => {
    const { id } = await firstLead(shop);
    await change(sold, id);
    expect(await idsOn(UNSOLD)).not.toContain(id);
    expect(reads).toHaveLength(2);
  });

  it('is not kept when a lead changed while it was read', async () => {
    await open({ around: interrupting((first) => change(sold, first)) });
    const [first] = await idsOn(UNSOLD);
    expect(await idsOn(UNSOLD)).not.toContain(first);
    expect(reads).toHaveLength(2);
  });

  it('is not shared with whoever comes after a change, however long its reading takes', async () => {
    const gate = Promise.withResolvers<void>();
    await open({
      around: (outside) => ({
        ...outside,
        marketplace: {
          ...outside.marketplace,
          unsold: async (query) => {
            reads.push(UNSOLD);
            const page = await outside.marketplace.unsold(query);
            if (reads.length === 1) await gate.promise;
            return page;
          },
        },
      }),
    });
    const early = idsOn(UNSOLD);
    await expect.poll(() => reads.length).toBe(1);
    const { rows } = await shop.store.marketplace.unsold({
      search: { by: 'everything' },
      page: { page: 1, size: 1 },
      from: 0,
      until: shop.clock(),
    });
    const id = rows[0]?.id ?? '';
    await change(sold, id);
    expect(await idsOn(UNSOLD)).not.toContain(id);
    gate.resolve();
    await early;
    expect(await idsOn(UNSOLD)).not.toContain(id);
  });

  it('is read each time while nobody can know what has changed, and not believed afterwards', async () => {
    await idsOn(UNSOLD);
    shop.store.leadChanges.hear(false);
    expect(await readsOf(() => idsOn(UNSOLD))).toBe(1);
    expect(await readsOf(() => idsOn(UNSOLD))).toBe(1);
    shop.store.leadChanges.hear(true);
    expect(await readsOf(() => idsOn(UNSOLD))).toBe(1);
    expect(await readsOf(() => idsOn(UNSOLD))).toBe(0);
  });

  it('is read for a browser that has just been told of a change', async () => {
    await open({ freshSeconds: 2 });
    await idsOn(UNSOLD);
    const letter = { name: 'Ann', email: 'ann@example.com', subject: 'Hello', message: 'A word or two.' };
    const told = await shop.post('/api/contact', letter);
    expect(told.status).toBe(200);
    const cookie = told.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    expect(cookie).toContain('recent=');
    for (const path of [UNSOLD, TOP5]) expect(await readsOf(() => idsOn(path, { cookie })), path).toBe(1);
    expect(await readsOf(() => idsOn(UNSOLD))).toBe(0);
  });

  it('counts against the limit and is logged, like one that is read', async () => {
    await open({ limits: tries(2) });
    for (const status of [200, 200, 429]) expect((await shop.get(UNSOLD)).status).toBe(status);
    const lines = shop.log.lines.filter(({ event }) => event === 'request');
    expect(lines.map(({ route, status }) => [route, status])).toEqual([
      [UNSOLD, 200],
      [UNSOLD, 200],
      [UNSOLD, 429],
    ]);
  });
});

describe('a kept answer and the time', () => {
  it('ends with the week', async () => {
    const offered = await idsOn(UNSOLD);
    shop.clock.set(nextWeekStart(shop.clock()) - 1);
    expect(await readsOf(async () => expect(await idsOn(UNSOLD)).toEqual(offered))).toBe(0);
    shop.clock.step(1);
    for (const id of await idsOn(UNSOLD)) expect(offered).not.toContain(id);
    expect(reads).toHaveLength(2);
  });

  it('shows a scheduled lead from its very instant', async () => {
    const soon = shop.clock() + HOUR;
    const lead = aLead({ state: 'listed', listedAt: soon });
    await add(lead);
    expect(await idsOn(UNSOLD)).not.toContain(lead.id);
    shop.clock.set(soon - 1);
    expect(await readsOf(() => idsOn(UNSOLD))).toBe(0);
    shop.clock.set(soon);
    expect(await idsOn(UNSOLD)).toContain(lead.id);
    expect(await readsOf(() => idsOn(UNSOLD))).toBe(0);
  });

  it('shows no example that has left the vault', async () => {
    const now = shop.clock();
    const vaultedAt = now - VAULT_WINDOW + HOUR;
    const lead = aLead({ state: 'vaulted', listedAt: vaultedAt - WEEK, vaultedAt });
    await add(lead);
    expect(await idsOn(TOP5)).toContain(lead.id);
    shop.clock.set(now + HOUR - 1);
    expect(await readsOf(async () => expect(await idsOn(TOP5)).toContain(lead.id))).toBe(0);
    shop.clock.set(now + HOUR);
    expect(await idsOn(TOP5)).not.toContain(lead.id);
  });

  it('is not answered to a clock that was put back', async () => {
    await idsOn(UNSOLD);
    shop.clock.step(-DAY);
    expect(await readsOf(() => idsOn(UNSOLD))).toBe(1);
  });

  it('shows a scheduled lead from its instant, though the clock had gone past it and was put back', async () => {
    const [now, soon] = [shop.clock(), shop.clock() + HOUR];
    const lead = aLead({ state: 'listed', listedAt: soon });
    await add(lead);
    shop.clock.set(soon + HOUR);
    expect(await idsOn(UNSOLD)).toContain(lead.id);
    shop.clock.set(now);
    expect(await idsOn(UNSOLD)).not.toContain(lead.id);
    shop.clock.set(soon);
    expect(await idsOn(UNSOLD)).toContain(lead.id);
  });

  it('ends a lag after the last change, if it was read before that was over: a replica may not have had it yet', async () => {
    await open({ lag: 5_000 });
    await idsOn(UNSOLD);
    shop.clock.step(4_999);
    expect(await readsOf(() => idsOn(UNSOLD))).toBe(0);
    shop.clock.step(1);
    expect(await readsOf(() => idsOn(UNSOLD))).toBe(1);
    shop.clock.step(DAY);
    expect(await readsOf(() => idsOn(UNSOLD))).toBe(0);
  });

  it('ends a lag after the last change also if its reading began before that was over, and ended after it', async () => {
    await open({ lag: 5_000, around: interrupting(() => shop.clock.step(5_000)) });
    await idsOn(UNSOLD);
    expect(await readsOf(() => idsOn(UNSOLD))).toBe(1);
  });
});

describe('an answer that may be kept by the browser', () => {
  it.each([UNSOLD, TOP5])('may be kept if it is asked for each time, and is not sent twice: %s', async (path) => {
    const first = await shop.get(path);
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\w-]{22}"$/);
    expect(first.headers.get('cache-control')).toBe('no-cache');
    for (const named of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const again = await shop.get(path, { 'if-none-match': named });
      expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag]);
      expect(again.headers.get('cache-control')).toBe('no-cache');
      expect(again.headers.get('vary')).toBe('Accept-Encoding');
      expect(again.headers.get('x-content-type-options')).toBe('nosniff');
    }
    const other = await shop.get(path, { 'if-none-match': '"other"' });
    expect(other.status).toBe(200);
  });

  it('is another one once it says something else, and the same one when it says the same again', async () => {
    const etagOf = async (): Promise<string | null> => (await shop.get(UNSOLD)).headers.get('etag');
    const before = await etagOf();
    const { id } = await firstLead(shop);
    await change((lead) => ({ ...lead, price: lead.price + 100 }), id);
    expect(await etagOf()).not.toBe(before);
    await change((lead) => ({ ...lead, price: lead.price - 100 }), id);
    expect(await etagOf()).toBe(before);
  });

  it('has the same head for whoever asks for the head alone', async () => {
    const get = await shop.get(UNSOLD);
    const head = await shop.app.request(`https://shop.example${UNSOLD}`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    for (const name of ['etag', 'cache-control', 'content-type', 'vary'])
      expect(head.headers.get(name), name).toBe(get.headers.get(name));
  });

  it('is refused without leave to keep it', async () => {
    const refused = await shop.get(`${UNSOLD}?page=0`);
    expect([refused.status, refused.headers.get('cache-control'), refused.headers.get('etag')]).toEqual([
      400,
      'no-store',
      null,
    ]);
  });
});

describe('a kept answer, compressed', () => {
  const bytesOf = async (response: Response): Promise<Buffer> => Buffer.from(await response.clone().arrayBuffer());
  const wholePage = `${UNSOLD}?size=100`;

  it.each([
    ['br', 'gzip, deflate, br, zstd', (bytes: Buffer) => brotliDecompressSync(bytes).toString()],
    ['gzip', 'gzip;q=1.0, br;q=0', (bytes: Buffer) => gunzipSync(bytes).toString()],
  ])('comes as %s to whoever accepts %j, and has a tag of its own', async (encoding, accepted, decompress) => {
    const plain = await shop.get(wholePage, {});
    const packed = await shop.get(wholePage, { 'accept-encoding': accepted });
    expect(packed.headers.get('content-encoding')).toBe(encoding);
    const bytes = await bytesOf(packed);
    expect(decompress(bytes)).toBe(await plain.text());
    expect(bytes.length).toBeLessThan((await bytesOf(await shop.get(wholePage, {}))).length / 4);
    const etag = packed.headers.get('etag') ?? '';
    expect(etag).not.toBe(plain.headers.get('etag'));
    expect(packed.headers.get('vary')).toBe('Accept-Encoding');
    const again = await shop.get(wholePage, { 'accept-encoding': accepted, 'if-none-match': etag });
    expect([again.status, again.headers.get('etag'), again.headers.get('content-encoding')]).toEqual([304, etag, null]);
    expect((await shop.get(wholePage, { 'if-none-match': etag })).status).toBe(200);
  });

  it.each(['', 'identity', 'br;q=0', 'gzip; q=0.000, deflate', 'brotli', 'x-gzip', 'zstd'])(
    'comes as it is to whoever accepts %j',
    async (accepted) => {
      const response = await shop.get(wholePage, { 'accept-encoding': accepted });
      expect(response.headers.get('content-encoding')).toBeNull();
    },
  );

  it('comes as it is when it is short', async () => {
    const response = await shop.get(`${UNSOLD}?search=nowhere`, { 'accept-encoding': 'br' });
    expect(response.headers.get('content-encoding')).toBeNull();
  });
});

describe('what is kept', () => {
  const keeper = (mostBytes: number) => {
    const changes = memoryLeadChanges();
    const clock = memoryClock();
    return {
      changes,
      clock,
      ...answerCache({ changes, clock, lag: 0, changesByTime: async () => clock() + 1, mostBytes }),
    };
  };

  it('has a bound in bytes: what was not asked for the longest time is forgotten', async () => {
    const { recall } = keeper(10_000);
    let readings = 0;
    const ask = (key: string) =>
      recall(key, async () => {
        readings += 1;
        return answerOf('x'.repeat(500));
      });
    for (let each = 0; each < 100; each += 1) {
      await ask('often');
      await ask(`once ${each}`);
    }
    expect(readings).toBe(101);
    await ask('once 0');
    expect(readings).toBe(102);
  });

  it('is never a failure: the next one who asks is read for', async () => {
    const { recall } = keeper(10_000);
    const failing = () => Promise.reject(new Error('no answer'));
    await expect(Promise.all([recall('list', failing), recall('list', failing)])).rejects.toThrow('no answer');
    expect((await recall('list', async () => answerOf('[]'))).body).toBe('[]');
  });

  it('is read all the same, and not kept, when nobody can say until when it is true', async () => {
    const changes = memoryLeadChanges();
    const changesByTime = () => Promise.reject(new Error('no answer'));
    const { recall } = answerCache({ changes, clock: memoryClock(), lag: 0, changesByTime });
    for (const body of ['first', 'second']) expect((await recall('list', async () => answerOf(body))).body).toBe(body);
  });
});
