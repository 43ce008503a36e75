import { beforeEach, describe, expect, it } from 'vitest';

import { DAY, HOUR } from '#domain/instant.ts';
import { shopApp } from './shop-app.ts';
import type { ShopApp } from './shop-app.ts';

const INES = { email: 'ines@example.com', password: 'sample-pass', fullName: 'Ines Rossi' };

let shop: ShopApp;
beforeEach(async () => {
  shop = await shopApp();
});

const json = async (response: Response) => (await response.json()) as Record<string, unknown>;
const codeOf = async (response: Response) => [response.status, (await json(response))['code']];

const register = (more: object = {}) => shop.post('/api/auth/register', { ...INES, ...more });
const login = (more: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  shop.submit('/api/auth/login', { username: INES.email, password: INES.password, ...more }, headers);
const logout = (cookie: string) => shop.post('/api/auth/logout', {}, { cookie });
const me = (cookie = '') => shop.get('/api/auth/me', { cookie });
const edit = (cookie: string, more: object = {}) =>
  shop.put(
    '/api/auth/me',
    { fullName: INES.fullName, email: INES.email, phone: '512-555-0100', address: '', ...more },
    { cookie },
  );

const cookieOf = (response: Response): string => (response.headers.get('set-cookie') ?? '').split(';')[0] ?? '';

type Mail = { readonly to: string; readonly subject: string; readonly text: string; readonly replyTo: string | null };

const mails = async (): Promise<readonly Mail[]> => {
  await shop.queue.drain();
  return (await (await shop.get('/dev/mailbox.json')).json()) as Mail[];
};

/** The token of the newest mail with such a subject. */
const tokenOf = async (subject: string): Promise<string> => {
  const mail = (await mails()).find((one) => one.subject === subject);
  const token = /token=([\w-]{43})/.exec(mail?.text ?? '')?.[1];
  if (token === undefined) throw new Error(`no token in a mail '${subject}'`);
  return token;
};

const verify = (token: string) => shop.post(`/api/auth/verify?token=${token}`, '');

const registered = async () => {
  expect((await register()).status).toBe(201);
  expect((await verify(await tokenOf('Verify your email address'))).status).toBe(200);
};

const signedIn = async (): Promise<string> => {
  const response = await login();
  expect(response.status).toBe(200);
  return cookieOf(response);
};

const requestReset = (email = INES.email) => shop.submit('/api/auth/reset-password/request', { email });
const confirmReset = (token: string, newPassword = 'another-pass') =>
  shop.submit('/api/auth/reset-password/confirm', { token, newPassword });
const checkToken = (token: string, type = 'PASSWORD_RESET') =>
  shop.post(`/api/auth/verify-token?token=${token}&tokenType=${type}`, '');

describe('register, verify, sign in', () => {
  it('mails a link that activates the account', async () => {
    await register();
    expect(await codeOf(await login())).toEqual([403, 'EMAIL_NOT_VERIFIED']);
    await verify(await tokenOf('Verify your email address'));
    expect((await login()).status).toBe(200);
  });

  it('answers 409 with a message to a known address, in any spelling', async () => {
    await register();
    const response = await register({ email: ' INES@Example.com ', password: 'another-pass' });
    expect(await codeOf(response)).toEqual([409, 'EMAIL_TAKEN']);
  });

  it('says already confirmed when the link is opened twice', async () => {
    await register();
    const token = await tokenOf('Verify your email address');
    await verify(token);
    const again = await json(await verify(token));
    expect(again).toMatchObject({
      code: 'ALREADY_CONFIRMED',
      error: expect.stringContaining('already confirmed') as string,
    });
  });

  it('says expired after 24 hours to the millisecond', async () => {
    await register();
    const token = await tokenOf('Verify your email address');
    shop.clock.step(DAY);
    expect(await json(await verify(token))).toMatchObject({
      code: 'TOKEN_EXPIRED',
      error: expect.stringContaining('expired') as string,
    });
  });

  it('sends the verification again without telling whether there is an account, and the newest link wins', async () => {
    await register();
    const first = await tokenOf('Verify your email address');
    for (const email of [INES.email, 'nobody@example.com'])
      expect((await shop.post('/api/auth/verify/resend', { email })).status).toBe(200);
    const second = await tokenOf('Verify your email address');
    expect(second).not.toBe(first);
    expect(await codeOf(await verify(first))).toEqual([400, 'TOKEN_EXPIRED']);
    expect((await verify(second)).status).toBe(200);
  });

  it('answers a wrong password and an unknown address alike', async () => {
    await registered();
    const wrong = await login({ password: 'not it at all' });
    const unknown = await login({ username: 'nobody@example.com' });
    const nothing = await login({ username: 'no address', password: '' });
    expect([wrong.status, unknown.status, nothing.status]).toEqual([401, 401, 401]);
    const texts = [await wrong.text(), await unknown.text(), await nothing.text()];
    expect(new Set(texts).size).toBe(1);
    expect(texts[0]).toContain('Invalid credentials');
  });

  it('keeps the session in a cookie that scripts and other sites cannot use', async () => {
    await registered();
    expect((await login()).headers.get('set-cookie')).toMatch(
      /^__Host-session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
  });

  it('begins a new session at each sign-in and ends the one presented', async () => {
    await registered();
    const first = await signedIn();
    const second = cookieOf(await login({}, { cookie: first }));
    expect(second).not.toBe(first);
    expect([(await me(first)).status, (await me(second)).status]).toEqual([401, 200]);
  });

  it('adopts no session that a browser brings along', async () => {
    await registered();
    const planted = `__Host-session=${'A'.repeat(43)}`;
    expect(cookieOf(await login({}, { cookie: planted }))).not.toBe(planted);
    expect((await me(planted)).status).toBe(401);
  });

  it('refuses the sixth try of one account in fifteen minutes, with Retry-After', async () => {
    await registered();
    for (let turn = 1; turn <= 5; turn += 1) expect((await login({ password: 'wrong-pass' })).status).toBe(401);
    const response = await login();
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(870);
    expect(await codeOf(response)).toEqual([429, 'TOO_MANY_TRIES']);
  });

  it('forgets the failed tries after a success', async () => {
    await registered();
    for (let turn = 1; turn <= 12; turn += 1)
      expect((await login(turn % 4 === 0 ? {} : { password: 'wrong-pass' })).status).toBe(turn % 4 === 0 ? 200 : 401);
  });

  it('ends a session after 7 days without a visit, and after 30 days in any case', async () => {
    await registered();
    const idle = await signedIn();
    const visited = await signedIn();
    for (let day = 1; day <= 6; day += 1) {
      shop.clock.step(DAY);
      await me(visited);
    }
    shop.clock.step(DAY);
    expect([(await me(idle)).status, (await me(visited)).status]).toEqual([401, 200]);
    for (let day = 8; day < 30; day += 1) {
      shop.clock.step(DAY);
      await me(visited);
    }
    expect((await me(visited)).status).toBe(200);
    shop.clock.step(DAY);
    expect((await me(visited)).status).toBe(401);
  });

  it('signs out, also twice', async () => {
    await registered();
    const cookie = await signedIn();
    expect([(await logout(cookie)).status, (await logout(cookie)).status, (await me(cookie)).status]).toEqual([
      200, 200, 401,
    ]);
  });
});

describe('password reset', () => {
  it('answers 404 Email not found to an unknown address', async () => {
    const response = await requestReset('nobody@example.com');
    expect([response.status, await json(response)]).toMatchObject([404, { message: 'Email not found' }]);
  });

  it('sets the password once, ends every session and tells the owner', async () => {
    await registered();
    const cookies = [await signedIn(), await signedIn()];
    await requestReset();
    const token = await tokenOf('Reset your password');
    expect((await checkToken(token)).status).toBe(200);
    expect(await json(await checkToken(token))).toMatchObject({ email: INES.email });
    expect((await confirmReset(token)).status).toBe(200);
    expect(await codeOf(await confirmReset(token, 'a-third-pass'))).toEqual([400, 'TOKEN_INVALID']);
    expect((await checkToken(token)).status).toBe(400);
    for (const cookie of cookies) expect((await me(cookie)).status).toBe(401);
    expect((await login()).status).toBe(401);
    expect((await login({ password: 'another-pass' })).status).toBe(200);
    expect((await mails())[0]?.subject).toBe('Your password was changed');
  });

  it('takes no token of another purpose, no older one and no expired one', async () => {
    await register();
    const verification = await tokenOf('Verify your email address');
    expect((await confirmReset(verification)).status).toBe(400);
    expect((await checkToken(verification)).status).toBe(400);
    await requestReset();
    const older = await tokenOf('Reset your password');
    await requestReset();
    const newer = await tokenOf('Reset your password');
    expect((await confirmReset(older)).status).toBe(400);
    expect((await verify(newer)).status).toBe(400);
    shop.clock.step(DAY);
    expect((await confirmReset(newer)).status).toBe(400);
  });

  it('opens nothing to whoever reads the mail of an address that the account has left', async () => {
    await registered();
    const cookie = await signedIn();
    await requestReset();
    const token = await tokenOf('Reset your password');
    await edit(cookie, { email: 'new@example.com' });
    expect((await verify(await tokenOf('Confirm your new email address'))).status).toBe(200);
    expect(await codeOf(await checkToken(token))).toEqual([400, 'TOKEN_INVALID']);
    expect(await codeOf(await confirmReset(token))).toEqual([400, 'TOKEN_INVALID']);
    expect((await login({ username: 'new@example.com' })).status).toBe(200);
  });

  it('answers 400 to an unknown token type', async () => {
    expect(await codeOf(await checkToken('x'.repeat(43), 'SESSION'))).toEqual([400, 'INVALID_INPUT']);
  });
});

describe('the profile', () => {
  it('is the user of the session, under the names of the contract', async () => {
    await registered();
    expect(await json(await me(await signedIn()))).toEqual({
      fullName: 'Ines Rossi',
      email: 'ines@example.com',
      phoneNumber: null,
      address: null,
      isSubscribed: false,
      subscriptionDate: null,
      cancelAtPeriodEnd: false,
      canBeKept: false,
      accessUntil: null,
      renewsAt: null,
      paymentFailed: false,
      pendingEmail: null,
    });
  });

  it('is saved, unknown keys dropped', async () => {
    await registered();
    const cookie = await signedIn();
    const response = await edit(cookie, { fullName: '  Ömar H. ', address: 'Austin, TX', isSubscribed: true, id: 'x' });
    expect([response.status, await json(response)]).toMatchObject([
      200,
      { fullName: 'Ömar H.', phoneNumber: '512-555-0100', address: 'Austin, TX', isSubscribed: false },
    ]);
  });

  it('changes the e-mail only once the link sent to the new address is opened, and tells the old one', async () => {
    await registered();
    const cookie = await signedIn();
    expect(await json(await edit(cookie, { email: 'new@example.com' }))).toMatchObject({
      email: 'ines@example.com',
      pendingEmail: 'new@example.com',
    });
    const sent = await mails();
    expect(
      sent
        .slice(0, 2)
        .map(({ to, subject }) => `${to}: ${subject}`)
        .toSorted((a, b) => a.localeCompare(b)),
    ).toEqual([
      'ines@example.com: Your email address is about to change',
      'new@example.com: Confirm your new email address',
    ]);
    const warning = sent.find(({ subject }) => subject === 'Your email address is about to change');
    expect(warning?.text).toMatch(/If that was not you, reset your password at \S+\/signin now and write to us/);
    expect((await login({ username: 'new@example.com' })).status).toBe(401);
    expect(await json(await verify(await tokenOf('Confirm your new email address')))).toMatchObject({
      email: 'new@example.com',
    });
    expect((await login({ username: 'new@example.com' })).status).toBe(200);
    expect((await login()).status).toBe(401);
  });

  it('refuses another account’s address with 409', async () => {
    await registered();
    await register({ email: 'mei@example.com' });
    expect(await codeOf(await edit(await signedIn(), { email: 'mei@example.com' }))).toEqual([409, 'EMAIL_TAKEN']);
  });

  it('is closed to visitors', async () => {
    expect(await codeOf(await edit(''))).toEqual([401, 'NOT_SIGNED_IN']);
  });
});

describe('with CONCEAL_ACCOUNTS', () => {
  it('answers to known and unknown addresses alike, and tells the owner by mail', async () => {
    shop = await shopApp({ concealAccounts: true });
    const [first, second] = [await register(), await register({ fullName: 'Somebody Else' })];
    expect([first.status, await first.text()]).toEqual([second.status, await second.text()]);
    expect((await mails()).map(({ subject }) => subject)).toContain('You already have an account');
    const [known, unknown] = [await requestReset(), await requestReset('nobody@example.com')];
    expect([known.status, await known.text()]).toEqual([unknown.status, await unknown.text()]);
  });

  it('answers and counts a sign-in after a registration alike, whether or not the address was known', async () => {
    shop = await shopApp({ concealAccounts: true });
    const known = { email: 'mei@example.com', password: INES.password };
    await register({ ...known, password: 'the password of mei' });
    await verify(await tokenOf('Verify your email address'));
    for (const one of [known, INES]) expect((await register(one)).status).toBe(201);
    const after = async (username: string) => {
      const answers: unknown[] = [];
      for (let turn = 1; turn <= 6; turn += 1) {
        const answer = await login({ username });
        answers.push([answer.status, await answer.text()]);
      }
      return answers;
    };
    const answers = await after(INES.email);
    expect(answers[0]).toEqual([401, expect.stringContaining('Invalid credentials')]);
    expect(answers).toEqual(await after(known.email));
  });

  it('lets who has not opened the link of the registration in by it, and by a reset', async () => {
    shop = await shopApp({ concealAccounts: true });
    await register();
    expect((await login()).status).toBe(401);
    await verify(await tokenOf('Verify your email address'));
    expect((await login()).status).toBe(200);
    await register({ email: 'mei@example.com' });
    await requestReset('mei@example.com');
    await confirmReset(await tokenOf('Reset your password'));
    expect((await login({ username: 'mei@example.com', password: 'another-pass' })).status).toBe(200);
  });
});

describe('contact', () => {
  const write = (more: object = {}) =>
    shop.post('/api/contact', {
      name: 'Mei Tran',
      email: 'mei@example.com',
      subject: 'Lost mail',
      message: 'My mail is lost.\nPlease send it again.',
      ...more,
    });

  it('mails the message to the operator, with the sender to answer to', async () => {
    expect((await write()).status).toBe(200);
    const [mail] = await mails();
    expect(mail).toMatchObject({
      to: 'contact@homelead.example',
      replyTo: 'mei@example.com',
      subject: 'Contact: Lost mail',
    });
    expect(mail?.text).toContain('My mail is lost.\nPlease send it again.');
  });

  it('lets no line break into a header', async () => {
    await write({ subject: 'Hi\r\nBcc: all@example.com', name: 'Mei\nTo: x@example.com' });
    const [mail] = await mails();
    expect(mail?.subject).toBe('Contact: Hi Bcc: all@example.com');
    expect(mail?.to).toBe('contact@homelead.example');
  });

  it('keeps spam to itself, and answers it the same', async () => {
    const response = await write({ website: 'https://spam.example' });
    expect([response.status, await json(response)]).toEqual([200, { message: 'Message Sent!' }]);
    expect(await mails()).toEqual([]);
  });

  it('refuses a message of nine characters, spaces around it not counted', async () => {
    const response = await write({ message: '  nine char  ' });
    expect(await json(response)).toMatchObject({ fields: { message: 'Message must be at least 10 characters' } });
    expect((await write({ message: 'ten chars.' })).status).toBe(200);
  });

  it('counts the characters of a message as people do, not the halves that some are stored in', async () => {
    expect(await codeOf(await write({ message: '🏡'.repeat(9) }))).toEqual([400, 'INVALID_INPUT']);
    for (const length of [10, 5_000]) expect((await write({ message: '🏡'.repeat(length) })).status).toBe(200);
  });

  it('counts no characters that nobody sees, and mails none', async () => {
    const response = await write({ message: '\u200B\u202Enine char\u2060\uFEFF' });
    expect(await json(response)).toMatchObject({ fields: { message: 'Message must be at least 10 characters' } });
    await write({ name: '\u202EMei\u200B', subject: 'Hi\u200B', message: 'It \u202Eis \u200Blost 👩\u200D👧' });
    const [mail] = await mails();
    expect(mail?.subject).toBe('Contact: Hi');
    expect(mail?.text).toContain('Name: Mei\n');
    expect(mail?.text).toContain('\nIt is lost 👩\u200D👧\n');
  });

  it('takes three messages in five minutes', async () => {
    for (let turn = 1; turn <= 3; turn += 1) expect((await write()).status).toBe(200);
    const refused = await write();
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(270);
    expect(await codeOf(refused)).toEqual([429, 'TOO_MANY_TRIES']);
  });
});

describe('what the forms refuse', () => {
  it.each([
    [{ email: 'omar@' }, 'email', 'Invalid email address'],
    [{ email: 'a@b.c\r\nBcc: x@y.zz' }, 'email', 'must not hold control characters'],
    [{ password: '12345' }, 'password', 'Password must be at least 6 characters'],
    [{ password: 'x'.repeat(129) }, 'password', 'Password must be at most 128 characters'],
    [{ password: '🏡'.repeat(5) }, 'password', 'Password must be at least 6 characters'],
    [{ password: '🏡'.repeat(129) }, 'password', 'Password must be at most 128 characters'],
    [{ password: 'nul\u0000byte' }, 'password', 'must not hold control characters'],
    [{ fullName: '   ' }, 'fullName', 'Full name is required'],
    [{ fullName: 'a\u0000b' }, 'fullName', 'must not hold control characters'],
    [{ fullName: 7 }, 'fullName', 'must be a text'],
  ])('refuses to register %j', async (more, field, text) => {
    const response = await register(more);
    expect([response.status, await json(response)]).toMatchObject([
      400,
      { code: 'INVALID_INPUT', fields: { [field]: text } },
    ]);
  });

  it.each([6, 128])('takes a password of %i characters, whatever they are, and signs in with it', async (length) => {
    const password = '🏡'.repeat(length);
    expect((await register({ password })).status).toBe(201);
    await verify(await tokenOf('Verify your email address'));
    expect((await login({ password })).status).toBe(200);
  });

  it('takes names and addresses of any language', async () => {
    expect((await register({ fullName: "Zoë 漢字 O'Brien 🏡", email: 'zoë@bücher.example' })).status).toBe(201);
  });

  it('takes a form only as a form, and each field once', async () => {
    const asJson = await shop.post('/api/auth/login', { username: INES.email, password: INES.password });
    expect(await codeOf(asJson)).toEqual([415, 'WRONG_CONTENT_TYPE']);
    const twice = await shop.app.request('https://shop.example/api/auth/login', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'username=a%40b.cc&username=c%40d.ee&password=secret1',
    });
    expect(await codeOf(twice)).toEqual([400, 'INVALID_INPUT']);
  });
});

it('a link is made when its mail is sent: 24 hours count from then', async () => {
  await register();
  shop.clock.step(23 * HOUR);
  const token = await tokenOf('Verify your email address');
  shop.clock.step(2 * HOUR);
  expect((await verify(token)).status).toBe(200);
});
