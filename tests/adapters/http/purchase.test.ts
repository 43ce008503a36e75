import { beforeEach, describe, expect, it } from 'vitest';

import { StoreUnavailable } from '#application/ports/atomically.ts';
import { TERMS } from '#domain/terms.ts';
import { SHOP, firstLead, shopApp } from './shop-app.ts';
import type { ShopApp } from './shop-app.ts';

const TOO_MANY_CODES =
  'Too many coupon codes were tried. Please try again in 10 minutes, or clear the code to buy without a coupon.';
const UNKNOWN_ID = '01900000-0000-7000-8000-ffffffffffff';

let shop: ShopApp;
let lead: { readonly id: string; readonly price: number };

beforeEach(async () => {
  shop = await shopApp();
  lead = await firstLead(shop);
});

const json = async (response: Response) => (await response.json()) as Record<string, unknown>;

const validate = (more: object = {}) =>
  shop.post('/api/stripe/validate-coupon', { couponCode: 'WELCOME10', amount: lead.price, leadId: lead.id, ...more });

const checkout = (more: object = {}, headers: Record<string, string> = {}) =>
  shop.post(
    '/api/stripe/create-checkout-session',
    { leadId: lead.id, amount: lead.price, description: 'Buyer Lead in Austin', ...more },
    headers,
  );

const opened = async (more: object = {}) => {
  const response = await checkout(more);
  expect(response.status).toBe(200);
  const { id, url } = (await response.json()) as { id: string; url: string };
  const cookie = (response.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  return { id, path: new URL(url).pathname, cookie };
};

const verify = async (id: string, cookie = '', leadId = lead.id) =>
  json(await shop.get(`/api/stripe/checkout-session?session_id=${id}&lead=${leadId}`, { cookie }));

const mails = async () => (await (await shop.get('/dev/mailbox.json')).json()) as { to: string; text: string }[];

describe('the consent of whoever buys', () => {
  const termsOf = async (ref: string) =>
    (await shop.store.atomically(({ purchases }) => purchases.findByCheckout(ref)))?.terms;

  it('is kept with the version, the time, the address and at most 300 characters of the browser', async () => {
    const userAgent = `Mozilla/5.0 ${'x'.repeat(400)}`;
    const request = {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': userAgent },
      body: JSON.stringify({ leadId: lead.id, amount: lead.price, termsVersion: TERMS.version }),
    };
    const socket = { remoteAddress: '203.0.113.7', remotePort: 40_000 };
    const answer = await shop.app.request(`${SHOP}/api/stripe/create-checkout-session`, request, {
      incoming: { socket },
    });
    const { id } = (await answer.json()) as { id: string };
    expect(await termsOf(id)).toEqual({
      version: TERMS.version,
      textHash: expect.any(String) as string,
      acceptedAt: shop.clock(),
      clientAddress: '203.0.113.7',
      userAgent: userAgent.slice(0, 300),
    });
  });
});

describe('who leaves the hosted page', () => {
  const leave = async (outcome: 'pay' | 'cancel', more: object = {}) => {
    const { id, path } = await opened(more);
    const left = await shop.submit(path, { outcome, email: 'dana@example.com' });
    return { id, to: left.headers.get('location') };
  };

  it('paid comes to the success page, which knows the checkout and the lead', async () => {
    const { id, to } = await leave('pay');
    expect(to).toBe(`${SHOP}/success?session_id=${id}&lead=${lead.id}`);
  });

  it.each([
    [undefined, '/?cancelled=1'],
    ['/?city=austin&page=2', '/?city=austin&page=2&cancelled=1'],
  ])('without paying goes back to the page that the buyer came from (%s), which hears of it', async (returnTo, at) => {
    expect((await leave('cancel', { returnTo })).to).toBe(SHOP + at);
  });
});

describe('POST /api/stripe/validate-coupon', () => {
  it('answers the discounted price of a valid coupon', async () => {
    expect(await json(await validate())).toMatchObject({ valid: true, discountedPrice: 22.5 });
  });

  it.each(['NOPE', 'EXPIRED', 'not a code!', ''])('answers 200 and valid false for %j', async (couponCode) => {
    const response = await validate({ couponCode });
    expect([response.status, await json(response)]).toMatchObject([200, { valid: false, discountedPrice: 25 }]);
  });

  it.each([41, 65, 60_000])(
    'lets the shop decide about a code of %d characters: 200 and valid false',
    async (length) => {
      const response = await validate({ couponCode: 'x'.repeat(length) });
      expect([response.status, await json(response)]).toEqual([
        200,
        { valid: false, discountedPrice: 25, message: 'Coupon is invalid or has expired.' },
      ]);
    },
  );

  it.each(['TEN\nOFF', 'TEN\u0085', '\u202E', '🏡'.repeat(50), '漢字'])(
    'lets the shop decide about text that is no code, 200 and valid false: %j',
    async (couponCode) => {
      const response = await validate({ couponCode });
      expect([response.status, await json(response)]).toMatchObject([200, { valid: false }]);
    },
  );

  it('knows a code that was pasted with what stood around it', async () => {
    expect(await json(await validate({ couponCode: `\t WELCOME10 ${' '.repeat(90)}\r\n` }))).toMatchObject({
      valid: true,
    });
  });

  it.each(['TEN\0OFF', '\uD800', 7, null, undefined, ['TENOFF']])(
    'refuses %j, which is no text, with 400',
    async (couponCode) => {
      const response = await validate({ couponCode });
      expect([response.status, (await json(response))['code']]).toEqual([400, 'INVALID_INPUT']);
    },
  );

  it('answers 404 for an unknown lead', async () => {
    const response = await validate({ leadId: UNKNOWN_ID });
    expect([response.status, (await json(response))['code']]).toEqual([404, 'LEAD_UNKNOWN']);
  });

  it('refuses the eleventh try in ten minutes with 429 and Retry-After, and names the code', async () => {
    for (let turn = 1; turn <= 10; turn += 1)
      expect((await validate({ couponCode: `GUESS${turn}` })).status, `try ${turn}`).toBe(200);
    for (const couponCode of ['GUESS11', 'WELCOME10']) {
      const response = await validate({ couponCode });
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(570);
      expect([response.status, await json(response)]).toEqual([
        429,
        {
          code: 'TOO_MANY_TRIES',
          error: TOO_MANY_CODES,
          message: TOO_MANY_CODES,
          fields: { couponCode: TOO_MANY_CODES },
        },
      ]);
    }
  });

  it('counts every code as a try, right ones too, and leaves the checkouts of an office with a right one alone', async () => {
    for (let turn = 1; turn <= 10; turn += 1) expect((await validate()).status, `try ${turn}`).toBe(200);
    expect((await validate()).status).toBe(429);
    for (let turn = 1; turn <= 12; turn += 1)
      expect((await checkout({ couponCode: 'WELCOME10' })).status, `checkout ${turn}`).toBe(200);
  });

  it('counts a refused one for the checkout too, and those of the checkout here', async () => {
    for (let turn = 1; turn <= 5; turn += 1) {
      expect((await validate({ couponCode: `GUESS${turn}` })).status).toBe(200);
      expect((await checkout({ couponCode: `OTHER${turn}` })).status).toBe(409);
    }
    expect((await checkout({ couponCode: 'WELCOME10' })).status).toBe(429);
    expect((await validate()).status).toBe(429);
    expect((await checkout()).status).toBe(200);
  });
});

describe('POST /api/stripe/create-checkout-session', () => {
  it('answers the session and the hosted page to go to', async () => {
    const { id, path } = await opened();
    expect(path).toBe(`/dev/checkout/${id}`);
  });

  it('gives the browser a random cookie for 180 days that scripts cannot read', async () => {
    const cookie = (await checkout()).headers.get('set-cookie');
    expect(cookie).toMatch(/^__Host-visitor=[\w-]{43}; Max-Age=15552000; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
  });

  it('takes the list price and the discounted price, and answers 409 PRICE_CHANGED with the right price for any other', async () => {
    expect((await checkout({ couponCode: 'WELCOME10' })).status).toBe(200);
    expect((await checkout({ couponCode: 'WELCOME10', amount: 22.5 })).status).toBe(200);
    const response = await checkout({ couponCode: 'WELCOME10', amount: 1 });
    expect([response.status, await json(response)]).toMatchObject([409, { code: 'PRICE_CHANGED', price: 22.5 }]);
  });

  it.each(['EXPIRED', 'x'.repeat(65), 'TEN\tOFF'])(
    'answers 409 COUPON_REFUSED for a coupon that does not count: %j',
    async (couponCode) => {
      const response = await checkout({ couponCode });
      expect([response.status, (await json(response))['code']]).toEqual([409, 'COUPON_REFUSED']);
    },
  );

  it('answers a right code as a wrong one after ten that were refused in ten minutes, and still sells without any', async () => {
    for (let turn = 1; turn <= 10; turn += 1) expect((await checkout({ couponCode: `GUESS${turn}` })).status).toBe(409);
    for (const couponCode of ['GUESS11', 'EXPIRED', 'WELCOME10', ' welcome10 ']) {
      const response = await checkout({ couponCode });
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
      const { code, fields } = await json(response);
      expect([response.status, code, fields]).toEqual([429, 'TOO_MANY_TRIES', { couponCode: TOO_MANY_CODES }]);
    }
    for (const couponCode of [undefined, null, '', '  ']) expect((await checkout({ couponCode })).status).toBe(200);
  });

  it('counts only codes that were refused, however many checkouts have a right one or end otherwise', async () => {
    for (let turn = 1; turn <= 12; turn += 1) {
      expect((await checkout({ couponCode: 'WELCOME10' })).status).toBe(200);
      expect((await checkout({ couponCode: 'WELCOME10', amount: 1 })).status).toBe(409);
      expect((await checkout({ couponCode: 'GUESS', leadId: UNKNOWN_ID })).status).toBe(404);
    }
    expect((await validate()).status).toBe(200);
  });

  it('counts no code of a checkout that broke off', async () => {
    let isDown = true;
    shop = await shopApp({
      around: (outside) => ({
        ...outside,
        atomically: (work) => (isDown ? Promise.reject(new StoreUnavailable('away')) : outside.atomically(work)),
      }),
    });
    for (let turn = 1; turn <= 12; turn += 1) expect((await checkout({ couponCode: 'WELCOME10' })).status).toBe(503);
    isDown = false;
    lead = await firstLead(shop);
    expect((await checkout({ couponCode: 'WELCOME10' })).status).toBe(200);
  });

  it('answers 409 LEAD_SOLD once the lead is sold', async () => {
    const { id, path } = await opened();
    await shop.submit(path, { outcome: 'pay', email: 'dana@example.com' });
    await verify(id);
    const response = await checkout();
    expect([response.status, (await json(response))['code']]).toEqual([409, 'LEAD_SOLD']);
  });

  it('tells the browser that has bought the lead so, once more at the terms and at the coupon, and no other one', async () => {
    const { id, path, cookie } = await opened();
    await shop.submit(path, { outcome: 'pay', email: 'dana@example.com' });
    await verify(id);
    const own = /^You have bought this lead already\./;
    const other = / sold to another buyer\./;
    const body = { couponCode: 'WELCOME10', amount: lead.price, leadId: lead.id };
    for (const [headers, message] of [
      [{ cookie }, own],
      [{}, other],
    ] as const) {
      const told = { code: 'LEAD_SOLD', message: expect.stringMatching(message) as string };
      expect(await json(await checkout({}, headers))).toMatchObject(told);
      expect(await json(await shop.post('/api/stripe/validate-coupon', body, headers))).toMatchObject(told);
    }
  });

  it('tells who checks a coupon that the lead is sold: 200, its code, and no try of a code that was refused', async () => {
    const { id, path } = await opened();
    await shop.submit(path, { outcome: 'pay', email: 'dana@example.com' });
    await verify(id);
    for (let time = 0; time < 10; time += 1) {
      const response = await validate();
      expect([response.status, await json(response)]).toMatchObject([200, { valid: false, code: 'LEAD_SOLD' }]);
    }
    lead = await firstLead(shop);
    expect((await checkout({ couponCode: 'WELCOME10' })).status).toBe(200);
  });

  it('refuses terms of another version than the current ones', async () => {
    const response = await checkout({ termsVersion: '1999-01-01' });
    expect(response.status).toBe(409);
    expect(await json(response)).toMatchObject({
      code: 'TERMS_NOT_ACCEPTED',
      message: 'Please reload the page to read and accept the current terms.',
    });
  });

  it.each([
    [{ leadId: 'nope' }],
    [{ leadId: 7 }],
    [{ amount: '25' }],
    [{ amount: -1 }],
    [{ amount: 25.001 }],
    [{ amount: 1e12 }],
    [{ amount: null }],
    [{ couponCode: 'A\u0000B' }],
    [{ couponCode: '\uDC00' }],
    [{ description: 'x'.repeat(301) }],
    [{ description: '\uD800' }],
    [{ returnTo: 'https://evil.example/' }],
    [{ returnTo: '//evil.example' }],
    [{ returnTo: '/\\evil.example' }],
  ])('refuses %j with 400', async (more) => {
    const response = await checkout(more);
    expect([response.status, (await json(response))['code']]).toEqual([400, 'INVALID_INPUT']);
  });
});

describe('GET /api/stripe/checkout-session', () => {
  it('answers success with the full e-mail and a receipt to the buying browser and a masked one to others', async () => {
    const { id, path, cookie } = await opened();
    await shop.submit(path, { outcome: 'pay', email: 'dana@example.com' });
    const own = await verify(id, cookie);
    expect(own).toMatchObject({ success: true, status: 'paid', email: 'dana@example.com' });
    expect(own['saleNumber']).toMatch(/^HL-/);
    expect(own).toMatchObject({ lineItem: 'Buyer Lead in Austin', amount: 25 });
    expect(new Date(String(own['paidAt'])).toISOString()).toBe(own['paidAt']);
    const saleNumber = own['saleNumber'];
    expect(await verify(id)).toEqual({ success: true, status: 'paid', email: 'd•••@e•••.com', saleNumber });
  });

  it('answers processing while nothing is paid', async () => {
    const { id } = await opened();
    expect(await verify(id)).toEqual({ success: false, status: 'processing' });
  });

  it('answers success false when the lead is not the session’s, and for an unknown session', async () => {
    const { id } = await opened();
    expect(await verify(id, '', UNKNOWN_ID)).toMatchObject({ success: false, code: 'PAYMENT_UNKNOWN' });
    expect(await verify('cs_unknown')).toMatchObject({ success: false, code: 'PAYMENT_UNKNOWN' });
  });

  it.each(['nope', '', '0', "x' or 1=1", '漢字', 'x'.repeat(255)])(
    'answers success false for a lead that is none: %j',
    async (leadId) => {
      const { id } = await opened();
      const query = new URLSearchParams({ session_id: id, lead: leadId });
      const response = await shop.get(`/api/stripe/checkout-session?${query}`);
      const message = 'This payment could not be found.';
      expect([response.status, await json(response)]).toEqual([
        404,
        { success: false, status: 'failed', error: message, message, code: 'PAYMENT_UNKNOWN' },
      ]);
    },
  );

  it.each(['', '&lead=a%00b', '&lead=a&lead=b', `&lead=${'x'.repeat(256)}`])(
    'refuses the lead of %j with 400',
    async (lead) => {
      const response = await shop.get(`/api/stripe/checkout-session?session_id=cs_1${lead}`);
      expect([response.status, (await json(response))['code']]).toEqual([400, 'INVALID_INPUT']);
    },
  );

  it('mails the contact to the buyer, and never answers any of it', async () => {
    const { id, path, cookie } = await opened();
    await shop.submit(path, { outcome: 'pay', email: 'dana@example.com' });
    const answer = JSON.stringify(await verify(id, cookie));
    await shop.queue.drain();
    const [mail] = await mails();
    expect(mail?.to).toBe('dana@example.com');
    expect(mail?.text).toContain('elena.okafor0@example.com');
    expect(answer).not.toContain('elena');
  });
});

describe('two buyers of one lead', () => {
  it('gives it to the first who pays and tells the other that nothing was charged', async () => {
    const first = await opened();
    const second = await opened();
    await shop.submit(second.path, { outcome: 'pay', email: 'second@example.com' });
    await shop.submit(first.path, { outcome: 'pay', email: 'first@example.com' });
    expect(await verify(second.id)).toMatchObject({ success: true });
    expect(await verify(first.id)).toMatchObject({
      success: false,
      error: 'This lead has just been sold to another buyer. Your card was not charged.',
    });
    await shop.queue.drain();
    const checkouts = (await (await shop.get('/dev/checkout.json')).json()) as { id: string; state: string }[];
    expect(Object.fromEntries(checkouts.map(({ id, state }) => [id, state]))).toEqual({
      [second.id]: 'collected',
      [first.id]: 'released',
    });
    expect((await mails()).map(({ to }) => to).sort()).toEqual(['first@example.com', 'second@example.com']);
  });
});
