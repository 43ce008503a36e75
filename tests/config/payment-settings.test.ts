import { describe, expect, it } from 'vitest';

import { BadSettings, settingsFrom } from '#config/environment.ts';

const messageOf = (environment: Record<string, string>): string => {
  try {
    settingsFrom(environment);
  } catch (error) {
    if (error instanceof BadSettings) return error.message;
  }
  return 'no complaint';
};

const SECRETS = { STRIPE_SECRET_KEY: 'sk_test_canary', STRIPE_WEBHOOK_SECRET: 'whsec_canary' };

describe('the settings of the payments', () => {
  it('are the simulated checkout when none is given, whatever is known of Stripe', () => {
    expect(settingsFrom({}).payments).toEqual({ kind: 'simulated', notifications: 'once' });
    expect(settingsFrom(SECRETS).payments).toEqual({ kind: 'simulated', notifications: 'once' });
  });

  it('are Stripe with its key and the secret of its notifications', () => {
    expect(settingsFrom({ PAYMENTS: 'stripe', ...SECRETS }).payments).toEqual({
      ...{ kind: 'stripe', secretKey: 'sk_test_canary', webhookSecret: 'whsec_canary' },
      ...{ priceId: undefined, apiUrl: undefined },
    });
    const more = { STRIPE_PRICE_ID: 'price_1', STRIPE_API_URL: 'http://127.0.0.1:12111' };
    expect(settingsFrom({ PAYMENTS: 'stripe', ...SECRETS, ...more }).payments).toMatchObject({
      ...{ priceId: 'price_1', apiUrl: 'http://127.0.0.1:12111' },
    });
  });

  it('stop the start when Stripe’s are missing, in the one message that lists all that is', () => {
    const message = messageOf({ PAYMENTS: 'stripe', STRIPE_API_URL: 'http://host/v1', PORT: 'x' });
    for (const name of ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_API_URL', 'PORT'])
      expect(message).toContain(`  ${name} `);
  });

  it('never repeat a secret in the message', () => {
    const wrong = { STRIPE_SECRET_KEY: 'sk_live_canary 2', STRIPE_API_URL: 'https://user:canary@host' };
    const message = messageOf({ PAYMENTS: 'stripe', ...wrong });
    for (const name of Object.keys(wrong)) expect(message).toContain(`  ${name} `);
    expect(message).not.toContain('canary');
  });
});
