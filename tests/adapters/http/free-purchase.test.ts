import { beforeEach, describe, expect, it } from 'vitest';

import { DEFAULT_LIMITS } from '#application/ports/limiter.ts';
import { MailRefused } from '#application/ports/mailer.ts';
import { SAMPLE_USER } from '#config/sample-data.ts';
import { withoutFreePage } from '#tests/support/without-free-page.ts';
import { signIn } from './members.ts';
import { SHOP, firstLead, shopApp } from './shop-app.ts';
import type { ShopApp } from './shop-app.ts';

let shop: ShopApp;
let lead: { readonly id: string; readonly price: number };

const open = async (more: Parameters<typeof shopApp>[0] = {}): Promise<void> => {
  shop = await shopApp({ around: withoutFreePage, ...more });
  lead = await firstLead(shop);
};
beforeEach(() => open());

const json = async (response: Response) => (await response.json()) as Record<string, unknown>;

const validate = async (couponCode: string) =>
  json(await shop.post('/api/stripe/validate-coupon', { couponCode, amount: lead.price, leadId: lead.id }));

const checkout = (more: object = {}, headers: Record<string, string> = {}) =>
  shop.post(
    '/api/stripe/create-checkout-session',
    { leadId: lead.id, amount: 0, couponCode: 'FREE', ...more },
    headers,
  );

const refusal = async (response: Response) => {
  const { code } = await json(response);
  return [response.status, code];
};

const verify = async (id: unknown, cookie = '') =>
  json(await shop.get(`/api/stripe/checkout-session?session_id=${String(id)}&lead=${lead.id}`, { cookie }));

describe('a coupon that leaves nothing to pay', () => {
  it('says that an e-mail is needed where the provider has no page for that', async () => {
    expect(await validate('FREE')).toEqual({
      valid: true,
      discountedPrice: 0,
      message: 'New price: $0.00',
      emailNeeded: true,
    });
    expect(await validate('WELCOME10')).not.toHaveProperty('emailNeeded');
    expect(await validate('EXPIRED')).not.toHaveProperty('emailNeeded');
  });

  it('says nothing of it where the provider has one, and an e-mail is not looked at', async () => {
    await open({ around: (outside) => outside });
    expect(await validate('FREE')).toEqual({ valid: true, discountedPrice: 0, message: 'New price: $0.00' });
    const { id, url } = await json(await checkout({ email: 'dana@example.com' }));
    expect(url).toBe(`${SHOP}/dev/checkout/${String(id)}`);
  });
});

describe('a checkout of nothing that the provider has no page for', () => {
  it('leads to the success page, which tells the buying browser of the sale', async () => {
    const response = await checkout({ email: ' Dana@Example.com ' });
    const { id, url } = await json(response);
    expect([response.status, url]).toEqual([200, `${SHOP}/success?session_id=${String(id)}&lead=${lead.id}`]);
    const cookie = (response.headers.get('set-cookie') ?? '').split(';')[0];
    expect(await verify(id, cookie)).toMatchObject({ success: true, status: 'paid', email: 'dana@example.com' });
    expect(await verify(id)).toMatchObject({ success: true, email: 'd•••@e•••.com' });
    await shop.queue.drain();
    const mails = (await (await shop.get('/dev/mailbox.json')).json()) as { to: string; text: string }[];
    expect(mails.map(({ to }) => to)).toEqual(['dana@example.com']);
    expect(mails[0]?.text).toContain('elena.okafor0@example.com');
  });

  it('says on the success page, once the mail server has refused the lead, that the address takes no mail', async () => {
    const mailer = { send: () => Promise.reject(new MailRefused('no such mailbox')) };
    await open({ around: (outside) => ({ ...withoutFreePage(outside), mailer }) });
    const { id } = await json(await checkout({ email: 'dana@example.com' }));
    expect(await verify(id)).not.toHaveProperty('undeliverable');
    await shop.queue.drain();
    expect(await verify(id)).toMatchObject({ success: true, status: 'paid', undeliverable: true });
  });

  it.each([{}, { email: null }])('answers 409 EMAIL_NEEDED for %j, and sells nothing', async (more) => {
    expect(await refusal(await checkout(more))).toEqual([409, 'EMAIL_NEEDED']);
    expect((await checkout({ email: 'dana@example.com' })).status).toBe(200);
  });

  it.each(['', 'dana', 'dana@example', 'dana@example.com, eve@example.com'])(
    'answers 400 in the words of the forms for what is no address: %j',
    async (email) => {
      const response = await checkout({ email });
      expect([response.status, await json(response)]).toMatchObject([
        400,
        { code: 'INVALID_INPUT', message: 'Invalid email address', fields: { email: 'Invalid email address' } },
      ]);
    },
  );

  it('takes the address of whoever is signed in', async () => {
    const { id } = await json(await checkout({}, { cookie: await signIn(shop) }));
    await verify(id);
    await shop.queue.drain();
    const mails = (await (await shop.get('/dev/mailbox.json')).json()) as { to: string }[];
    expect(mails.map(({ to }) => to)).toEqual([SAMPLE_USER.email]);
  });

  it('counts as a checkout each time, and as a try of a coupon only when the coupon is refused', async () => {
    await open({ limits: { ...DEFAULT_LIMITS, checkout: { tries: 12, seconds: 60 } } });
    for (let turn = 1; turn <= 11; turn += 1) expect((await checkout()).status).toBe(409);
    expect(await refusal(await checkout({ couponCode: 'EXPIRED' }))).toEqual([409, 'COUPON_REFUSED']);
    expect(await refusal(await checkout({ email: 'dana@example.com' }))).toEqual([429, 'TOO_MANY_TRIES']);
    expect(await validate('FREE')).toMatchObject({ valid: true });
  });
});
