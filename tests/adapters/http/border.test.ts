import { beforeAll, describe, expect, it, vi } from 'vitest';

import { DEFAULT_LIMITS } from '#application/ports/limiter.ts';

import { SHOP, shopApp } from './shop-app.ts';
import type { ShopApp } from './shop-app.ts';

const COUPON = '/api/stripe/validate-coupon';

let shop: ShopApp;
beforeAll(async () => {
  shop = await shopApp();
});

const codeOf = async (response: Response) => [response.status, ((await response.json()) as { code: string }).code];

describe('the border of the product', () => {
  it.each([['{"a":'], ['[]'], ['null'], ['"text"'], [''], ['{"couponCode":"A","amount":NaN}']])(
    'answers 400 to the body %s',
    async (body) => {
      expect(await codeOf(await shop.post(COUPON, body))).toEqual([400, 'INVALID_INPUT']);
    },
  );

  it.each([
    ['application/json', '{"couponCode":"Jos\xE9","amount":20,"leadId":"x"}'],
    ['application/x-www-form-urlencoded', 'username=Jos\xE9&password=sample-pass'],
    ['application/x-www-form-urlencoded', 'username=jo@example.com&password=sample%FFpass'],
    ['application/x-www-form-urlencoded', 'username=jo@example.com&password=%ED%A0%80%ED%A0%80'],
  ])(
    'answers 400 to bytes that are not UTF-8, as %s, and keeps none of them with marks in their place',
    async (type, text) => {
      const path = type === 'application/json' ? COUPON : '/api/auth/login';
      const response = await shop.app.request(SHOP + path, {
        method: 'POST',
        headers: { 'content-type': type },
        body: new Uint8Array(Buffer.from(text, 'latin1')),
      });
      expect([response.status, await response.json()]).toMatchObject([
        400,
        { code: 'INVALID_INPUT', message: 'The body is not valid UTF-8.' },
      ]);
    },
  );

  it('reads whatever else is in a form: signs of every script, and a per cent sign that nobody has encoded', async () => {
    const login = (password: string) =>
      shop.app.request(`${SHOP}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: `username=li@example.com&password=${password}`,
      });
    for (const password of ['%E6%BC%A2%F0%9F%8F%A0+%EF%BF%BD', '漢%F0%9F%8F%A0', '100%', '%4', '%zz%41'])
      expect(await codeOf(await login(password))).toEqual([401, 'INVALID_CREDENTIALS']);
  });

  it.each([
    ['{"a":', 'The body is not valid JSON.'],
    ['[]', 'The body must be a JSON object.'],
    ['null', 'The body must be a JSON object.'],
    ['7', 'The body must be a JSON object.'],
  ])('says of the body %s what is wrong with it', async (body, message) => {
    expect(await (await shop.post(COUPON, body)).json()).toMatchObject({ code: 'INVALID_INPUT', message });
  });

  it.each([
    'application/json;charset=UTF-8',
    'application/json; charset="utf-8"',
    'Application/JSON ; Charset=utf-8 ; version=1',
    'application/json; version=1',
  ])('takes JSON as programs send it: %s', async (type) => {
    const wish = { couponCode: 'NONE', amount: 20, leadId: '01890000-0000-7000-8000-000000000000' };
    const response = await shop.post(COUPON, wish, { 'content-type': type, 'content-encoding': 'Identity' });
    expect(await codeOf(response)).toEqual([404, 'LEAD_UNKNOWN']);
  });

  it('answers 413 to a body of more than 64 KiB', async () => {
    const response = await shop.post(COUPON, { couponCode: 'x'.repeat(65 * 1024) });
    expect(await codeOf(response)).toEqual([413, 'BODY_TOO_LARGE']);
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    '',
    'application/json; charset=latin1',
    'application/json; charset=utf-80',
    'application/json; charset=cutf-8',
  ])('answers 415 to JSON sent as %j', async (type) => {
    expect(await codeOf(await shop.post(COUPON, {}, { 'content-type': type }))).toEqual([415, 'WRONG_CONTENT_TYPE']);
  });

  it('answers 503 with a time to come back when an answer takes too long, however many waits it is made of', async () => {
    const silent = await shopApp({
      around: (outside) => ({
        ...outside,
        marketplace: { ...outside.marketplace, unsold: () => new Promise(() => {}) },
      }),
    });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    try {
      const answer = silent.get('/api/good-lead/unsold');
      await vi.advanceTimersByTimeAsync(8_000);
      const response = await answer;
      expect(response.headers.get('retry-after')).toBe('5');
      expect(await codeOf(response)).toEqual([503, 'STORE_UNAVAILABLE']);
    } finally {
      vi.useRealTimers();
    }
  });

  it('answers 503 at once to more sign-ins at a time than passwords can wait', async () => {
    const { promise: isOpen, resolve: open } = Promise.withResolvers<void>();
    const slow = await shopApp({
      around: (outside) => ({
        ...outside,
        passwords: { ...outside.passwords, check: () => isOpen.then(() => 'wrong' as const) },
      }),
      limits: { ...DEFAULT_LIMITS, 'login-address': { tries: 100, seconds: 60 } },
    });
    const signIn = (number: number) =>
      slow.submit('/api/auth/login', { username: `u-${number}@example.com`, password: 'sample-pass' });
    const waiting = Array.from({ length: 32 }, (_, number) => signIn(number));
    const sentAway = await signIn(32);
    expect(sentAway.headers.get('retry-after')).toBe('5');
    expect(await codeOf(sentAway)).toEqual([503, 'BUSY']);
    expect((await slow.get('/api/good-lead/unsold')).status).toBe(200);
    open();
    for (const answer of waiting) expect(await codeOf(await answer)).toEqual([401, 'INVALID_CREDENTIALS']);
    expect((await signIn(33)).status).toBe(401);
  });

  it('lets no other site change anything', async () => {
    const foreign = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example' },
      { origin: `${SHOP}:8443` },
    ];
    for (const headers of foreign)
      expect(await codeOf(await shop.post(COUPON, {}, headers))).toEqual([403, 'CROSS_ORIGIN']);
    const ours = [{ 'sec-fetch-site': 'same-origin' }, { 'sec-fetch-site': 'none' }, { origin: SHOP }, {}];
    for (const headers of ours)
      expect((await shop.post(COUPON, {}, headers as Record<string, string>)).status).toBe(400);
  });

  it('lets other sites lead here, and look whether it is there', async () => {
    const foreign = { 'sec-fetch-site': 'cross-site', origin: 'https://other.example' };
    for (const path of ['/', '/api/good-lead/unsold'])
      for (const method of ['GET', 'HEAD'])
        expect((await shop.app.request(SHOP + path, { method, headers: foreign })).status).toBe(200);
  });

  it('lets no other site export in the name of a subscriber', async () => {
    const path = '/api/good-lead/export';
    for (const site of ['cross-site', 'same-site'])
      expect(await codeOf(await shop.get(path, { 'sec-fetch-site': site }))).toEqual([403, 'CROSS_ORIGIN']);
    for (const site of ['same-origin', 'none'])
      expect(await codeOf(await shop.get(path, { 'sec-fetch-site': site }))).toEqual([401, 'NOT_SIGNED_IN']);
  });

  it('answers 404 JSON to an unknown path under /api, in any spelling of a known one', async () => {
    for (const path of ['/api/nothing', '/api//good-lead/unsold', '/api/Good-Lead/unsold', '/api/good-lead/unsold/'])
      expect(await codeOf(await shop.get(path))).toEqual([404, 'NOT_FOUND']);
  });

  it('answers 405 and the methods that a known path takes', async () => {
    const response = await shop.get(COUPON);
    expect(response.headers.get('allow')).toBe('POST');
    expect(await codeOf(response)).toEqual([405, 'METHOD_NOT_ALLOWED']);
  });

  it('answers 401 to whoever asks for the signed-in user without a session', async () => {
    expect(await codeOf(await shop.get('/api/auth/me'))).toEqual([401, 'NOT_SIGNED_IN']);
  });

  it('answers a page for a known path, and the same page with 404 for an unknown one', async () => {
    expect((await shop.get('/')).status).toBe(200);
    expect((await shop.get('/success?session_id=a&lead=b')).status).toBe(200);
    expect((await shop.get('/no/such/page')).status).toBe(404);
  });

  it('serves no hidden file and none outside the web', async () => {
    for (const path of ['/.env', '/assets/../../package.json', '/%2e%2e/package.json', '/.git/config.txt'])
      expect((await shop.get(path)).status).toBe(404);
  });

  it('brings the weekly event as a calendar file', async () => {
    const response = await shop.get('/new-leads.ics');
    expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    expect(await response.text()).toContain('RRULE:FREQ=WEEKLY;BYDAY=MO\r\n');
  });

  it('sends every page and answer with the security headers', async () => {
    const page = (await shop.get('/')).headers;
    expect(page.get('content-security-policy')).toBe(
      [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",

        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
        'upgrade-insecure-requests',
      ].join('; '),
    );
    expect(page.get('x-content-type-options')).toBe('nosniff');
    expect(page.get('referrer-policy')).toBe('no-referrer');
    expect(page.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
    const api = (await shop.get('/api/auth/me')).headers;
    expect(api.get('cache-control')).toBe('no-store');
    expect(api.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
    expect(api.get('access-control-allow-origin')).toBeNull();
  });

  it('rejects a notification that the provider has not signed', async () => {
    expect(await codeOf(await shop.post('/api/stripe/webhook', { id: 'evt_1' }))).toEqual([
      400,
      'NOTIFICATION_REJECTED',
    ]);
  });

  it('answers an unexpected fault without telling what it was', async () => {
    const broken = await shopApp({ broken: true });
    const response = await broken.get('/api/good-lead/unsold');
    const text = await response.text();
    expect(response.status).toBe(500);
    expect(text).not.toMatch(/leaked|SELECT|at /);
  });
});
