import { expect, it } from 'vitest';

import { DEFAULT_LIMITS } from '#application/ports/limiter.ts';
import type { Limits } from '#application/ports/limiter.ts';
import { MALFORMED } from './malformed-requests.ts';
import { SHOP, shopApp } from './shop-app.ts';
import type { ShopApp } from './shop-app.ts';

/** Nothing here may hide behind a limit. */
const NO_LIMITS = Object.fromEntries(
  Object.keys(DEFAULT_LIMITS).map((name) => [name, { tries: 10_000, seconds: 60 }]),
) as Limits;

const signIn = ({ submit }: ShopApp) =>
  submit('/api/auth/login', { username: 'omar@example.com', password: 'sample-pass' });

const signedIn = async (shop: ShopApp): Promise<string> =>
  ((await signIn(shop)).headers.get('set-cookie') ?? '').split(';')[0] ?? '';

const isRefusal = async (response: Response): Promise<boolean> => {
  if (response.status < 400 || response.status >= 500) return false;
  const body = (await response.json()) as Record<string, unknown>;
  return ['error', 'message', 'code'].every((name) => typeof body[name] === 'string' && body[name] !== '');
};

it('refuses 300 malformed requests and more, each in the one form of a refusal, and gives nobody a session', async () => {
  const shop = await shopApp({ limits: NO_LIMITS });
  const cookie = await signedIn(shop);
  expect(MALFORMED.length).toBeGreaterThanOrEqual(300);
  const faults: string[] = [];
  for (const { what, method, path, headers, body } of MALFORMED) {
    const response = await shop.app.request(SHOP + path, { method, headers: { ...headers, cookie }, body });
    const shown = `${what}: ${response.status}`;
    if (response.headers.has('set-cookie')) faults.push(`${shown} and a cookie`);
    if (!(await isRefusal(response))) faults.push(shown);
  }
  expect(faults).toEqual([]);
});

it('writes nothing for a malformed request: no account, no mail, no other profile, no fault in the log', async () => {
  const shop = await shopApp({ limits: NO_LIMITS });
  const cookie = await signedIn(shop);
  const profile = async () => (await shop.get('/api/auth/me', { cookie })).text();
  const before = await profile();
  for (const { method, path, headers, body } of MALFORMED)
    await shop.app.request(SHOP + path, { method, headers: { ...headers, cookie }, body });
  expect(shop.queue.waiting()).toEqual([]);
  await shop.queue.drain();
  expect(await (await shop.get('/dev/mailbox.json')).json()).toEqual([]);
  expect(await shop.store.atomically(({ accounts }) => accounts.findByEmail('mal@example.com'))).toBeUndefined();
  expect(await profile()).toEqual(before);
  expect((await signIn(shop)).status).toBe(200);
  expect(shop.log.lines.filter(({ level }) => level !== 'info')).toEqual([]);
});

const TOKEN = 'A'.repeat(43);

const BAD_COOKIES = {
  'without a value': '__Host-session',
  'with an empty value': '__Host-session=',
  'with NUL': '__Host-session=%00',
  'with broken percent-encoding': '__Host-session=%E0%A4%A',
  'with a token of nobody': `__Host-session=${TOKEN}`,
  'of 4,000 characters': `__Host-session=${'A'.repeat(4_000)}`,
  'that is there twice': `__Host-session="${TOKEN}"; __Host-session=B`,
  'under the name for plain HTTP': `session=${TOKEN}`,
  'with prototype keys': '__proto__=a; constructor=b',
  'of separators': ';;==;;',
} as const;

it.for(Object.entries(BAD_COOKIES))('knows nobody by a cookie %s, and logs out with it', async ([, cookie]) => {
  const { get, put, post, log } = await shopApp();
  const edit = { fullName: 'Mal', email: 'mal@example.com' };
  for (const answer of [await get('/api/auth/me', { cookie }), await put('/api/auth/me', edit, { cookie })]) {
    expect(answer.headers.has('set-cookie')).toBe(false);
    expect([answer.status, await answer.json()]).toMatchObject([401, { code: 'NOT_SIGNED_IN' }]);
  }
  for (const body of ['', '{', '\0', 'x'.repeat(1_000)]) {
    const answer = await post('/api/auth/logout', body, { cookie, 'content-type': 'text/plain' });
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([
      200,
      expect.stringMatching(/^__Host-session=; Max-Age=0;/),
    ]);
  }
  expect(log.lines.filter(({ level }) => level !== 'info')).toEqual([]);
});

it('lets no other page log anybody out', async () => {
  const shop = await shopApp();
  const cookie = await signedIn(shop);
  for (const headers of [{ origin: 'https://evil.example' }, { origin: 'null' }, { 'sec-fetch-site': 'same-site' }]) {
    const answer = await shop.post('/api/auth/logout', {}, { cookie, ...headers } as Record<string, string>);
    expect([answer.status, await answer.json()]).toMatchObject([403, { code: 'CROSS_ORIGIN' }]);
  }
  expect((await shop.get('/api/auth/me', { cookie })).status).toBe(200);
});
