import { inspect } from 'node:util';
import { beforeAll, expect, it } from 'vitest';

import { shopApp } from './shop-app.ts';
import type { ShopApp } from './shop-app.ts';

const CANARY = {
  email: 'canary.nest@example.com',
  newEmail: 'canary.moved@example.com',
  typo: 'canary.typo@example.com',
  fullName: 'Canary Fullname',
  password: 'canary-password-1',
  wrongPassword: 'canary-password-2',
  newPassword: 'canary-password-3',
  phone: '512-555-0177',
  address: 'Canary Street 9',
  sender: 'canary.sender@example.com',
  senderName: 'Canary Sender',
  subject: 'Canary subject',
  message: 'Canary message, which is long enough.',
  userAgent: 'Canary Browser',
} as const;

let shop: ShopApp;
/** Everything that a log must not hold: what was sent, and what was made of it. */
const secrets: string[] = Object.values(CANARY);

const linkToken = async (subject: string): Promise<string> => {
  await shop.queue.drain();
  const mails = (await (await shop.get('/dev/mailbox.json')).json()) as { subject: string; text: string }[];
  const token = /token=([\w-]{43})/.exec(mails.find((mail) => mail.subject === subject)?.text ?? '')?.[1];
  if (token === undefined) throw new Error(`no token in a mail '${subject}'`);
  secrets.push(token);
  return token;
};

const login = async (username: string, password: string): Promise<string> => {
  const answer = await shop.submit('/api/auth/login', { username, password }, { 'user-agent': CANARY.userAgent });
  const cookie = (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  if (cookie !== '') secrets.push(cookie.split('=')[1] ?? '');
  return cookie;
};

const done = async (answer: Response | Promise<Response>, status = 200): Promise<void> =>
  expect((await answer).status).toBe(status);

/** Everything that a person does with an account, and some of what goes wrong. */
const live = async (): Promise<void> => {
  const { email, newEmail, fullName, password, phone, address } = CANARY;
  const { post, put, submit, get } = shop;
  await done(post('/api/auth/register', { email, password, fullName }), 201);
  await done(post('/api/auth/register', { email, password: CANARY.wrongPassword, fullName }), 409);
  await done(post('/api/auth/register', { email: `${CANARY.typo}\0`, password: '12345', fullName }), 400);
  expect(await login(email, password)).toBe('');
  const verification = await linkToken('Verify your email address');
  await done(post(`/api/auth/verify?token=${verification}`, ''));
  await done(post(`/api/auth/verify?token=${verification}`, ''), 409);
  await done(post('/api/auth/verify/resend', { email }));

  expect(await login(email, CANARY.wrongPassword)).toBe('');
  expect(await login(CANARY.typo, password)).toBe('');
  const cookie = await login(email, password);
  await done(get('/api/auth/me', { cookie }));
  await done(put('/api/auth/me', { fullName, email: newEmail, phone, address }, { cookie }));
  await done(post(`/api/auth/verify?token=${await linkToken('Confirm your new email address')}`, '', { cookie }));

  await done(submit('/api/auth/reset-password/request', { email: CANARY.typo }), 404);
  await done(submit('/api/auth/reset-password/request', { email: newEmail }));
  const token = await linkToken('Reset your password');
  await done(post(`/api/auth/verify-token?token=${token}&tokenType=PASSWORD_RESET`, ''));
  await done(submit('/api/auth/reset-password/confirm', { token, newPassword: CANARY.newPassword }));
  await done(submit('/api/auth/reset-password/confirm', { token, newPassword: CANARY.newPassword }), 400);
  await done(get(`/reset-password?token=${token}`));

  await done(post('/api/auth/logout', {}, { cookie: await login(newEmail, CANARY.newPassword) }));
  const { sender, senderName, subject, message } = CANARY;
  await done(post('/api/contact', { name: senderName, email: sender, subject, message }));
  await shop.queue.drain();
};

beforeAll(async () => {
  shop = await shopApp();
  await live();
});

/** What of it a text holds, as it is, in a URL, or in another case. */
const leaksIn = (text: string): readonly string[] =>
  secrets.filter((secret) =>
    [secret, encodeURIComponent(secret)].some((form) => text.toLowerCase().includes(form.toLowerCase())),
  );

it('logs no address, token, password, session or contact of a whole life of an account', () => {
  // Three links and two sessions besides what was typed.
  expect(secrets).toHaveLength(Object.keys(CANARY).length + 5);
  expect(shop.log.lines.length).toBeGreaterThan(20);
  expect(shop.log.lines.filter((line) => leaksIn(inspect(line, { depth: 10 })).length > 0)).toEqual([]);
});

it('logs each request by its route, never by its query', () => {
  const routes = shop.log.lines.filter(({ event }) => event === 'request').map(({ route }) => route);
  expect(routes).toContain('/api/auth/verify');
  expect(routes.filter((route) => route === undefined || /[?=]/.test(route))).toEqual([]);
});
