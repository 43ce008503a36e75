import * as v from 'valibot';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

import { VaultAnswer } from '#adapters/http/contract/vault-contract.ts';
import { StoreUnavailable } from '#application/ports/atomically.ts';
import { DAY } from '#domain/instant.ts';
import { RENEWAL_GRACE } from '#domain/subscription.ts';
import { atProvider, codeOf, deliverNotifications, json, me, signIn, subscriber } from './members.ts';
import { shopApp } from './shop-app.ts';
import type { ShopApp } from './shop-app.ts';
import { addLeads, vaultedLead } from './vault-leads.ts';

const LIST = '/api/good-lead/vaulted-leads';

let shop: ShopApp;
let cookie: string;

const list = (query = '', who = cookie) => shop.get(`${LIST}${query}`, { cookie: who });
const found = async (query = '') => {
  const response = await list(query);
  expect(response.status).toBe(200);
  return v.parse(v.strictObject(VaultAnswer.entries), await response.json());
};

describe('GET /api/good-lead/vaulted-leads', () => {
  beforeAll(async () => {
    shop = await shopApp();
    cookie = await subscriber(shop);
  });

  it('answers ten leads a page unless told otherwise, and how many there are', async () => {
    const { data, ...rest } = await found();
    expect(data).toHaveLength(10);
    expect(rest).toEqual({ currentPage: 1, totalPages: 22, totalItems: 214, totalAll: 214 });
    expect((await found('?limit=7')).data).toHaveLength(7);
    expect((await found('?size=100&page=3')).data).toHaveLength(14);
    for (const page of [999, '9'.repeat(400)]) expect((await found(`?page=${page}`)).currentPage).toBe(22);
  });

  it('shows a lead with its whole contact, prices in dollars and dates in ISO form', async () => {
    const { data } = await found('?size=100');
    expect(data.find(({ email }) => email !== null)?.email).toMatch(/^[\w.]+@example\.com$/);
    expect(data[0]?.firstName).toMatch(/^\p{L}+$/u);
    expect(data[0]?.lastName).toMatch(/./);
    expect(data[0]?.state).toMatch(/^[A-Z]{2}$/);
    expect(new Set(data.map(({ vaultedDate }) => vaultedDate))).toContain('2026-11-16T15:00:00.000Z');
    expect(data.map(({ leadPrice }) => leadPrice)).toContain(19.5);
  });

  it('searches city, name and e-mail as typed, beside the state', async () => {
    const { data, totalItems, totalAll } = await found('?search=%20AUSTIN%20');
    expect(new Set(data.map(({ city }) => city))).toEqual(new Set(['Austin']));
    expect([totalItems, totalAll]).toEqual([data.length, 214]);
    const person = data[0];
    const name = encodeURIComponent(`${person?.firstName} ${person?.lastName}`);
    expect((await found(`?search=${name}`)).data).toContainEqual(person);
    const texan = await found('?state=TX&size=100');
    expect(new Set(texan.data.map(({ state }) => state))).toEqual(new Set(['TX']));
    for (const every of ['all', 'ALL', '']) expect((await found(`?state=${every}`)).totalItems).toBe(214);
    expect((await found('?state=tx')).totalItems).toBe(texan.totalItems);
  });

  it.each([
    ['', 'vaultedDate', -1],
    ['?sortOrder=none', 'vaultedDate', -1],
    ['?sortOrder=none&sortBy=price', 'vaultedDate', -1],
    ['?sortOrder=desc', 'vaultedDate', -1],
    ['?sortOrder=asc', 'vaultedDate', 1],
    ['?sortOrder=asc&sortBy=vaultedDate', 'vaultedDate', 1],
    ['?sortOrder=asc&sortBy=price', 'leadPrice', 1],
    ['?sortOrder=desc&sortBy=price', 'leadPrice', -1],
  ] as const)('sorts %j by %s', async (query, column, direction) => {
    const { data } = await found(`${query}${query === '' ? '?' : '&'}size=100`);
    const values = data.map((lead) => lead[column]);
    expect(values).toEqual(values.toSorted((a, b) => (a < b ? -direction : a > b ? direction : 0)));
    expect(new Set(values).size).toBeGreaterThan(1);
  });

  it('answers no data, page 1 of 0, when nothing is found', async () => {
    expect(await found('?search=zzz')).toEqual({
      data: [],
      currentPage: 1,
      totalPages: 0,
      totalItems: 0,
      totalAll: 214,
    });
    for (const literal of ['%25', '_']) expect((await found(`?search=${literal}`)).totalItems).toBe(0);
  });

  it('keeps a row of nothing and notes of 5,000 characters as they are', async () => {
    const own = await shopApp();
    const notes = '"Quoted",\nof two lines and 漢字 🏡; '.repeat(200).slice(0, 5_000);
    const empty = vaultedLead(own);
    const long = vaultedLead(own, { description: notes });
    await addLeads(own, [empty, long]);
    const response = await own.get(`${LIST}?state=AK&search=juneau`, { cookie: await subscriber(own) });
    const { data } = v.parse(VaultAnswer, await response.json());
    const nothing = { firstName: '', lastName: '', email: null, phoneNumber: null, address1: null, description: '' };
    expect(data.find(({ id }) => id === empty.id)).toMatchObject({ ...nothing, leadPrice: 0 });
    expect(data.find(({ id }) => id === long.id)?.description).toBe(notes);
  });

  it('is not to be kept by anybody on the way', async () => {
    const { headers } = await list();
    expect(headers.get('cache-control')).toBe('no-store');
  });
});

describe('who may see the vault', () => {
  beforeEach(async () => {
    shop = await shopApp();
  });

  /** The payment was told: what comes now is news. */
  const heard = async (): Promise<void> => {
    await vi.waitUntil(() => shop.notified.length > 0);
    shop.notified.splice(0);
  };

  const EVERY = [LIST, '/api/good-lead/export'];
  const BAD = ['?page=0', '?state=ZZ', '?sortOrder=up', '?search=%00', '?search=a&search=b'];

  const refusals = async (who: string) => {
    const requests = EVERY.flatMap((path) => ['', '?search=austin', ...BAD].map((query) => path + query));
    const answers = await Promise.all(requests.map(async (path) => codeOf(await shop.get(path, { cookie: who }))));
    return new Set(answers.map((answer) => answer.join(' ')));
  };

  it('answers 401 to a visitor and 403 to a user without a subscription, whatever the query', async () => {
    for (const who of ['', `__Host-session=${'A'.repeat(43)}`])
      expect(await refusals(who)).toEqual(new Set(['401 NOT_SIGNED_IN']));
    expect(await refusals(await signIn(shop))).toEqual(new Set(['403 SUBSCRIPTION_REQUIRED']));
  });

  it('ends exactly with what is paid once the subscription is left', async () => {
    cookie = await subscriber(shop);
    await shop.post('/api/stripe/subscription/unsubscribe', '', { cookie });
    const { accessUntil } = await me(shop, cookie);
    shop.clock.set(Date.parse(String(accessUntil)) - 1);
    cookie = await signIn(shop);
    expect((await list()).status).toBe(200);
    expect(await me(shop, cookie)).toMatchObject({ isSubscribed: true });
    shop.clock.step(1);
    expect(await refusals(cookie)).toEqual(new Set(['403 SUBSCRIPTION_REQUIRED']));
    expect(await me(shop, cookie)).toMatchObject({ isSubscribed: false, subscriptionDate: null, accessUntil: null });
  });

  it('ends when the provider has ended the subscription, also while the dashboard is open', async () => {
    cookie = await subscriber(shop);
    expect((await list()).status).toBe(200);
    await heard();
    const [{ id } = { id: '' }] = await atProvider(shop);
    await shop.submit(`/dev/subscriptions/${id}`, { outcome: 'fail' });
    await shop.submit(`/dev/subscriptions/${id}`, { outcome: 'end' });
    await deliverNotifications(shop);
    expect(await codeOf(await list())).toEqual([403, 'SUBSCRIPTION_REQUIRED']);
  });

  it('outlasts a failed renewal by the grace, and the user is told', async () => {
    cookie = await subscriber(shop);
    const { subscriptionDate } = await me(shop, cookie);
    await heard();
    const [{ id } = { id: '' }] = await atProvider(shop);
    await shop.submit(`/dev/subscriptions/${id}`, { outcome: 'fail' });
    await deliverNotifications(shop);
    const accessUntil = new Date(shop.clock() + RENEWAL_GRACE).toISOString();
    const failed = { isSubscribed: true, paymentFailed: true, cancelAtPeriodEnd: false, renewsAt: null, accessUntil };
    expect(await me(shop, cookie)).toMatchObject({ ...failed, subscriptionDate });
    shop.clock.step(3 * DAY - 1);
    expect((await list()).status).toBe(200);
    shop.clock.step(1);
    expect(await codeOf(await list())).toEqual([403, 'SUBSCRIPTION_REQUIRED']);
  });

  it('answers 503 and when to try again while the store is down', async () => {
    const away = () => Promise.reject(new StoreUnavailable('no answer'));
    shop = await shopApp({ around: (outside) => ({ ...outside, vault: { ...outside.vault, page: away } }) });
    const response = await list('', await subscriber(shop));
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    expect([response.status, (await json(response))['code']]).toEqual([503, 'STORE_UNAVAILABLE']);
  });
});
