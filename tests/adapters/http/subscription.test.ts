import { beforeEach, describe, expect, it } from 'vitest';

import { ProviderRefused, ProviderUnavailable, UnknownCheckout } from '#application/ports/payment-provider.ts';
import { SECOND } from '#domain/instant.ts';
import {
  SUBSCRIBE,
  atProvider,
  becomeSubscriber,
  codeOf,
  confirm,
  deliverNotifications,
  json,
  me,
  onHostedPage,
  openCheckout,
  signIn,
  signInAnother,
  subscriber,
} from './members.ts';
import { SHOP, shopApp } from './shop-app.ts';
import type { ShopApp } from './shop-app.ts';

let shop: ShopApp;
let cookie: string;
/** What the provider throws at every call. */
let fault: Error | undefined;

const answering =
  <Args extends readonly unknown[], Result>(call: (...args: Args) => Promise<Result>) =>
  (...args: Args): Promise<Result> =>
    fault === undefined ? call(...args) : Promise.reject(fault);

beforeEach(async () => {
  fault = undefined;
  shop = await shopApp({
    around: ({ payments, ...outside }) => ({
      ...outside,
      payments: {
        ...payments,
        openSubscription: answering(payments.openSubscription),
        readSubscriptionCheckout: answering(payments.readSubscriptionCheckout),
        endAfterPaidPeriod: answering(payments.endAfterPaidPeriod),
      },
    }),
  });
  cookie = await signIn(shop);
});

const wish = (body = '', headers: Record<string, string> = {}) => shop.post(SUBSCRIBE, body, { cookie, ...headers });
const change = (what: 'unsubscribe' | 'keep', who = cookie) =>
  shop.post(`/api/stripe/subscription/${what}`, '', { cookie: who });

const retryAfter = (response: Response): number => Number(response.headers.get('retry-after'));

describe('POST /api/stripe/subscription/create-checkout-session', () => {
  it('answers the session and the hosted page to go to, with and without a body', async () => {
    const { id, path } = await openCheckout(shop, cookie);
    expect(path).toBe(`/dev/checkout/${id}`);
    expect((await wish('{}')).status).toBe(200);
    expect((await wish('{"amount":1,"email":"other@example.com"}')).status).toBe(200);
    expect((await shop.app.request(SHOP + SUBSCRIBE, { method: 'POST', headers: { cookie } })).status).toBe(200);
  });

  it('asks for $39 a month, whatever the body says', async () => {
    expect((await wish('{"amount":1,"monthlyAmount":1}')).status).toBe(200);
    const [checkout] = (await (await shop.get('/dev/checkout.json')).json()) as { amount: number }[];
    expect(checkout?.amount).toBe(3900);
  });

  it('comes back to the dashboard after paying, and to the landing page without', async () => {
    const { id, path } = await openCheckout(shop, cookie);
    expect(await onHostedPage(shop, path, 'cancel')).toBe(`${SHOP}/lead-vault?cancelled=1`);
    expect(await onHostedPage(shop, path, 'pay')).toBe(`${SHOP}/lead-vault-dashboard?session_id=${id}`);
  });

  it('of a month that was not paid comes back to the dashboard also without paying, and goes on when it is paid', async () => {
    await becomeSubscriber(shop, cookie);
    const [first] = await atProvider(shop);
    await shop.submit(`/dev/subscriptions/${first?.id}`, { outcome: 'fail' });
    await deliverNotifications(shop);
    expect(await me(shop, cookie)).toMatchObject({ paymentFailed: true });
    const { id, path } = await openCheckout(shop, cookie);
    expect(await onHostedPage(shop, path, 'cancel')).toBe(`${SHOP}/lead-vault-dashboard?cancelled=1`);
    expect(await onHostedPage(shop, path, 'pay')).toBe(`${SHOP}/lead-vault-dashboard?session_id=${id}`);
    expect(await json(await confirm(shop, cookie, id))).toMatchObject({ success: true, status: 'subscribed' });
  });

  it('answers 401 to a visitor', async () => {
    expect(await codeOf(await wish('', { cookie: '' }))).toEqual([401, 'NOT_SIGNED_IN']);
  });

  it('answers 409 to a subscriber', async () => {
    await becomeSubscriber(shop, cookie);
    expect(await codeOf(await wish())).toEqual([409, 'ALREADY_SUBSCRIBED']);
  });

  it('keeps a subscription that is about to end, without a new payment', async () => {
    await becomeSubscriber(shop, cookie);
    await change('unsubscribe');
    const response = await wish();
    const { id } = (await atProvider(shop))[0] ?? {};
    expect([response.status, await json(response)]).toEqual([200, { id, url: `${SHOP}/lead-vault-dashboard` }]);
    expect(await me(shop, cookie)).toMatchObject({ isSubscribed: true, cancelAtPeriodEnd: false });
    expect((await atProvider(shop)).flatMap(({ payments }) => payments)).toHaveLength(1);
  });

  it('answers 409 while what is paid lasts to whoever could only end it at once, and offers nothing to keep', async () => {
    const ending = await shopApp({
      around: ({ payments, ...outside }) => ({
        ...outside,
        payments: { ...payments, endAfterPaidPeriod: payments.endAtOnce },
      }),
    });
    const member = await subscriber(ending);
    const left = await json(await ending.post('/api/stripe/subscription/unsubscribe', '', { cookie: member }));
    expect(left).toMatchObject({ isSubscribed: true, cancelAtPeriodEnd: true, canBeKept: false });
    expect(await codeOf(await ending.post(SUBSCRIBE, '', { cookie: member }))).toEqual([409, 'ALREADY_SUBSCRIBED']);
    const kept = await ending.post('/api/stripe/subscription/keep', '', { cookie: member });
    expect(await codeOf(kept)).toEqual([409, 'NOT_SUBSCRIBED']);
  });

  it('closes the checkout of the first tab when a second one opens another', async () => {
    const first = await openCheckout(shop, cookie);
    const second = await openCheckout(shop, cookie);
    await onHostedPage(shop, first.path, 'pay');
    expect(await atProvider(shop)).toEqual([]);
    expect(await json(await confirm(shop, cookie, first.id))).toMatchObject({ success: false, status: 'failed' });
    await onHostedPage(shop, second.path, 'pay');
    expect(await json(await confirm(shop, cookie, second.id))).toMatchObject({ success: true });
    expect(await atProvider(shop)).toHaveLength(1);
  });

  it('finds out that the first tab has paid when a second one wants to', async () => {
    const first = await openCheckout(shop, cookie);
    await onHostedPage(shop, first.path, 'pay');
    expect(await codeOf(await wish())).toEqual([409, 'ALREADY_SUBSCRIBED']);
    expect(await me(shop, cookie)).toMatchObject({ isSubscribed: true });
  });

  it('answers 503 and when to try again while the provider is down', async () => {
    fault = new ProviderUnavailable('no answer');
    const response = await wish();
    expect(retryAfter(response)).toBeGreaterThan(0);
    expect(await codeOf(response)).toEqual([503, 'PAYMENTS_UNAVAILABLE']);
    fault = undefined;
    await becomeSubscriber(shop, cookie);
  });
});

describe('POST /api/stripe/subscription/confirm-subscription', () => {
  it('subscribes once, however often it is asked', async () => {
    const ref = await becomeSubscriber(shop, cookie);
    const again = await Promise.all([1, 2, 3].map(async () => confirm(shop, cookie, ref)));
    for (const response of again)
      expect([response.status, await json(response)]).toEqual([
        200,
        { success: true, status: 'subscribed', goesOn: false },
      ]);
    expect((await atProvider(shop)).flatMap(({ payments }) => payments)).toHaveLength(1);
  });

  it('answers processing while nothing is paid, also after a declined card', async () => {
    const { id, path } = await openCheckout(shop, cookie);
    await onHostedPage(shop, path, 'decline');
    expect(await json(await confirm(shop, cookie, id))).toEqual({ success: false, status: 'processing' });
    expect(await me(shop, cookie)).toMatchObject({ isSubscribed: false });
  });

  it('answers 401 to a visitor, 403 for the checkout of somebody else and 404 for an unknown one', async () => {
    const { id, path } = await openCheckout(shop, cookie);
    await onHostedPage(shop, path, 'pay');
    const other = await signInAnother(shop);
    expect(await codeOf(await confirm(shop, '', id))).toEqual([401, 'NOT_SIGNED_IN']);
    expect(await codeOf(await confirm(shop, other, id))).toEqual([403, 'NOT_YOUR_CHECKOUT']);
    expect(await me(shop, other)).toMatchObject({ isSubscribed: false });
    expect(await codeOf(await confirm(shop, cookie, 'cs_sim_unknown'))).toEqual([404, 'PAYMENT_UNKNOWN']);
  });

  it('answers 503 while the provider is down, and subscribes when it is back', async () => {
    const { id, path } = await openCheckout(shop, cookie);
    await onHostedPage(shop, path, 'pay');
    fault = new ProviderUnavailable('no answer');
    const response = await confirm(shop, cookie, id);
    expect(retryAfter(response)).toBeGreaterThan(0);
    expect(await codeOf(response)).toEqual([503, 'PAYMENTS_UNAVAILABLE']);
    expect(await me(shop, cookie)).toMatchObject({ isSubscribed: false });
    fault = undefined;
    shop.clock.step(SECOND);
    expect(await json(await confirm(shop, cookie, id))).toEqual({ success: true, status: 'subscribed', goesOn: false });
  });
});

it.each([new UnknownCheckout('gone'), new ProviderRefused('no')])(
  'answers 503 and logs it when the provider says what it never should: %s',
  async (said) => {
    const { id, path } = await openCheckout(shop, cookie);
    await onHostedPage(shop, path, 'pay');
    fault = said;
    expect(await codeOf(await confirm(shop, cookie, id))).toEqual([503, 'PAYMENTS_UNAVAILABLE']);
    expect(shop.log.lines.filter(({ level, error }) => level === 'error' && error === said)).toHaveLength(1);
    fault = undefined;
    shop.clock.step(SECOND);
    expect(await json(await confirm(shop, cookie, id))).toEqual({ success: true, status: 'subscribed', goesOn: false });
  },
);

describe('POST /api/stripe/subscription/unsubscribe and keep', () => {
  it('ends with what is paid and answers the user, who may keep it after all', async () => {
    await becomeSubscriber(shop, cookie);
    const before = await me(shop, cookie);
    expect(before).toMatchObject({
      isSubscribed: true,
      cancelAtPeriodEnd: false,
      renewsAt: '2026-12-18T12:00:00.000Z',
    });
    const left = await change('unsubscribe');
    expect([left.status, await json(left)]).toEqual([
      200,
      { ...before, cancelAtPeriodEnd: true, canBeKept: true, renewsAt: null, accessUntil: before['renewsAt'] },
    ]);
    const kept = await change('keep');
    expect([kept.status, await json(kept)]).toEqual([200, before]);
  });

  it('changes nothing when it is asked again', async () => {
    await becomeSubscriber(shop, cookie);
    for (const what of ['unsubscribe', 'keep'] as const) {
      const once = await json(await change(what));
      expect(await json(await change(what))).toEqual(once);
    }
  });

  it('answers 401 to a visitor and 409 to a user without a subscription', async () => {
    for (const what of ['unsubscribe', 'keep'] as const) {
      expect(await codeOf(await change(what, ''))).toEqual([401, 'NOT_SIGNED_IN']);
      expect(await codeOf(await change(what))).toEqual([409, 'NOT_SUBSCRIBED']);
    }
  });

  it('answers 503 while the provider is down, and nothing is changed', async () => {
    await becomeSubscriber(shop, cookie);
    fault = new ProviderUnavailable('no answer');
    expect(await codeOf(await change('unsubscribe'))).toEqual([503, 'PAYMENTS_UNAVAILABLE']);
    expect(await me(shop, cookie)).toMatchObject({ isSubscribed: true, cancelAtPeriodEnd: false });
    expect(shop.log.lines.filter(({ level }) => level === 'warn')).toMatchObject([
      { event: 'payment provider unavailable', route: '/api/stripe/subscription/unsubscribe', error: fault },
    ]);
  });
});

it('tells a saved profile together with the subscription', async () => {
  const member = await subscriber(shop);
  const edit = { fullName: 'Omar H.', email: 'omar@example.com', phone: '512-555-0100', address: '' };
  const saved = await json(await shop.put('/api/auth/me', edit, { cookie: member }));
  expect(saved).toMatchObject({ fullName: 'Omar H.', isSubscribed: true });
  expect(saved).toEqual(await me(shop, member));
});
