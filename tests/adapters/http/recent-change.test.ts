import { beforeEach, describe, expect, it } from 'vitest';

import { UnstorableInput } from '#application/ports/atomically.ts';
import type { Outside } from '#config/outside.ts';
import { withoutFreePage } from '#tests/support/without-free-page.ts';
import { subscriber } from './members.ts';
import { SHOP, firstLead, shopApp } from './shop-app.ts';
import type { ShopApp } from './shop-app.ts';

const LISTS = [
  '/api/good-lead/unsold',
  '/api/good-lead/top5',
  '/api/good-lead/vaulted-leads',
  '/api/good-lead/export',
] as const;

let asked: (boolean | undefined)[] = [];
const noted =
  <Query extends { readonly fresh?: boolean | undefined }, Answer>(read: (query: Query) => Answer) =>
  (query: Query): Answer => {
    asked.push(query.fresh);
    return read(query);
  };
/** Notes whether each list was asked for as a fresh one. */
const noting = (outside: Outside): Outside => ({
  ...outside,
  marketplace: {
    unsold: noted(outside.marketplace.unsold),
    dearestVaulted: noted(outside.marketplace.dearestVaulted),
    firstAfter: outside.marketplace.firstAfter,
  },
  vault: { page: noted(outside.vault.page), all: noted(outside.vault.all) },
});

const recentOf = (response: Response): string | undefined =>
  response.headers.getSetCookie().find((cookie) => cookie.includes('recent='));

let shop: ShopApp;
const freshness = async (cookie: string): Promise<typeof asked> => {
  asked = [];
  for (const list of LISTS) expect((await shop.get(list, { cookie })).status).toBe(200);
  return asked;
};
const contact = () =>
  shop.post('/api/contact', { name: 'Ann', email: 'ann@example.com', subject: 'Hello', message: 'A word or two.' });

describe('lists that may be a little late', () => {
  beforeEach(async () => {
    shop = await shopApp({ freshSeconds: 10, around: noting });
  });

  it('are fresh for a browser that has just changed something, for as long as they may be late and some more', async () => {
    const session = await subscriber(shop);
    expect(new Set(await freshness(session))).toEqual(new Set([false]));
    const cookie = recentOf(await contact());
    expect(cookie).toBe('__Host-recent=1; Max-Age=10; Path=/; HttpOnly; Secure; SameSite=Lax');
    expect(new Set(await freshness(`${session}; ${cookie?.split(';')[0]}`))).toEqual(new Set([true]));
  });

  it('are read for each who asks: at the same moment nobody gets those of another page, or late ones for fresh ones', async () => {
    const cookie = recentOf(await contact())?.split(';')[0] ?? '';
    const [all, examples] = [LISTS[0], LISTS[1]];
    const paths = [all, `${all}?page=2`, `${all}?size=3`, examples];
    const alone: string[] = [];
    for (const path of paths) alone.push(await (await shop.get(path)).text());
    expect(new Set(alone).size).toBe(paths.length);
    asked = [];
    const texts = await Promise.all(
      [{ cookie }, {}].flatMap((headers) => paths.map(async (path) => (await shop.get(path, headers)).text())),
    );
    expect(texts).toEqual([...alone, ...alone]);
    expect(asked).toEqual([...paths.map(() => true), ...paths.map(() => false)]);
  });

  it('are fresh after the answer about a payment, which settles it', async () => {
    const lead = await firstLead(shop);
    const path = '/api/stripe/create-checkout-session';
    const opened = await shop.post(path, { leadId: lead.id, amount: lead.price, couponCode: null });
    const { id } = (await opened.json()) as { id: string };
    // A page where one could pay is on no list.
    expect([opened.status, recentOf(opened)]).toEqual([200, undefined]);
    const payment = await shop.get(`/api/stripe/checkout-session?session_id=${id}&lead=${lead.id}`);
    expect([payment.status, recentOf(payment)]).toEqual([200, expect.stringContaining('Max-Age=10')]);
  });

  it('are fresh after a checkout of nothing that the provider has no page for, which sells the lead', async () => {
    shop = await shopApp({ freshSeconds: 10, around: (outside) => noting(withoutFreePage(outside)) });
    const lead = await firstLead(shop);
    const wish = { leadId: lead.id, amount: 0, couponCode: 'FREE', email: 'dana@example.com' };
    const taken = await shop.post('/api/stripe/create-checkout-session', wish);
    const cookies = taken.headers.getSetCookie().map((cookie) => cookie.split('=')[0]);
    expect([taken.status, cookies]).toEqual([200, ['__Host-visitor', '__Host-recent']]);
    expect((await firstLead(shop)).id).not.toBe(lead.id);
  });

  it('are fresh for whoever has been told that somebody else was faster', async () => {
    const lead = await firstLead(shop);
    const refused = await shop.post('/api/stripe/create-checkout-session', { leadId: lead.id, amount: 1 });
    expect([refused.status, recentOf(refused)]).toEqual([409, expect.stringContaining('Max-Age=10')]);
  });

  it('stay as they are for whoever only reads, or was not let through', async () => {
    for (const response of [
      await shop.get('/api/good-lead/unsold'),
      await shop.app.request(`${SHOP}/api/good-lead/unsold`, { method: 'HEAD' }),
      await shop.get('/api/auth/me'),
      await shop.get('/'),
      await shop.post('/api/contact', {}),
      await shop.post('/api/auth/logout', {}, { 'sec-fetch-site': 'cross-site' }),
      await shop.get('/api/stripe/checkout-session?session_id=unknown&lead=unknown'),
    ])
      expect(recentOf(response), `${response.status} ${response.url}`).toBeUndefined();
  });
});

describe('lists that are never late', () => {
  it('need no cookie', async () => {
    shop = await shopApp();
    expect([(await contact()).status, recentOf(await contact())]).toEqual([200, undefined]);
  });
});

describe('what the store cannot take', () => {
  it('is the input’s fault: 400, and its values are told to nobody', async () => {
    const refuse = () => Promise.reject(new UnstorableInput('the store refused a value: 22003'));
    shop = await shopApp({
      around: (outside) => ({ ...outside, marketplace: { ...outside.marketplace, unsold: refuse } }),
    });
    const response = await shop.get('/api/good-lead/unsold?search=secretia');
    expect(response.status).toBe(400);
    const body = await response.text();
    expect(JSON.parse(body)).toMatchObject({ code: 'INVALID_INPUT' });
    expect(body).not.toMatch(/secretia|22003/);
    const lines = shop.log.lines.filter(({ level }) => level !== 'info');
    expect(lines).toMatchObject([{ level: 'warn', event: 'input reached the store', route: '/api/good-lead/unsold' }]);
  });
});
