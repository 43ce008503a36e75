import { beforeAll, describe, expect, it } from 'vitest';
import * as v from 'valibot';

import { Top5Answer, UnsoldAnswer } from '#adapters/http/contract/contract.ts';
import { shopApp } from './shop-app.ts';
import type { ShopApp } from './shop-app.ts';

describe('GET /api/good-lead/unsold', () => {
  let shop: ShopApp;
  beforeAll(async () => {
    shop = await shopApp();
  });

  const unsold = async (query = '') => {
    const response = await shop.get(`/api/good-lead/unsold${query}`);
    expect(response.status).toBe(200);
    return v.parse(UnsoldAnswer, await response.json());
  };

  it('answers ten leads a page unless told otherwise', async () => {
    const { data, currentPage, totalPages, totalItems } = await unsold();
    expect([data.length, currentPage, totalPages, totalItems]).toEqual([10, 1, 14, 137]);
  });

  it('shows of a lead only city, state, price, description and whether there are e-mail and phone', async () => {
    const { data } = (await (await shop.get('/api/good-lead/unsold?size=100')).json()) as { data: object[] };
    const fields = new Set(data.flatMap((lead) => Object.keys(lead)));
    expect([...fields].sort()).toEqual(['city', 'description', 'hasEmail', 'hasPhoneNumber', 'id', 'price', 'state']);
  });

  it('gives prices as dollars', async () => {
    const { data } = await unsold('?size=3');
    expect(data.map(({ price }) => price)).toEqual([25, 35, 19.5]);
  });

  it('takes limit for size', async () => {
    expect((await unsold('?limit=7')).data).toHaveLength(7);
  });

  it.each(['999', '9999999999', '9'.repeat(400)])('answers the last page for a page past the end: %s', async (page) => {
    const { currentPage, data } = await unsold(`?page=${page}`);
    expect([currentPage, data.length]).toEqual([14, 7]);
  });

  it('answers no data, page 1 of 0, when nothing is found', async () => {
    expect(await unsold('?search=zzz')).toEqual({ data: [], currentPage: 1, totalPages: 0, totalItems: 0 });
  });

  it.each([
    ['Austin, TX', 'Austin'],
    ['austin, texas', 'Austin'],
    ['canon', 'Cañon City'],
    ['antonio', 'San Antonio'],
  ])('finds %s', async (search, city) => {
    const { data } = await unsold(`?search=${encodeURIComponent(search)}`);
    expect(new Set(data.map((lead) => lead.city))).toEqual(new Set([city]));
  });

  it('takes % and _ for what they are', async () => {
    expect((await unsold('?search=%25')).totalPages).toBe(0);
    expect((await unsold('?search=_')).totalPages).toBe(0);
  });

  it.each([
    ['page=0'],
    ['page=-1'],
    ['page=1.5'],
    ['page=1e3'],
    ['page=abc'],
    ['page='],
    ['size=99999999999999999999'],
    ['size=0'],
    ['size=101'],
    ['size=10&limit=20'],
    ['page=1&page=2'],
    ['search=a%00b'],
    ['search=%01'],
    [`search=${'x'.repeat(201)}`],
  ])('refuses %s with 400 and says which field', async (query) => {
    const response = await shop.get(`/api/good-lead/unsold?${query}`);
    const body = (await response.json()) as Record<string, unknown>;
    expect([response.status, body['code']]).toEqual([400, 'INVALID_INPUT']);
    expect(body['error']).toBe(body['message']);
    expect(Object.keys(body['fields'] as object)).not.toHaveLength(0);
  });
});

describe('GET /api/good-lead/top5', () => {
  it('answers the five vaulted leads of highest price with their contact masked', async () => {
    const { get } = await shopApp();
    const response = await get('/api/good-lead/top5');
    const leads = v.parse(Top5Answer, await response.json());
    expect(leads).toHaveLength(5);
    expect(leads.map(({ leadPrice }) => leadPrice)).toEqual([60, 60, 60, 60, 60]);
    for (const { email, phoneNumber } of leads) {
      expect(email).toMatch(/^(N\/A|.•••@.•••\.com)$/u);
      expect(phoneNumber).toMatch(/^(N\/A|\(\d{3}\) 555-••••)$/u);
    }
  });
});
