import { beforeEach, describe, expect, it } from 'vitest';

import { BAD_REQUESTS } from './member-requests.ts';
import { atProvider, me, signIn, subscriber } from './members.ts';
import { SHOP, shopApp } from './shop-app.ts';
import type { ShopApp } from './shop-app.ts';

let shop: ShopApp;

beforeEach(async () => {
  shop = await shopApp();
});

/** Sends all of them; answers what was told otherwise than in the form of a refusal, or with another status. */
const faultsOf = async (
  cookie: string,
  statusOf: (status: number) => readonly number[],
): Promise<readonly string[]> => {
  const faults: string[] = [];
  for (const { method, path, headers, body, status } of BAD_REQUESTS) {
    const response = await shop.app.request(SHOP + path, {
      method,
      headers: { ...headers, cookie },
      ...(body !== undefined && { body }),
    });
    const shown = `${method} ${path.slice(0, 120)} ${JSON.stringify(headers)} ${String(body).slice(0, 20)}: ${response.status}`;
    if (!statusOf(status).includes(response.status)) faults.push(`${shown} instead of ${status}`);
    if (response.headers.has('set-cookie')) faults.push(`${shown} and a cookie`);
    if (response.status === 405 && !/^(?:GET, HEAD|POST)$/.test(response.headers.get('allow') ?? ''))
      faults.push(`${shown}, no Allow`);
    const told = (await response.json().catch(() => ({}))) as Record<string, unknown>;
    // A spelling that no route has is the not-found page, unless it is under /api.
    if (path.startsWith('/api/') && typeof told['code'] !== 'string') faults.push(`${shown} without a code`);
  }
  return faults;
};

const atPayments = async () => (await (await shop.get('/dev/checkout.json')).json()) as unknown;

describe('malformed requests about the subscription and the vault', () => {
  it('are 250 and more', () => {
    expect(BAD_REQUESTS.length).toBeGreaterThanOrEqual(250);
  });

  it('are refused to a subscriber, and nothing is changed', async () => {
    const cookie = await subscriber(shop);
    const before = [await me(shop, cookie), await atProvider(shop), await atPayments()];
    expect(await faultsOf(cookie, (status) => [status])).toEqual([]);
    await shop.queue.drain();
    expect([await me(shop, cookie), await atProvider(shop), await atPayments()]).toEqual(before);
    expect(shop.log.lines.filter(({ level }) => level !== 'info')).toEqual([]);
    expect(shop.log.lines.filter(({ event }) => event === 'vault exported')).toEqual([]);
  });

  it('are refused to a user without a subscription, who opens no checkout by them', async () => {
    const cookie = await signIn(shop);
    expect(await faultsOf(cookie, (status) => [status, 403])).toEqual([]);
    expect(await atPayments()).toEqual([]);
    expect(await me(shop, cookie)).toMatchObject({ isSubscribed: false });
    expect(shop.log.lines.filter(({ level }) => level !== 'info')).toEqual([]);
  });

  it('tell a visitor to sign in, and no more', async () => {
    expect(await faultsOf('', (status) => ([400, 404, 415].includes(status) ? [401, 404] : [status]))).toEqual([]);
    expect(await atPayments()).toEqual([]);
  });
});
