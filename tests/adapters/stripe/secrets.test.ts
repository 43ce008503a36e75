import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { memoryLog } from '#adapters/memory/log.ts';
import { compose } from '#config/compose.ts';
import type { Product } from '#config/product.ts';
import { settingsFrom } from '#config/environment.ts';
import { SAMPLE_SUBSCRIBER } from '#config/sample-data.ts';
import { canaryLeads } from '#tests/adapters/http/canary-leads.ts';
import { PROBES, send } from '#tests/adapters/http/probes.ts';

import { SECRET_KEY, WEBHOOK_SECRET, stripeDouble } from './double.ts';
import { serveDouble } from './served.ts';

const PUBLIC_KEY = 'pk_test_nobody_minds';

const double = stripeDouble(Date.now);
const log = memoryLog();
let product: Product;
let stripe: Awaited<ReturnType<typeof serveDouble>>;
let isAway = false;
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'homelead-secrets-'));
  stripe = await serveDouble(() => (isAway ? undefined : double));
  const settings = settingsFrom({
    DATA_DIR: folder,
    PAYMENTS: 'stripe',
    STRIPE_API_URL: stripe.url,
    STRIPE_PUBLISHABLE_KEY: PUBLIC_KEY,
    STRIPE_SECRET_KEY: SECRET_KEY,
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
  });
  const shell = () => Promise.resolve('<!doctype html><head><title>Homelead</title></head>');
  product = await compose(settings, { web: { files: new Map(), shell }, log });
});

afterAll(async () => {
  await product.close();
  await stripe.close();
  await rm(folder, { recursive: true, force: true });
});

const signIn = async (email: string): Promise<string> => {
  const login = await product.app.request('/api/auth/login', {
    method: 'POST',
    body: new URLSearchParams({ username: email, password: 'sample-pass' }),
  });
  return (login.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
};

it('no answer of the product and no line of its log holds a secret of Stripe’s, and every page holds the public key', async () => {
  const answer = await product.app.request('/api/good-lead/unsold?size=2');
  const { data } = (await answer.json()) as { data: readonly { id: string }[] };
  const [sample] = canaryLeads(Date.now());
  if (sample === undefined) throw new Error('no lead');
  const target = {
    leads: data.map(({ id }) => ({ ...sample, id })),
    purchaseRef: 'cs_test_1',
    subscriptionRef: 'cs_test_2',
  };
  let pages = 0;
  for (const away of [false, true]) {
    isAway = away;
    for (const cookie of ['', await signIn('omar@example.com'), await signIn(SAMPLE_SUBSCRIBER.email)])
      for (const [route, probes] of Object.entries(PROBES))
        for (const probe of probes(target)) {
          const response = await send(product, route, probe, cookie);
          const body = await response.text();
          const whole = [...response.headers].join('\n') + body;
          for (const secret of [SECRET_KEY, WEBHOOK_SECRET])
            expect(whole.includes(secret), `${route} ${probe.path}`).toBe(false);
          expect(body.includes(PUBLIC_KEY), `${route} ${probe.path}`).toBe(route === 'GET /*');
          pages += route === 'GET /*' ? 1 : 0;
        }
  }
  expect(pages).toBeGreaterThan(10);
  expect(double.asked.length).toBeGreaterThan(0);
  expect(log.lines.length).toBeGreaterThan(100);
  for (const line of log.lines) {
    const text = JSON.stringify({ ...line, error: line.error && [String(line.error), line.error.stack] });
    for (const secret of [SECRET_KEY, WEBHOOK_SECRET]) expect(text).not.toContain(secret);
  }
}, 60_000);
