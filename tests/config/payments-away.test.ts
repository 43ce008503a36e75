import { describe, expect, it } from 'vitest';

import { memoryClock } from '#adapters/memory/clock.ts';
import { memoryDocuments } from '#adapters/memory/documents.ts';
import { memoryLog } from '#adapters/memory/log.ts';
import { memorySecrets } from '#adapters/memory/secrets.ts';
import { settingsFrom } from '#config/environment.ts';
import { freePort } from '#tests/support/free-port.ts';

describe('a provider of payments that the settings name', () => {
  it('is left alone for a while, once it has been away five times in a row', async () => {
    const log = memoryLog();
    const { payments } = await settingsFrom({
      PAYMENTS: 'stripe',
      STRIPE_SECRET_KEY: 'key',
      STRIPE_WEBHOOK_SECRET: 'secret',
      STRIPE_API_URL: `http://127.0.0.1:${await freePort()}`,
    }).payments.open({
      publicUrl: undefined,
      documents: memoryDocuments(),
      clock: memoryClock(0),
      secrets: memorySecrets(),
      log,
      notify: () => Promise.resolve(),
    });
    const messages = [];
    for (let call = 0; call < 6; call += 1)
      messages.push(await payments.readPurchase('cs_test_1').catch((error: Error) => error.message));
    expect(messages.map((message) => message === 'the provider is left alone for a while')).toEqual([
      ...Array.from({ length: 5 }, () => false),
      true,
    ]);
    expect(log.lines.map(({ event }) => event)).toEqual(['payment provider left alone']);
  });
});
