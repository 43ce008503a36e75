import { beforeEach, describe, expect, it } from 'vitest';

import { StoreUnavailable } from '#application/ports/atomically.ts';
import { DEFAULT_LIMITS } from '#application/ports/limiter.ts';
import { PasswordsBusy } from '#application/ports/passwords.ts';
import { ProviderRefused, ProviderUnavailable } from '#application/ports/payment-provider.ts';
import { SAMPLE_SUBSCRIBER, SAMPLE_USER } from '#config/sample-data.ts';
import { faultyShop } from './faulty-shop.ts';
import type { Faults } from './faulty-shop.ts';
import { codeOf, confirm, openCheckout, signIn, signInAnother, subscriber } from './members.ts';
import { SHOP, firstLead, shopApp } from './shop-app.ts';
import type { ShopApp } from './shop-app.ts';

const HOME = '203.0.113.7';
const ELSEWHERE = '198.51.100.9';
const OFTEN_IN_AN_HOUR = 'You have exported as often as you can for now. Please try again in an hour.';
const FORM = 'application/x-www-form-urlencoded';

let shop: ShopApp;
beforeEach(async () => {
  shop = await shopApp();
});

/** A request from an address, as the socket tells it. */
const from = async (address: string, path: string, init: RequestInit = {}) =>
  shop.app.request(`${SHOP}${path}`, init, { incoming: { socket: { remoteAddress: address, remotePort: 40_000 } } });

const postFrom = (address: string, path: string, body: unknown, headers: Record<string, string> = {}) =>
  from(address, path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: body === '' ? '' : JSON.stringify(body),
  });

const submitFrom = (address: string, path: string, fields: Record<string, string>, headers = {}) =>
  from(address, path, {
    method: 'POST',
    headers: { 'content-type': FORM, ...headers },
    body: new URLSearchParams(fields).toString(),
  });

const login = (address: string, password: string = SAMPLE_USER.password, headers = {}) =>
  submitFrom(address, '/api/auth/login', { username: SAMPLE_USER.email, password }, headers);

const addressNumber = (count: number): string => `192.0.2.${count}`;

const mailsTo = async (email: string): Promise<number> => {
  await shop.queue.drain();
  const mails = (await (await shop.get('/dev/mailbox.json')).json()) as { to: string }[];
  return mails.filter(({ to }) => to === email).length;
};

/** The token of the newest mail with such a subject. */
const mailedToken = async (subject: string): Promise<string> => {
  await shop.queue.drain();
  const mails = (await (await shop.get('/dev/mailbox.json')).json()) as { subject: string; text: string }[];
  return /token=([\w-]{43})/.exec(mails.find((mail) => mail.subject === subject)?.text ?? '')?.[1] ?? '';
};

/** Uses up a limit; answers what comes then. */
const after = async (tries: number, ask: (count: number) => Promise<Response>): Promise<Response> => {
  for (let count = 1; count <= tries; count += 1) {
    const { status } = await ask(count);
    if (status === 429) throw new Error(`refused after ${count - 1}`);
  }
  return ask(tries + 1);
};

describe('a request too many', () => {
  it('is answered in JSON with a message for people and the seconds to wait', async () => {
    const { tries, seconds } = DEFAULT_LIMITS.contact;
    const message = { name: 'Mei', email: 'mei@example.com', subject: 'Hi', message: 'Ten characters.' };
    const answer = await after(tries, () => postFrom(HOME, '/api/contact', message));
    const wait = Number(answer.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(seconds - 30);
    expect(wait).toBeLessThanOrEqual(seconds);
    expect([answer.status, await answer.json()]).toEqual([
      429,
      {
        code: 'TOO_MANY_TRIES',
        error: 'Too many tries. Please try again in 5 minutes.',
        message: 'Too many tries. Please try again in 5 minutes.',
      },
    ]);
    expect((await postFrom(ELSEWHERE, '/api/contact', message)).status).toBe(200);
  });

  it.each([
    ['X-Forwarded-For', { 'x-forwarded-for': addressNumber(1) }],
    ['X-Real-IP', { 'x-real-ip': addressNumber(1) }],
    ['Forwarded', { forwarded: `for=${addressNumber(1)}` }],
  ])('stays one too many with another address in %s', async (_name, headers) => {
    await after(DEFAULT_LIMITS['login-account'].tries, () => login(HOME, 'not it'));
    expect((await login(HOME, 'not it', headers)).status).toBe(429);
  });

  it('is the eleventh export of a user in an hour', async () => {
    const cookie = await subscriber(shop);
    const refused = await after(10, async () => {
      const answer = await shop.get('/api/good-lead/export?search=austin', { cookie });
      await answer.clone().arrayBuffer();
      return answer;
    });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_500);
    expect([refused.status, await refused.json()]).toMatchObject([
      429,
      { code: 'TOO_MANY_TRIES', message: OFTEN_IN_AN_HOUR },
    ]);
  });

  it('is the 121st page of the vault of a user in a minute, wherever it is read from', async () => {
    const path = '/api/good-lead/vaulted-leads';
    const cookie = await subscriber(shop);
    const read = (count: number) =>
      from(count % 2 === 0 ? '127.0.0.1' : addressNumber(count), path, { headers: { cookie } });
    const refused = await after(120, read);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(30);
    expect(await codeOf(refused)).toEqual([429, 'TOO_MANY_TRIES']);
    const other = await signInAnother(shop);
    expect(await codeOf(await from(HOME, path, { headers: { cookie: other } }))).toEqual([
      403,
      'SUBSCRIPTION_REQUIRED',
    ]);
  });

  it('is the eleventh subscription checkout of a user in an hour', async () => {
    const cookie = await signIn(shop);
    const refused = await after(10, async () =>
      shop.post('/api/stripe/subscription/create-checkout-session', '', { cookie }),
    );
    expect(await codeOf(refused)).toEqual([429, 'TOO_MANY_TRIES']);
  });

  it('is the twenty-first change of a subscription in an hour, whichever way', async () => {
    const cookie = await subscriber(shop);
    const change = async (count: number) =>
      shop.post(`/api/stripe/subscription/${count % 2 === 0 ? 'keep' : 'unsubscribe'}`, '', { cookie });
    const refused = await after(20, change);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_500);
    expect(await codeOf(refused)).toEqual([429, 'TOO_MANY_TRIES']);
    const none = await signInAnother(shop);
    const leave = async () => shop.post('/api/stripe/subscription/unsubscribe', '', { cookie: none });
    expect(await codeOf(await after(30, leave))).toEqual([409, 'NOT_SUBSCRIBED']);
  });

  it('is the 201st question of a user in an hour what became of a subscription checkout, and no other one is', async () => {
    const cookie = await signIn(shop);
    const { id } = await openCheckout(shop, cookie);
    const refused = await after(200, async () => confirm(shop, cookie, id));
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_500);
    expect(await codeOf(refused)).toEqual([429, 'TOO_MANY_TRIES']);
    expect(await codeOf(await confirm(shop, cookie, 'cs_unknown'))).toEqual([404, 'PAYMENT_UNKNOWN']);
    expect(await codeOf(await confirm(shop, await signInAnother(shop), id))).toEqual([403, 'NOT_YOUR_CHECKOUT']);
  });

  it.each([
    ['verify', (token: string) => postFrom(HOME, `/api/auth/verify?token=${token}`, '')],
    [
      'verify-token',
      (token: string) => postFrom(HOME, `/api/auth/verify-token?token=${token}&tokenType=PASSWORD_RESET`, ''),
    ],
    [
      'confirm',
      (token: string) => submitFrom(HOME, '/api/auth/reset-password/confirm', { token, newPassword: 'a new one' }),
    ],
  ])('is the twenty-first link from one address in fifteen minutes, to %s or any other', async (_name, open) => {
    const token = 'x'.repeat(43);
    await after(20, () => postFrom(HOME, `/api/auth/verify?token=${token}`, ''));
    expect(await codeOf(await open(token))).toEqual([429, 'TOO_MANY_TRIES']);
    expect((await postFrom(ELSEWHERE, `/api/auth/verify?token=${token}`, '')).status).toBe(400);
  });

  it('is the fourth reset mail to one account in an hour, from wherever it is asked for', async () => {
    const ask = (email: string) => (count: number) =>
      submitFrom(addressNumber(count), '/api/auth/reset-password/request', { email });
    expect((await after(3, ask(SAMPLE_USER.email))).status).toBe(429);
    // Whoever is unknown is counted alike.
    expect((await after(3, ask('nobody@example.com'))).status).toBe(429);
    expect((await ask(SAMPLE_SUBSCRIBER.email)(9)).status).toBe(200);
  });

  it('is that one alone, and none of its address: others there may still ask', async () => {
    const reset = (email: string) => submitFrom(HOME, '/api/auth/reset-password/request', { email });
    for (let count = 1; count <= 20; count += 1) await reset(SAMPLE_USER.email);
    expect((await reset(SAMPLE_SUBSCRIBER.email)).status).toBe(200);
  });

  it('is the fourth verification sent again to one e-mail address in an hour, from wherever it is asked for', async () => {
    const wish = { email: 'ines@example.com', password: 'sample-pass', fullName: 'Ines' };
    expect((await postFrom(HOME, '/api/auth/register', wish)).status).toBe(201);
    const ask = (email: string) => (count: number) =>
      postFrom(addressNumber(count), '/api/auth/verify/resend', { email });
    const refused = await after(3, ask(wish.email));
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_500);
    // Whoever is unknown is counted alike, and answered in the same words.
    expect(await (await after(3, ask('nobody@example.com'))).text()).toBe(await refused.text());
    for (let count = 10; count <= 30; count += 1) expect((await ask(wish.email)(count)).status).toBe(429);
    expect(await mailsTo(wish.email)).toBe(4);
    expect((await ask('mei@example.com')(31)).status).toBe(200);
  });

  it('is no registration, however often its address was written to: only its owner is not told a fourth time', async () => {
    shop = await shopApp({ concealAccounts: true });
    const register = (email: string) => (count: number) =>
      postFrom(addressNumber(count), '/api/auth/register', { email, password: 'sample-pass', fullName: 'Ines' });
    for (let count = 1; count <= 10; count += 1) expect((await register(SAMPLE_USER.email)(count)).status).toBe(201);
    expect(await mailsTo(SAMPLE_USER.email)).toBe(3);
    const wanted = 'new@example.com';
    await after(3, (count) => postFrom(addressNumber(20 + count), '/api/auth/verify/resend', { email: wanted }));
    expect((await register(wanted)(30)).status).toBe(201);
    expect(await mailsTo(wanted)).toBe(1);
  });

  it('is the eleventh reset from one address in an hour', async () => {
    const reset = (count: number) =>
      submitFrom(HOME, '/api/auth/reset-password/request', { email: `nobody${count}@example.com` });
    expect((await after(10, reset)).status).toBe(429);
  });

  it('is the sixth registration from one address in an hour', async () => {
    const register = (count: number) =>
      postFrom(HOME, '/api/auth/register', {
        email: `new${count}@example.com`,
        password: 'sample-pass',
        fullName: 'New',
      });
    expect((await after(5, register)).status).toBe(429);
  });

  it('is the sixth verification sent again from one address in an hour, whoever it is for', async () => {
    const ask = (address: string) => (count: number) =>
      postFrom(address, '/api/auth/verify/resend', { email: `new${count}@example.com` });
    const refused = await after(5, ask(HOME));
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_500);
    expect(await codeOf(refused)).toEqual([429, 'TOO_MANY_TRIES']);
    expect((await ask(ELSEWHERE)(6)).status).toBe(200);
  });
});

describe('a request too many for another e-mail address', () => {
  const ALEX = { fullName: 'Alex', phone: '512-555-0100', address: '' };
  const edit = async (cookie: string, email: string) => shop.put('/api/auth/me', { ...ALEX, email }, { cookie });

  it('is the sixth other address of one account in an hour, whether or not somebody has it', async () => {
    const cookie = await signIn(shop);
    const wanted = (count: number) => (count % 2 === 0 ? SAMPLE_SUBSCRIBER.email : `stranger${count}@example.com`);
    const refused = await after(5, (count) => edit(cookie, wanted(count)));
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_500);
    expect(await codeOf(refused)).toEqual([429, 'TOO_MANY_TRIES']);
    for (const email of ['stranger7@example.com', SAMPLE_SUBSCRIBER.email])
      expect((await edit(cookie, email)).status).toBe(429);
    expect(await mailsTo('stranger7@example.com')).toBe(0);
    expect((await edit(await signInAnother(shop), 'stranger7@example.com')).status).toBe(200);
  });

  it('is the fourth for one address in an hour, whoever asks', async () => {
    const cookies = await Promise.all([1, 2, 3, 4].map((count) => signInAnother(shop, `agent${count}@example.com`)));
    const statuses: number[] = [];
    for (const cookie of cookies) statuses.push((await edit(cookie, 'stranger@example.com')).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    expect(await mailsTo('stranger@example.com')).toBe(3);
  });

  it('is no profile that is saved with the present address, or with the one that waits for its link', async () => {
    const cookie = await signIn(shop);
    for (const email of [SAMPLE_USER.email, 'new@example.com'])
      for (let count = 1; count <= 10; count += 1) expect((await edit(cookie, email)).status).toBe(200);
    expect(await mailsTo('new@example.com')).toBe(1);
  });
});

describe('signing in', () => {
  const NEW_PASSWORD = 'a new password';
  /** The owner sets a new one, by a link that is opened there. */
  const setPassword = async (address: string) => {
    await submitFrom(address, '/api/auth/reset-password/request', { email: SAMPLE_USER.email });
    const fields = { token: await mailedToken('Reset your password'), newPassword: NEW_PASSWORD };
    expect((await submitFrom(address, '/api/auth/reset-password/confirm', fields)).status).toBe(200);
  };

  const WISH = { email: 'ines@example.com', password: 'sample-pass', fullName: 'Ines' };
  const register = async () => expect((await postFrom(HOME, '/api/auth/register', WISH)).status).toBe(201);
  const loginOfNew = (address: string, password: string = WISH.password) =>
    submitFrom(address, '/api/auth/login', { username: WISH.email, password });

  it('is open to the owner elsewhere, however often somebody fails on purpose', async () => {
    for (let tries = 0; tries < 60; tries += 1) await login(HOME, 'not it');
    expect((await login(HOME)).status).toBe(429);
    expect((await login(ELSEWHERE)).status).toBe(200);
  });

  it('is open to everybody else at an address where one account is locked, however often that is tried', async () => {
    for (let tries = 0; tries < 60; tries += 1) await login(HOME, 'not it');
    const { email: username, password } = SAMPLE_SUBSCRIBER;
    expect((await submitFrom(HOME, '/api/auth/login', { username, password })).status).toBe(200);
    await setPassword(HOME);
    expect((await login(HOME, NEW_PASSWORD)).status).toBe(200);
  });

  it('is counted for one account, however its e-mail address is typed', async () => {
    const { email } = SAMPLE_USER;
    const spellings = [email, email.toUpperCase(), ` ${email}`, `${email} `];
    const guess = (count: number) =>
      submitFrom(HOME, '/api/auth/login', { username: spellings[count % 4] ?? email, password: 'not it' });
    expect((await after(5, guess)).status).toBe(429);
  });

  it('ends for an address after twenty failures, whichever accounts they are of', async () => {
    const spray = (count: number) =>
      submitFrom(HOME, '/api/auth/login', { username: `person${count}@example.com`, password: '123456' });
    expect((await after(20, spray)).status).toBe(429);
    expect((await login(ELSEWHERE)).status).toBe(200);
  });

  it('counts no success against the address, nor against the account', async () => {
    shop = await shopApp({ limits: { ...DEFAULT_LIMITS, 'login-everywhere': { tries: 3, seconds: 60 } } });
    for (let tries = 0; tries < 30; tries += 1) expect((await login(HOME)).status).toBe(200);
  });

  it('slows down to one try a minute after a hundred failures from everywhere, and a reset ends that', async () => {
    for (let count = 1; count <= 100; count += 1)
      expect((await login(addressNumber(count), 'not it')).status).toBe(401);
    expect((await login(addressNumber(101), 'not it')).status).toBe(401);
    const refused = await login(ELSEWHERE);
    const wait = Number(refused.headers.get('retry-after'));
    expect([refused.status, wait > 50 && wait <= 60]).toEqual([429, true]);
    // Whoever waits for the slow turn is not locked out by waiting.
    for (let tries = 0; tries < 10; tries += 1) {
      const again = await login(ELSEWHERE);
      expect([again.status, Number(again.headers.get('retry-after')) <= 60]).toEqual([429, true]);
    }

    await setPassword(ELSEWHERE);
    expect((await login(ELSEWHERE, NEW_PASSWORD)).status).toBe(200);
  });

  it('is open at once to whoever has just set a new password, where the link was opened and nowhere else', async () => {
    for (const address of [HOME, ELSEWHERE]) expect((await after(5, () => login(address, 'not it'))).status).toBe(429);
    await setPassword(HOME);
    expect((await login(HOME, NEW_PASSWORD)).status).toBe(200);
    expect((await login(ELSEWHERE, NEW_PASSWORD)).status).toBe(429);
  });

  it('is open at once to whoever has just proved the address, where the link was opened', async () => {
    await register();
    expect((await after(5, () => loginOfNew(HOME, 'not it'))).status).toBe(429);
    const token = await mailedToken('Verify your email address');
    expect((await postFrom(HOME, `/api/auth/verify?token=${token}`, '')).status).toBe(200);
    expect((await loginOfNew(HOME)).status).toBe(200);
  });

  it('counts no right password while the address waits to be verified, and wrong ones as ever', async () => {
    await register();
    for (let tries = 0; tries < 15; tries += 1)
      expect(await codeOf(await loginOfNew(HOME))).toEqual([403, 'EMAIL_NOT_VERIFIED']);
    expect((await after(5, () => loginOfNew(HOME, 'not it'))).status).toBe(429);
  });

  it('counts it for the address, though: whoever has registered without a mailbox cannot keep every hash busy', async () => {
    await register();
    expect((await after(20, () => loginOfNew(HOME))).status).toBe(429);
    expect((await loginOfNew(ELSEWHERE)).status).toBe(403);
  });

  it('takes the slow turn of a slowed account when it is free', async () => {
    shop = await shopApp({ limits: { ...DEFAULT_LIMITS, 'login-everywhere': { tries: 1, seconds: 60 } } });
    await login(HOME, 'not it');
    expect((await login(ELSEWHERE)).status).toBe(200);
  });
});

describe('what the shop could not look at', () => {
  let faults: Faults;
  beforeEach(async () => {
    ({ faults, ...shop } = await faultyShop(DEFAULT_LIMITS));
  });

  /** So many tries while the shop is in trouble, each of which is told to come again. */
  const inTrouble = async (trouble: Faults, times: number, ask: (count: number) => Promise<Response>) => {
    Object.assign(faults, trouble);
    for (let count = 1; count <= times; count += 1) {
      const answer = await ask(count);
      expect([answer.status, answer.headers.has('retry-after')]).toEqual([503, true]);
    }
    for (const part of Object.keys(trouble) as (keyof Faults)[]) delete faults[part];
  };
  const busy = { passwords: new PasswordsBusy() };
  const away = { store: new StoreUnavailable('no answer') };

  it.each([
    ['too busy with passwords', busy],
    ['without its store', away],
  ])(
    'is no failed sign-in while it is %s: the right password counts, here and for the whole office',
    async (_, trouble) => {
      await inTrouble(trouble, 120, () => login(HOME));
      expect((await login(HOME, 'not it')).status).toBe(401);
      expect((await login(HOME)).status).toBe(200);
    },
  );

  it('leaves the slow turn of a slowed account to whoever comes back', async () => {
    ({ faults, ...shop } = await faultyShop({ ...DEFAULT_LIMITS, 'login-everywhere': { tries: 1, seconds: 60 } }));
    await login(HOME, 'not it');
    await inTrouble(busy, 3, () => login(ELSEWHERE));
    expect((await login(ELSEWHERE)).status).toBe(200);
    // The account is as slow as before.
    expect((await login(ELSEWHERE)).status).toBe(429);
  });

  it('is no message of the contact form', async () => {
    const message = { name: 'Ann', email: 'ann@example.com', subject: 'Leads', message: 'Do you have more in Ohio?' };
    const write = () => postFrom(HOME, '/api/contact', message);
    await inTrouble(away, 10, write);
    expect((await write()).status).toBe(200);
  });

  it('is no price that was asked for with a coupon', async () => {
    const { id, price: amount } = await firstLead(shop);
    const asked = { couponCode: 'WELCOME10', amount, leadId: id };
    const price = () => postFrom(HOME, '/api/stripe/validate-coupon', asked);
    await inTrouble(away, 25, price);
    expect(await (await price()).json()).toMatchObject({ valid: true });
  });

  it('is no checkout that the payment provider has not heard of; what it has answered is one', async () => {
    ({ faults, ...shop } = await faultyShop({ ...DEFAULT_LIMITS, checkout: { tries: 3, seconds: 60 } }));
    const { id, price } = await firstLead(shop);
    const buy = () => postFrom(HOME, '/api/stripe/create-checkout-session', { leadId: id, amount: price });
    await inTrouble({ payments: new ProviderUnavailable('no answer') }, 10, buy);
    await inTrouble(away, 10, buy);
    expect((await buy()).status).toBe(200);
    await inTrouble({ payments: new ProviderRefused('a wrong key') }, 2, buy);
    expect((await buy()).status).toBe(429);
  });

  it('is no question of the success page', async () => {
    ({ faults, ...shop } = await faultyShop({ ...DEFAULT_LIMITS, payment: { tries: 1, seconds: 60 } }));
    const ask = () => from(HOME, '/api/stripe/checkout-session?session_id=cs_unknown&lead=unknown');
    await inTrouble(away, 10, ask);
    expect((await ask()).status).toBe(404);
    expect((await ask()).status).toBe(429);
  });

  it('is no registration and no opened link', async () => {
    const wish = { email: 'new@example.com', password: 'sample-pass', fullName: 'New' };
    await inTrouble(busy, 10, () => postFrom(HOME, '/api/auth/register', wish));
    await inTrouble(away, 10, () => postFrom(HOME, '/api/auth/register', wish));
    expect((await postFrom(HOME, '/api/auth/register', wish)).status).toBe(201);

    const resend = () => postFrom(HOME, '/api/auth/verify/resend', { email: wish.email });
    await inTrouble(away, 10, resend);
    expect((await resend()).status).toBe(200);

    const verification = await mailedToken('Verify your email address');
    const verify = () => postFrom(HOME, `/api/auth/verify?token=${verification}`, '');
    await inTrouble(away, 25, verify);
    expect((await verify()).status).toBe(200);

    const ask = () => submitFrom(HOME, '/api/auth/reset-password/request', { email: wish.email });
    await inTrouble(away, 10, ask);
    expect((await ask()).status).toBe(200);

    const token = await mailedToken('Reset your password');
    const look = () => postFrom(HOME, `/api/auth/verify-token?token=${token}&tokenType=PASSWORD_RESET`, '');
    await inTrouble(away, 25, look);
    expect((await look()).status).toBe(200);
    const confirm = () => submitFrom(HOME, '/api/auth/reset-password/confirm', { token, newPassword: 'a new one' });
    await inTrouble(busy, 25, confirm);
    expect((await confirm()).status).toBe(200);
  });
});

describe('lists and checkouts', () => {
  const limits = {
    ...DEFAULT_LIMITS,
    list: { tries: 5, seconds: 60 },
    checkout: { tries: 3, seconds: 60 },
    payment: { tries: 4, seconds: 60 },
  };
  const LISTS = ['/api/good-lead/unsold', '/api/good-lead/top5', '/api/good-lead/vaulted-leads'];
  beforeEach(async () => {
    shop = await shopApp({ limits });
  });

  it.each(LISTS)('are counted together by address: %s after five', async (path) => {
    await after(5, (count) => from(HOME, LISTS[count % 3] ?? path));
    expect(await codeOf(await from(HOME, path))).toEqual([429, 'TOO_MANY_TRIES']);
    expect((await from(ELSEWHERE, '/api/good-lead/unsold')).status).toBe(200);
  });

  it('are counted by address also where they are bought', async () => {
    const { id, price } = await firstLead(shop);
    const buy = (address: string) =>
      postFrom(address, '/api/stripe/create-checkout-session', { leadId: id, amount: price });
    expect(await codeOf(await after(3, () => buy(HOME)))).toEqual([429, 'TOO_MANY_TRIES']);
    expect((await buy(ELSEWHERE)).status).toBe(200);
  });

  it('are bought with a code by others, whatever codes one address was refused', async () => {
    shop = await shopApp();
    const { id, price } = await firstLead(shop);
    const buy = (address: string, couponCode: string) =>
      postFrom(address, '/api/stripe/create-checkout-session', { leadId: id, amount: price, couponCode });
    expect(await codeOf(await after(10, () => buy(HOME, 'EXPIRED')))).toEqual([429, 'TOO_MANY_TRIES']);
    expect((await buy(ELSEWHERE, 'WELCOME10')).status).toBe(200);
  });

  it('are counted by address also where it is asked how they were paid, known or not', async () => {
    const { id } = await firstLead(shop);
    const ask = (address: string) => from(address, `/api/stripe/checkout-session?session_id=cs_unknown&lead=${id}`);
    const refused = await after(4, () => ask(HOME));
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await codeOf(refused)).toEqual([429, 'TOO_MANY_TRIES']);
    expect((await ask(ELSEWHERE)).status).toBe(404);
  });

  it.each(['127.0.0.1', '::1', '::ffff:127.0.0.1'])('are not counted for this machine itself: %s', async (address) => {
    const { id, price } = await firstLead(shop);
    const bought = { leadId: id, amount: price };
    for (let tries = 0; tries < 20; tries += 1) {
      expect((await from(address, '/api/good-lead/unsold')).status).toBe(200);
      expect((await postFrom(address, '/api/stripe/create-checkout-session', bought)).status).toBe(200);
      const path = `/api/stripe/checkout-session?session_id=cs_unknown&lead=${id}`;
      expect((await from(address, path)).status).toBe(404);
    }
  });

  it('leave room for an office of a hundred agents behind one address, on a Monday', async () => {
    shop = await shopApp();
    const { id, price } = await firstLead(shop);
    for (let agent = 1; agent <= 100; agent += 1) {
      for (const page of [1, 2, 3])
        expect((await from(HOME, `/api/good-lead/unsold?page=${page}&search=a`)).status).toBe(200);
      const bought = await postFrom(HOME, '/api/stripe/create-checkout-session', { leadId: id, amount: price });
      expect(bought.status).toBe(200);
      const { id: session } = (await bought.json()) as { id: string };
      for (let time = 1; time <= 3; time += 1) {
        const asked = await from(HOME, `/api/stripe/checkout-session?session_id=${session}&lead=${id}`);
        expect(asked.status).toBe(200);
      }
    }
  });
});
