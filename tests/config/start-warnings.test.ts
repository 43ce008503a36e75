import { describe, expect, it } from 'vitest';

import { memoryLog } from '#adapters/memory/log.ts';
import { settingsFrom } from '#config/environment.ts';
import { warnOfSettings } from '#config/start-warnings.ts';
import { PRODUCTION, WITH_MAIL } from './settings.ts';

const TEST_KEYS = { PAYMENTS: 'stripe', STRIPE_SECRET_KEY: 'sk_test_canary', STRIPE_WEBHOOK_SECRET: 'whsec_canary' };

const warnedOf = (environment: Record<string, string>) => {
  const log = memoryLog();
  warnOfSettings(settingsFrom(environment), log);
  return log.lines;
};

describe('a shop that takes payments with the keys of a test mode', () => {
  it.each(['sk_test_canary', 'rk_test_canary'])(
    'in production is warned of once, and the key is not told: %s',
    (key) => {
      expect(warnedOf({ ...WITH_MAIL, ...TEST_KEYS, STRIPE_SECRET_KEY: key })).toEqual([
        { level: 'warn', event: 'payments are in test mode' },
      ]);
    },
  );

  it.each([
    ['with keys of live mode', { ...WITH_MAIL, ...TEST_KEYS, STRIPE_SECRET_KEY: 'sk_live_canary' }],
    ['with a key that does not say', { ...WITH_MAIL, ...TEST_KEYS, STRIPE_SECRET_KEY: 'sk_canary' }],
    ['at another host', { ...WITH_MAIL, ...TEST_KEYS, STRIPE_API_URL: 'https://pay.example' }],
    ['where no money was meant to move', WITH_MAIL],
    ['in development', TEST_KEYS],
  ])('is none, and nothing is warned of, %s', (_, environment) => {
    expect(warnedOf(environment)).toEqual([]);
  });
});

describe('a shop with the development mailbox', () => {
  it('in production is warned that everybody can read its mails', () => {
    expect(warnedOf(PRODUCTION)).toEqual([{ level: 'warn', event: 'everybody can read the mails', setting: 'MAIL' }]);
  });

  it.each([
    ['on this machine', { ...PRODUCTION, PUBLIC_URL: 'http://localhost:3001' }],
    ['in development', { PUBLIC_URL: 'https://shop.example' }],
  ])('is not %s', (_, environment) => {
    expect(warnedOf(environment)).toEqual([]);
  });
});

it('a setting that has no effect is named at the start', () => {
  expect(warnedOf({ LIMIT_LOGN: 'canary' })).toEqual([
    { level: 'warn', event: 'setting has no effect', setting: 'LIMIT_LOGN' },
  ]);
});
