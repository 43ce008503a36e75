import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { describe, expect, it, onTestFinished } from 'vitest';

import { memoryClock } from '#adapters/memory/clock.ts';
import { memoryDocuments } from '#adapters/memory/documents.ts';
import { memoryLog } from '#adapters/memory/log.ts';
import { memorySecrets } from '#adapters/memory/secrets.ts';
import { settingsFrom } from '#config/environment.ts';
import { freePort } from '#tests/support/free-port.ts';

const openStripe = async (apiUrl: string, log = memoryLog()) => {
  const { payments } = await settingsFrom({
    PAYMENTS: 'stripe',
    STRIPE_SECRET_KEY: 'key',
    STRIPE_WEBHOOK_SECRET: 'secret',
    STRIPE_API_URL: apiUrl,
  }).payments.open({
    publicUrl: undefined,
    documents: memoryDocuments(),
    clock: memoryClock(0),
    secrets: memorySecrets(),
    log,
    notify: () => Promise.resolve(),
  });
  return payments;
};

describe('a provider of payments that the settings name', () => {
  it('is left alone for a while, once it has been away five times in a row', async () => {
    const log = memoryLog();
    const payments = await openStripe(`http://127.0.0.1:${await freePort()}`, log);
    const messages = [];
    for (let call = 0; call < 6; call += 1)
      messages.push(await payments.readPurchase('cs_test_1').catch((error: Error) => error.message));
    expect(messages.map((message) => message === 'the provider is left alone for a while')).toEqual([
      ...Array.from({ length: 5 }, () => false),
      true,
    ]);
    expect(log.lines.map(({ event }) => event)).toEqual(['payment provider left alone']);
  });

  it('refuses to open a page where the settings expect none: no browser would go there', async () => {
    const session = { id: 'cs_test_1', object: 'checkout.session', status: 'open', expires_at: 7_200 };
    const server = createServer((_request, response) => {
      response.setHeader('content-type', 'application/json');
      response.setHeader('request-id', 'req_1');
      response.end(JSON.stringify({ ...session, url: 'https://pay.shop.example/c/1' }));
    });
    onTestFinished(() => void server.close());
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const payments = await openStripe(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const opening = payments.openPurchase({
      purchaseId: 'purchase-1',
      amount: 2_500,
      lineItem: 'Buyer Lead in Austin',
      email: undefined,
      closesAt: 7_200_000,
      successUrl: 'https://shop.example/success?session_id={ref}',
      cancelUrl: 'https://shop.example/',
    });
    await expect(opening).rejects.toThrow('the payment page is at https://pay.shop.example');
  });
});
