import { beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { DEFAULT_LIMITS } from '#application/ports/limiter.ts';
import type { Limits } from '#application/ports/limiter.ts';
import { codeOf, me, signIn } from './members.ts';
import { SHOP, firstLead, shopApp } from './shop-app.ts';
import type { ShopApp } from './shop-app.ts';

const PLENTY = Object.fromEntries(
  Object.keys(DEFAULT_LIMITS).map((name) => [name, { tries: 100_000, seconds: 60 }]),
) as Limits;

const LOGIN = '/api/auth/login';
const COUPON = '/api/stripe/validate-coupon';
const WEBHOOK = '/api/stripe/webhook';

let shop: ShopApp;
beforeAll(async () => {
  shop = await shopApp({ limits: PLENTY });
});

/** A body without a length: it is known only once it has been read. */
const streamed = (bytes: number): ReadableStream<Uint8Array> => {
  let left = bytes;
  return new ReadableStream({
    pull: (controller) => {
      const piece = new Uint8Array(Math.min(left, 8_192)).fill(0x20);
      left -= piece.length;
      if (piece.length > 0) controller.enqueue(piece);
      else controller.close();
    },
  });
};

const postStream = async (path: string, bytes: number, type = 'application/json') =>
  shop.app.request(`${SHOP}${path}`, {
    method: 'POST',
    headers: { 'content-type': type },
    body: streamed(bytes),
    duplex: 'half',
  } as RequestInit);

const postForm = async (form: string): Promise<Response> =>
  shop.app.request(SHOP + LOGIN, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: form,
  });

describe('a body', () => {
  it.each([
    [COUPON, 64, 'application/json'],
    [LOGIN, 64, 'application/x-www-form-urlencoded'],
    [WEBHOOK, 256, 'application/json'],
  ])('to %s has %d KiB at most, also where no length is told', async (path, kib, type) => {
    const most = kib * 1_024;
    for (const bytes of [most + 1, 4 * most]) {
      expect(await codeOf(await postStream(path, bytes, type))).toEqual([413, 'BODY_TOO_LARGE']);
      const told = await shop.post(path, ' '.repeat(bytes), { 'content-type': type });
      expect(await codeOf(told)).toEqual([413, 'BODY_TOO_LARGE']);
    }
    for (const answer of [
      await postStream(path, most, type),
      await shop.post(path, ' '.repeat(most), { 'content-type': type }),
    ])
      expect(answer.status).toBe(400);
  });
});

describe('the length that a body tells', () => {
  const tell = (length: string, more: Readonly<Record<string, string>> = {}) =>
    shop.post(COUPON, {}, { 'content-type': 'application/json', 'content-length': length, ...more });

  it.each(['65537', '9'.repeat(400), '-', '1e9'])('is enough to refuse it: %s', async (length) => {
    expect(await codeOf(await tell(length))).toEqual([413, 'BODY_TOO_LARGE']);
  });

  it('may be the most that there is', async () => {
    expect(await codeOf(await tell('65536'))).toEqual([400, 'INVALID_INPUT']);
  });

  it('says nothing where it comes in pieces', async () => {
    expect(await codeOf(await tell('65537', { 'transfer-encoding': 'chunked' }))).toEqual([400, 'INVALID_INPUT']);
    const pieces = { 'content-type': 'application/json', 'content-length': '2', 'transfer-encoding': 'chunked' };
    expect(await codeOf(await shop.post(COUPON, ' '.repeat(65_537), pieces))).toEqual([413, 'BODY_TOO_LARGE']);
  });
});

describe('a parameter', () => {
  it.each([
    ['page', 'GET', '/api/good-lead/unsold?page=1&page=2'],
    ['search', 'GET', '/api/good-lead/unsold?search=a&search=a'],
    ['session_id', 'GET', '/api/stripe/checkout-session?session_id=a&session_id=b&lead=c'],
    ['token', 'POST', `/api/auth/verify?token=${'x'.repeat(43)}&token=${'y'.repeat(43)}`],
    ['tokenType', 'POST', `/api/auth/verify-token?token=x&tokenType=PASSWORD_RESET&tokenType=PASSWORD_RESET`],
  ])('that is given twice is refused by its name: %s by %s %s', async (name, method, path) => {
    const answer = await shop.app.request(SHOP + path, { method });
    expect(await answer.clone().json()).toMatchObject({ message: `${name} is given twice` });
    expect(await codeOf(answer)).toEqual([400, 'INVALID_INPUT']);
  });

  it('that is twice in a form is refused by its name, too', async () => {
    const answer = await postForm('username=a@example.com&username=b@example.com&password=sample-pass');
    expect(await answer.json()).toMatchObject({ code: 'INVALID_INPUT', message: 'username is given twice' });
  });
});

describe('a parameter that a call does not know', () => {
  it.each(['x=1', 'x=1&x=2', '__proto__=1&__proto__=2'])('is ignored, however often it is given: %s', async (query) => {
    expect((await shop.get(`/api/good-lead/unsold?${query}`)).status).toBe(200);
    const answer = await postForm(`username=jo@example.com&password=sample-pass&${query}`);
    expect(await codeOf(answer)).toEqual([401, 'INVALID_CREDENTIALS']);
  });
});

describe('the keys of every object', () => {
  const POLLUTING = '{"__proto__":{"isSubscribed":true,"polluted":1},"constructor":{"prototype":{"polluted":1}}';

  it('stay what they are, whatever is sent as JSON, as a form or as a query', async () => {
    const cookie = await signIn(shop);
    const query = '__proto__[polluted]=1&constructor.prototype.polluted=1&__proto__=1&constructor=1';
    await shop.post(COUPON, `${POLLUTING},"couponCode":"A","amount":1,"leadId":"x"}`);
    await shop.get(`/api/good-lead/unsold?${query}`);
    await postForm(query);
    const edit = `${POLLUTING},"fullName":"Ann Poe","email":"ann@example.com","phone":"512-555-0142"}`;
    await shop.app.request(`${SHOP}/api/auth/me`, {
      method: 'PUT',
      headers: { cookie, 'content-type': 'application/json' },
      body: edit,
    });
    expect('polluted' in {}).toBe(false);
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect((await me(shop, cookie))['isSubscribed']).toBe(false);
  });
});

describe('a text', () => {
  const GOOD_TEXTS = [
    "O'Brien",
    '漢字 かな',
    '🏡👩‍👩‍👧',
    '100 % sure_',
    'Null',
    'undefined',
    '\u0645\u0631\u062D\u0628\u0627',
    'Zoe\u0308',
    '-- ; drop table lead',
  ];
  let cookie = '';
  beforeEach(async () => {
    shop = await shopApp({ limits: PLENTY });
    cookie = await signIn(shop);
  });

  const edit = (more: object) =>
    shop.put(
      '/api/auth/me',
      { fullName: 'Ann', email: 'omar@example.com', phone: '512-555-0142', ...more },
      { cookie },
    );
  const write = (more: object) =>
    shop.post('/api/contact', {
      name: 'Mei',
      email: 'm@example.com',
      subject: 'Hi',
      message: 'Ten characters.',
      ...more,
    });
  const register = (more: object) =>
    shop.post('/api/auth/register', { email: 'a@example.com', password: 'sample-pass', fullName: 'A', ...more });
  const buy = async (more: object) => {
    const { id, price } = await firstLead(shop);
    return shop.post('/api/stripe/create-checkout-session', { leadId: id, amount: price, ...more });
  };
  const search = (more: Record<string, string>) => shop.get(`/api/good-lead/unsold?${new URLSearchParams(more)}`);
  const open = (more: Record<string, string>) =>
    shop.post(`/api/auth/verify?${new URLSearchParams({ token: 'x', ...more })}`, '');
  const verifyPayment = async (more: Record<string, string>) =>
    shop.get(`/api/stripe/checkout-session?${new URLSearchParams({ lead: (await firstLead(shop)).id, ...more })}`);
  const email = (length: number): string => {
    const [local, label] = ['a'.repeat(64), 'b'.repeat(60)];
    const domain = `${label}.${label}.${label}.`;
    return `${local}@${domain}${'c'.repeat(length - local.length - 1 - domain.length)}`;
  };

  it.each<
    [
      field: string,
      longest: number,
      send: (text: string) => Response | Promise<Response>,
      text?: (length: number) => string,
    ]
  >([
    ['a name', 120, (fullName) => edit({ fullName })],
    ['an address', 200, (address) => edit({ address })],
    ['a phone number', 30, (phone) => edit({ phone })],
    ['an e-mail address', 254, (text) => register({ email: text }), email],
    ['a password', 128, (password) => register({ password })],
    ['the name of a sender', 120, (name) => write({ name })],
    ['a subject', 200, (subject) => write({ subject })],
    ['a message', 5_000, (message) => write({ message })],
    ['a description', 300, (description) => buy({ description })],
    ['a search', 200, (text) => search({ search: text })],
    ['a token', 128, (token) => open({ token })],
    ['a session', 255, (session_id) => verifyPayment({ session_id })],
  ])(
    'is never longer than is known: %s has %d characters at most',
    async (_field, longest, send, text = (length) => 'x'.repeat(length)) => {
      const tooLong = await send(text(longest + 1));
      expect(await codeOf(tooLong)).toEqual([400, 'INVALID_INPUT']);
      const longestOne = await send(text(longest));
      expect((await codeOf(longestOne))[1]).not.toBe('INVALID_INPUT');
    },
  );

  it('is measured in characters as people count them, so a house is one', async () => {
    expect((await edit({ fullName: '🏡'.repeat(120), address: '🏡'.repeat(200) })).status).toBe(200);
    expect(await codeOf(await edit({ fullName: '🏡'.repeat(121) }))).toEqual([400, 'INVALID_INPUT']);
  });

  it.each([undefined, null, '', '1234'])('is not wiped out by an edit whose phone number is %j', async (phone) => {
    const before = await me(shop, cookie);
    expect(before['phoneNumber']).toBe('(512) 555-0142');
    expect(await codeOf(await edit({ phone }))).toEqual([400, 'INVALID_INPUT']);
    expect(await me(shop, cookie)).toEqual(before);
  });

  it.each([
    ['a form’s own sentence', () => register({ fullName: ' ' }), 'fullName', 'Full name is required'],
    [
      'the first of its faults',
      () => register({ password: '\0' }),
      'password',
      'Password must be at least 6 characters',
    ],
    ['a fault after its field', () => edit({ phone: undefined }), 'phone', 'phone is missing'],
    ['what two fields say together', () => search({ size: '5', limit: '6' }), 'body', 'size and limit differ'],
  ])('that is refused is told by %s', async (_, send, field, message) => {
    const body = (await (await send()).json()) as { message: string; error: string; fields: object };
    expect([body.message, body.error, Object.keys(body.fields)]).toEqual([message, message, [field]]);
  });

  it('of any language is taken as it is', async () => {
    for (const fullName of GOOD_TEXTS) {
      const answer = await edit({ fullName, address: fullName });
      expect([answer.status, await answer.json()]).toMatchObject([200, { fullName, address: fullName }]);
      expect((await search({ search: fullName })).status).toBe(200);
    }
  });

  it.each(['\0', '\u0001', '\u007F', '\u0085', '\u009F', '\u2028', '\u2029', '\uFFFE', '\uFFFF', '\uD800', 'a\nb'])(
    'with a character that no line has is refused: %j',
    async (character) => {
      const answer = await edit({ fullName: `Ann${character}Poe` });
      expect(await codeOf(answer)).toEqual([400, 'INVALID_INPUT']);
    },
  );

  it('of one line is taken as it was pasted: a tab or a wide space becomes one space, and around it is none', async () => {
    const pasted = '\t Ann\t\u00A0Poe\r\n';
    expect((await edit({ fullName: pasted, address: 'Denver\tCO', phone: '512\t555 0142 ' })).status).toBe(200);
    expect(await me(shop, cookie)).toMatchObject({
      fullName: 'Ann Poe',
      address: 'Denver CO',
      phoneNumber: '512 555 0142',
    });
    const found = async (text: string) => (await search({ search: text })).text();
    const [plain, ...others] = await Promise.all(['Austin', '\tAustin\n', 'Austin\t', '\u00A0Austin '].map(found));
    expect(plain).toContain('Austin');
    for (const other of others) expect(other).toEqual(plain);
  });

  it('of one line loses what nobody sees, as it was copied from a page or an address book', async () => {
    const copied = {
      fullName: '\u2066Ann\u200B Poe\u2069',
      phone: '\u202A512 555 0142\u202C',
      address: 'Den\u00ADver',
    };
    expect((await edit(copied)).status).toBe(200);
    expect(await me(shop, cookie)).toMatchObject({
      fullName: 'Ann Poe',
      phoneNumber: '512 555 0142',
      address: 'Denver',
    });
    for (const blank of ['\u200B', '\u200D\u200C', ' \u3164 ', '\u115F\u1160\uFFA0'])
      for (const answer of [
        await edit({ fullName: blank }),
        await write({ name: blank }),
        await write({ subject: blank }),
      ])
        expect(await codeOf(answer)).toEqual([400, 'INVALID_INPUT']);
    expect((await write({ name: '\u202E', subject: 'Leads' })).status).toBe(400);
    const login = { username: '\u202Aomar@example.com\u202C', password: 'sample-pass' };
    expect((await shop.submit(LOGIN, login)).status).toBe(200);
  });

  it('that is too long for a password or a trap is told in our own words, or not at all', async () => {
    const wrong = await shop.submit(LOGIN, { username: 'omar@example.com', password: 'x'.repeat(1_001) });
    expect([wrong.status, await wrong.json()]).toMatchObject([
      400,
      { fields: { password: 'Password must be at most 128 characters' } },
    ]);
    expect((await write({ website: 'x'.repeat(30_000) })).status).toBe(200);
  });
});
