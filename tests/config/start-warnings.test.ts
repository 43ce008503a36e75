import { describe, expect, it } from 'vitest';

import { memoryLog } from '#adapters/memory/log.ts';
import { settingsFrom } from '#config/environment.ts';
import { warnOfSettings } from '#config/start-warnings.ts';
import { PRODUCTION } from './settings.ts';

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
      expect(warnedOf({ ...PRODUCTION, ...TEST_KEYS, STRIPE_SECRET_KEY: key })).toEqual([
        { level: 'warn', event: 'payments are in test mode' },
      ]);
    },
  );

  it.each([
    ['with keys of live mode', { ...PRODUCTION, ...TEST_KEYS, STRIPE_SECRET_KEY: 'sk_live_canary' }],
    ['with a key that does not say', { ...PRODUCTION, ...TEST_KEYS, STRIPE_SECRET_KEY: 'sk_canary' }],
    ['at another host', { ...PRODUCTION, ...TEST_KEYS, STRIPE_API_URL: 'https://pay.example' }],
    ['where no money was meant to move', PRODUCTION],
    ['in development', TEST_KEYS],
  ])('is none, and nothing is warned of, %s', (_, environment) => {
    expect(warnedOf(environment)).toEqual([]);
  });
});

it('a setting that has no effect is named at the start', () => {
  expect(warnedOf({ LIMIT_LOGN: 'canary' })).toEqual([
    { level: 'warn', event: 'setting has no effect', setting: 'LIMIT_LOGN' },
  ]);
});
