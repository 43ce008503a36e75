import { expect, vi } from 'vitest';

import { SAMPLE_USER } from '#config/sample-data.ts';
import { SHOP } from './shop-app.ts';
import type { ShopApp } from './shop-app.ts';

export const SUBSCRIBE = '/api/stripe/subscription/create-checkout-session';
const CONFIRM = '/api/stripe/subscription/confirm-subscription';

export const json = async (response: Response) => (await response.json()) as Record<string, unknown>;

/** A refusal's status and code. */
export const codeOf = async (response: Response) => [response.status, (await json(response))['code']];

/** The cookie of a new session. */
export const signIn = async ({ submit }: ShopApp, email: string = SAMPLE_USER.email): Promise<string> => {
  const response = await submit('/api/auth/login', { username: email, password: SAMPLE_USER.password });
  expect(response.status).toBe(200);
  return (response.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
};

/** The cookie of somebody new, with the password of the sample user. */
export const signInAnother = async (shop: ShopApp, email = 'ines@example.com'): Promise<string> => {
  await shop.store.atomically(async ({ accounts }) => {
    const sample = await accounts.findByEmail(SAMPLE_USER.email);
    if (sample !== undefined) await accounts.add({ ...sample, id: crypto.randomUUID(), email });
  });
  return signIn(shop, email);
};

export const openCheckout = async ({ post }: ShopApp, cookie: string) => {
  const response = await post(SUBSCRIBE, '', { cookie });
  expect(response.status).toBe(200);
  const { id, url } = (await response.json()) as { id: string; url: string };
  return { id, path: new URL(url).pathname };
};

/** What the browser does on the hosted page; answers where it goes then. */
export const onHostedPage = async ({ submit }: ShopApp, path: string, outcome: 'pay' | 'decline' | 'cancel') =>
  (await submit(path, { outcome, email: SAMPLE_USER.email })).headers.get('location');

export const confirm = ({ post }: ShopApp, cookie: string, ref: string) =>
  post(`${CONFIRM}?session_id=${ref}`, '', { cookie });

/** Subscribes whose session the cookie is; answers the checkout's reference. */
export const becomeSubscriber = async (shop: ShopApp, cookie: string): Promise<string> => {
  const { id, path } = await openCheckout(shop, cookie);
  await onHostedPage(shop, path, 'pay');
  expect(await json(await confirm(shop, cookie, id))).toMatchObject({ success: true, status: 'subscribed' });
  return id;
};

/** The cookie of the sample user, subscribed. */
export const subscriber = async (shop: ShopApp): Promise<string> => {
  const cookie = await signIn(shop);
  await becomeSubscriber(shop, cookie);
  return cookie;
};

export const me = async ({ get }: ShopApp, cookie: string) => json(await get('/api/auth/me', { cookie }));

type BookedSubscription = {
  readonly id: string;
  readonly state: string;
  readonly payments: readonly { refundedAt: string | null }[];
};

/** The provider's own books. */
export const atProvider = async ({ get }: ShopApp) =>
  (await (await get('/dev/subscriptions.json')).json()) as BookedSubscription[];

/** Waits for the provider to say something, hands it to the webhook, and does what follows. */
export const deliverNotifications = async ({ app, notified, queue }: ShopApp): Promise<void> => {
  await vi.waitUntil(() => notified.length > 0);
  for (const { body, headers } of notified.splice(0)) {
    const sent = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined));
    const response = await app.request(`${SHOP}/api/stripe/webhook`, {
      method: 'POST',
      headers: sent as Record<string, string>,
      body: new Uint8Array(body),
    });
    expect(response.status).toBe(200);
  }
  await queue.drain();
};
