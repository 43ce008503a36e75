import { beforeEach, describe, expect, it } from 'vitest';

import { PasswordsBusy } from '#application/ports/passwords.ts';
import { SAMPLE_SUBSCRIBER, SAMPLE_USER } from '#config/sample-data.ts';
import { HOUR, MINUTE } from '#domain/instant.ts';
import { tries } from './faulty-shop.ts';
import { codeOf, me, signIn } from './members.ts';
import { shopApp } from './shop-app.ts';
import type { ShopApp } from './shop-app.ts';

let shop: ShopApp;
beforeEach(async () => {
  shop = await shopApp();
});

const standing = async (cookie: string): Promise<number> => (await shop.get('/api/auth/me', { cookie })).status;

describe('the sessions of an account', () => {
  it('are ten at most: the eleventh sign-in ends the oldest, and no one else’s', async () => {
    const other = await signIn(shop, SAMPLE_SUBSCRIBER.email);
    const cookies: string[] = [];
    for (let count = 0; count < 11; count += 1) {
      cookies.push(await signIn(shop));
      shop.clock.step(MINUTE);
    }
    const standings = await Promise.all(cookies.map(standing));
    expect(standings).toEqual([401, ...Array.from({ length: 10 }, () => 200)]);
    expect(await standing(other)).toBe(200);
  });

  it('are written to once an hour at most, however often they are used', async () => {
    let writes = 0;
    shop = await shopApp({
      around: (outside) => ({
        ...outside,
        atomically: (work) =>
          outside.atomically((repositories) => {
            const save: typeof repositories.sessions.save = (session) => {
              writes += 1;
              return repositories.sessions.save(session);
            };
            return work({ ...repositories, sessions: { ...repositories.sessions, save } });
          }),
      }),
    });
    const cookie = await signIn(shop);
    for (let minute = 0; minute < 59; minute += 1) {
      expect(await standing(cookie)).toBe(200);
      shop.clock.step(MINUTE);
    }
    expect(writes).toBe(0);
    shop.clock.step(MINUTE);
    for (let use = 0; use < 5; use += 1) await standing(cookie);
    expect(writes).toBe(1);
    shop.clock.step(HOUR);
    await standing(cookie);
    expect(writes).toBe(2);
  });

  it('end when another browser proves a new address; the one that opens the link stays', async () => {
    const [opening, elsewhere] = [await signIn(shop), await signIn(shop)];
    const { fullName } = (await me(shop, opening)) as { fullName: string };
    const edit = { fullName, email: 'moved@example.com', phone: '512-555-0100', address: '' };
    expect((await shop.put('/api/auth/me', edit, { cookie: opening })).status).toBe(200);
    await shop.queue.drain();
    const mails = (await (await shop.get('/dev/mailbox.json')).json()) as { to: string; text: string }[];
    const link = /token=([\w-]{43})/.exec(mails.find(({ to }) => to === 'moved@example.com')?.text ?? '')?.[1] ?? '';
    expect((await shop.post(`/api/auth/verify?token=${link}`, '', { cookie: opening })).status).toBe(200);
    expect([await standing(opening), await standing(elsewhere)]).toEqual([200, 401]);
  });

  it('are those of the cookie of that very name, and of its whole value', async () => {
    const cookie = await signIn(shop);
    for (const cookies of [cookie, `a=1;${cookie} ; b=2`, `\t${cookie}`]) expect(await standing(cookies)).toBe(200);
    for (const cookies of [`a${cookie}`, `a=${cookie}`, `a=1 ${cookie}`, `${cookie}a`, `${cookie} a`, `${cookie},a`])
      expect(await standing(cookies), cookies).toBe(401);
  });

  it('are told in answers that nobody may keep', async () => {
    const cookie = await signIn(shop);
    const answers = [
      await shop.get('/api/auth/me', { cookie }),
      await shop.get('/api/good-lead/vaulted-leads', { cookie }),
      await shop.submit('/api/auth/login', { username: SAMPLE_USER.email, password: SAMPLE_USER.password }),
      await shop.post('/api/auth/logout', {}, { cookie }),
      await shop.get('/api/auth/me', { cookie }),
    ];
    for (const answer of answers) expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answers[3]?.headers.get('set-cookie')).toMatch(
      /^__Host-session=; Max-Age=0; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
  });
});

it('answers 503 and when to try again while too many passwords are looked at', async () => {
  const busy = (): Promise<never> => Promise.reject(new PasswordsBusy('sixteen wait'));
  shop = await shopApp({ around: (outside) => ({ ...outside, passwords: { hash: busy, check: busy } }) });
  const wish = { email: 'new@example.com', password: 'sample-pass', fullName: 'New' };
  const answers = [
    await shop.submit('/api/auth/login', { username: SAMPLE_USER.email, password: SAMPLE_USER.password }),
    await shop.post('/api/auth/register', wish),
  ];
  for (const answer of answers) {
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await codeOf(answer)).toEqual([503, 'BUSY']);
  }
  expect((await shop.get('/api/good-lead/unsold')).status).toBe(200);
});

it.each([
  ['login', { username: SAMPLE_USER.email, password: SAMPLE_USER.password }],
  ['register', { email: 'new@example.com', password: 'sample-pass', fullName: 'New' }],
  ['reset-password/confirm', { token: 'x'.repeat(43), newPassword: 'another-pass' }],
])('sends the thirty-third password at a time away at once, by %s too', async (path, fields) => {
  const looked = Promise.withResolvers<'wrong'>();
  shop = await shopApp({
    limits: tries(100),
    around: (outside) => ({ ...outside, passwords: { ...outside.passwords, check: () => looked.promise } }),
  });
  const failToSignIn = () => shop.submit('/api/auth/login', { username: SAMPLE_USER.email, password: 'not it' });
  const send = () =>
    path === 'register' ? shop.post(`/api/auth/${path}`, fields) : shop.submit(`/api/auth/${path}`, fields);
  const waiting = Array.from({ length: 32 }, failToSignIn);
  expect(await codeOf(await send())).toEqual([503, 'BUSY']);
  looked.resolve('wrong');
  for (const answer of waiting) expect((await answer).status).toBe(401);
  expect((await send()).status).not.toBe(503);
});
