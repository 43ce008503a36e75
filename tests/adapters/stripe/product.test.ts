import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import type { UserAnswer } from '#adapters/http/contract/user-contract.ts';
import { compose } from '#config/compose.ts';
import type { Product } from '#config/product.ts';
import { settingsFrom } from '#config/environment.ts';
import { SAMPLE_USER } from '#config/sample-data.ts';

import { SECRET_KEY, WEBHOOK_SECRET, stripeDouble } from './double.ts';
import { serveDouble } from './served.ts';

const PATIENCE = { timeout: 15_000, interval: 50 };

type Lead = { readonly id: string; readonly price: number };
type Opened = { readonly id: string; readonly url: string };

// The whole shop with nothing but its environment to tell it of Stripe, which is a server of its own here.
describe('the product with Stripe', () => {
  const double = stripeDouble(Date.now);
  const { books, events } = double.account;
  let product: Product;
  let stripe: Awaited<ReturnType<typeof serveDouble>>;
  let folder = '';
  let told = 0;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'homelead-stripe-'));
    stripe = await serveDouble(() => double);
    const settings = settingsFrom({
      DATA_DIR: folder,
      LOG_LEVEL: 'silent',
      PAYMENTS: 'stripe',
      STRIPE_API_URL: stripe.url,
      STRIPE_SECRET_KEY: SECRET_KEY,
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    });
    product = await compose(settings, { web: { files: new Map(), shell: () => Promise.resolve('') } });
    await product.work();
  });

  afterAll(async () => {
    await product.close();
    await stripe.close();
    await rm(folder, { recursive: true, force: true });
  });

  const send = async (path: string, init: RequestInit = {}) =>
    product.app.request(`http://localhost:3000${path}`, init);
  const answered = async <Answer>(response: Promise<Response>) => (await (await response).json()) as Answer;
  const post = (path: string, body: unknown, cookie = '') =>
    send(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: body === undefined ? '' : JSON.stringify(body),
    });
  /** Brings the shop all that happened at Stripe since: each event twice, the newest first. */
  const notify = async (): Promise<void> => {
    const news = events.slice(told).toReversed();
    told = events.length;
    for (const event of news.flatMap((one) => [one, one])) {
      const { body, headers } = double.sign(new TextEncoder().encode(event));
      const response = await send('/api/stripe/webhook', {
        method: 'POST',
        headers: headers as Record<string, string>,
        body: Buffer.from(body),
      });
      expect([response.status, await response.json()]).toEqual([200, { received: true }]);
    }
  };
  const mailsTo = async (email: string) =>
    (await answered<readonly { to: string; subject: string }[]>(send('/dev/mailbox.json'))).filter(
      ({ to }) => to === email,
    );
  const open = (lead: Lead) =>
    answered<Opened>(post('/api/stripe/create-checkout-session', { leadId: lead.id, amount: lead.price }));

  it('sells a lead to one of two who paid, and lets the money of the other go', async () => {
    const { data } = await answered<{ data: readonly Lead[] }>(send('/api/good-lead/unsold?size=1'));
    const [lead] = data;
    if (lead === undefined) throw new Error('no lead is for sale');
    const pages = [await open(lead), await open(lead)];
    const buyers = ['wanda@example.com', 'lou@example.com'];
    for (const [at, { id, url }] of pages.entries()) {
      expect(url).toMatch(/^https:\/\/checkout\.stripe\.com\//);
      expect(books.sessions.get(id)?.success_url).toContain('session_id={CHECKOUT_SESSION_ID}');
      double.buyer.pay(id, buyers[at] ?? '');
    }
    await notify();
    const statuses = () =>
      pages.map(({ id }) => books.intents.get(books.sessions.get(id)?.payment_intent ?? '')?.status);
    await vi.waitFor(() => expect(new Set(statuses())).toEqual(new Set(['canceled', 'succeeded'])), PATIENCE);
    const mails = () => Promise.all(buyers.map(async (email) => (await mailsTo(email)).length));
    await vi.waitFor(async () => expect(await mails()).toEqual([1, 1]), PATIENCE);
    const verified = pages.map(({ id }) =>
      answered<{ status: string }>(send(`/api/stripe/checkout-session?session_id=${id}&lead=${lead.id}`)),
    );
    expect((await Promise.all(verified)).map(({ status }) => status)).toEqual(
      statuses().map((status) => (status === 'succeeded' ? 'paid' : 'failed')),
    );
  });

  const signIn = async (): Promise<string> => {
    const login = await send('/api/auth/login', {
      method: 'POST',
      body: new URLSearchParams({ username: SAMPLE_USER.email, password: SAMPLE_USER.password }),
    });
    return (login.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  };
  const vaultOf = async (cookie: string) =>
    (await send('/api/good-lead/vaulted-leads', { headers: { cookie } })).status;
  const subscribe = async (cookie: string) => {
    expect(await vaultOf(cookie)).toBe(403);
    const { id } = await answered<Opened>(post('/api/stripe/subscription/create-checkout-session', undefined, cookie));
    double.buyer.pay(id, SAMPLE_USER.email);
    await notify();
    await vi.waitFor(async () => expect(await vaultOf(cookie)).toBe(200), PATIENCE);
    return [...books.subscriptions.keys()].at(-1) ?? '';
  };

  it('sells the subscription, follows its renewals, and ends it with what is paid', async () => {
    const cookie = await signIn();
    const subscription = await subscribe(cookie);
    double.buyer.renewalFailed(subscription);
    await notify();
    const subjects = async () => (await mailsTo(SAMPLE_USER.email)).map(({ subject }) => subject.toLowerCase());
    await vi.waitFor(async () => expect((await subjects()).join()).toMatch(/payment|renew/), PATIENCE);
    double.buyer.renewalPaid(subscription);
    await notify();
    const ended = await post('/api/stripe/subscription/unsubscribe', undefined, cookie);
    expect(ended.status).toBe(200);
    expect(books.subscriptions.get(subscription)).toMatchObject({ status: 'active', cancel_at_period_end: true });
    expect(await vaultOf(cookie)).toBe(200);
  });

  it('charges nobody who leaves in the hour before a month is charged, and says of none of it that a payment failed', async () => {
    const cookie = await signIn();
    expect((await post('/api/stripe/subscription/keep', undefined, cookie)).status).toBe(200);
    const [subscription = ''] = books.subscriptions.keys();
    const failures = async () =>
      (await mailsTo(SAMPLE_USER.email)).filter(({ subject }) => subject.includes('payment failed'));
    const before = await failures();
    double.buyer.renewalBegins(subscription);
    await notify();
    const user = () => answered<UserAnswer>(send('/api/auth/me', { headers: { cookie } }));
    await vi.waitFor(async () => expect(Date.parse((await user()).renewsAt ?? '')).toBeLessThan(Date.now()), PATIENCE);
    expect(await user()).toMatchObject({ isSubscribed: true, paymentFailed: false, cancelAtPeriodEnd: false });
    expect((await post('/api/stripe/subscription/unsubscribe', undefined, cookie)).status).toBe(200);
    expect(await user()).toMatchObject({ isSubscribed: false, paymentFailed: false });
    expect(books.subscriptions.get(subscription)?.status).toBe('canceled');
    expect([...books.invoices.values()].at(-1)?.status).toBe('void');
    expect(await failures()).toEqual(before);
  });

  it('ends a subscription whose payment was charged back, and sells another', async () => {
    const cookie = await signIn();
    const subscription = await subscribe(cookie);
    const payment = () => [...books.intents.keys()].at(-1) ?? '';
    double.bank.inquire(payment());
    await notify();
    double.bank.dispute(payment());
    await notify();
    await vi.waitFor(() => expect(books.subscriptions.get(subscription)?.status).toBe('canceled'), PATIENCE);
    await vi.waitFor(async () => expect(await vaultOf(cookie)).toBe(403), PATIENCE);
    expect(await subscribe(cookie)).not.toBe(subscription);
  });

  it('is told to come again when Stripe is away', async () => {
    const { data } = await answered<{ data: readonly Lead[] }>(send('/api/good-lead/unsold?size=1'));
    const [lead] = data;
    if (lead === undefined) throw new Error('no lead is for sale');
    for (let times = 0; times < 3; times += 1) double.trouble('POST /v1/checkout/sessions', 'drops the answer');
    const refused = await post('/api/stripe/create-checkout-session', { leadId: lead.id, amount: lead.price });
    expect([refused.status, refused.headers.has('retry-after')]).toEqual([503, true]);
    expect((await open(lead)).id).toMatch(/^cs_/);
  });

  it('takes no notification that somebody else has signed', async () => {
    const { body, headers } = double.sign(new TextEncoder().encode(events[0]), 'whsec_of_somebody_else');
    const response = await send('/api/stripe/webhook', {
      method: 'POST',
      headers: headers as Record<string, string>,
      body: Buffer.from(body),
    });
    expect(response.status).toBe(400);
  });

  it('goes on selling when Stripe has been asked too often', async () => {
    const { data } = await answered<{ data: readonly Lead[] }>(send('/api/good-lead/unsold?size=1'));
    const [lead] = data;
    if (lead === undefined) throw new Error('no lead is for sale');
    for (let times = 0; times < 10; times += 1) {
      double.trouble('POST /v1/checkout/sessions', 'is busy');
      const refused = await post('/api/stripe/create-checkout-session', { leadId: lead.id, amount: lead.price });
      expect([refused.status, refused.headers.has('retry-after')]).toEqual([503, true]);
    }
    expect((await open(lead)).id).toMatch(/^cs_/);
  });

  it('leaves Stripe alone when it is away for longer, and comes back by itself', async () => {
    const { data } = await answered<{ data: readonly Lead[] }>(send('/api/good-lead/unsold?size=1'));
    const [lead] = data;
    if (lead === undefined) throw new Error('no lead is for sale');
    const OPEN = 'POST /v1/checkout/sessions';
    const buy = () => post('/api/stripe/create-checkout-session', { leadId: lead.id, amount: lead.price });
    const asked = () => double.asked.filter(({ call }) => call === OPEN).length;
    for (let times = 0; times < 5; times += 1) {
      double.trouble(OPEN, 'fails');
      expect((await buy()).status).toBe(503);
    }
    const before = asked();
    const refused = await buy();
    expect([refused.status, refused.headers.has('retry-after'), asked() - before]).toEqual([503, true, 0]);
    const now = performance.now();
    // That stopwatch begins at 0.
    vi.useFakeTimers({ toFake: ['performance'] });
    vi.advanceTimersByTime(now + 30_000);
    expect((await buy()).status).toBe(200);
    vi.useRealTimers();
  });
});
