import { describe, expect, it } from 'vitest';

import { memoryClock } from '#adapters/memory/clock.ts';
import { memoryDocuments } from '#adapters/memory/documents.ts';
import { memoryLog } from '#adapters/memory/log.ts';
import { memorySecrets } from '#adapters/memory/secrets.ts';
import { settingsFrom } from '#config/environment.ts';
import { named } from '#config/payments/provider.ts';
import { simulatedOption } from '#config/payments/simulated.ts';
import { messageOf } from './settings.ts';

const SECRETS = { STRIPE_SECRET_KEY: 'sk_test_canary', STRIPE_WEBHOOK_SECRET: 'whsec_canary' };

describe('the settings of the payments', () => {
  it('are the simulated checkout when none is given, whatever is known of Stripe', () => {
    expect(settingsFrom({}).payments).toMatchObject({ kind: 'simulated', settings: { notifications: 'once' } });
    expect(settingsFrom(SECRETS).payments).toMatchObject({ kind: 'simulated', settings: { notifications: 'once' } });
  });

  it('are Stripe with its key and the secret of its notifications', () => {
    const { kind, settings } = settingsFrom({ PAYMENTS: 'stripe', ...SECRETS }).payments;
    expect({ kind, ...settings }).toEqual({
      kind: 'stripe',
      secretKey: 'sk_test_canary',
      webhookSecret: 'whsec_canary',
      publishableKey: undefined,
      checkoutOrigins: [],
      priceId: undefined,
      apiUrl: undefined,
    });
    const more = { STRIPE_PRICE_ID: 'price_1', STRIPE_API_URL: 'http://127.0.0.1:12111' };
    expect(settingsFrom({ PAYMENTS: 'stripe', ...SECRETS, ...more }).payments.settings).toMatchObject({
      priceId: 'price_1',
      apiUrl: 'http://127.0.0.1:12111',
    });
  });

  it('name the public key, and the custom domains of the payment pages', () => {
    const more = {
      STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
      STRIPE_CHECKOUT_ORIGINS: ' https://pay.example/, http://localhost:4242 ,https://PAY.example.org:8443,',
    };
    expect(settingsFrom({ PAYMENTS: 'stripe', ...SECRETS, ...more }).payments.settings).toMatchObject({
      publishableKey: 'pk_test_1',
      checkoutOrigins: ['https://pay.example', 'http://localhost:4242', 'https://pay.example.org:8443'],
    });
  });

  it.each([
    'http://pay.example',
    'https://pay.example/shop',
    'https://pay.example?x',
    'https://u@pay.example',
    'pay.example',

    'https://pay.example https://evil.example',
    "https://a;script-src'*'",
    'https://*.example',
    'http://localhost.evil.example',
    'javascript:0',
    'https:',
  ])('take no payment page at %j', (origin) => {
    for (const list of [origin, `https://fine.example,${origin}`])
      expect(messageOf({ STRIPE_CHECKOUT_ORIGINS: list })).toContain('  STRIPE_CHECKOUT_ORIGINS must be origins');
  });

  it.each(['sk_live_canary', 'rk_live_canary', 'whsec_canary', 'pk_', 'pk_canary key', 'pk_canary"><script>'])(
    'let nothing but a public key reach the browser: %j stops the start, also when Stripe is not used',
    (key) => {
      for (const more of [{}, { PAYMENTS: 'stripe', ...SECRETS, STRIPE_API_URL: 'http://127.0.0.1:1' }]) {
        const message = messageOf({ STRIPE_PUBLISHABLE_KEY: key, ...more });
        expect(message).toContain('  STRIPE_PUBLISHABLE_KEY must be a publishable key');
        expect(message).not.toContain('canary');
      }
    },
  );

  it.each([
    ['STRIPE_SECRET_KEY', ['sk_', 'rk_', 'pk_live_canary', 'whsec_canary', 'canary'], 'sk_ or rk_'],
    ['STRIPE_WEBHOOK_SECRET', ['whsec_', 'sk_live_canary', 'canary'], 'whsec_'],
  ])('say how %s begins when it begins otherwise', (name, secrets, beginning) => {
    for (const secret of secrets) {
      const message = messageOf({ PAYMENTS: 'stripe', ...SECRETS, [name]: secret });
      expect(message).toContain(`  ${name} must begin with ${beginning}`);
      expect(message).not.toContain('canary');
    }
  });

  it.each([
    ['sk_live_canary', 'pk_test_canary', 'of test mode, but STRIPE_SECRET_KEY of live mode'],
    ['rk_test_canary', 'pk_live_canary', 'of live mode, but STRIPE_SECRET_KEY of test mode'],
  ])('mix no live mode and test mode: %s with %s', (secretKey, publicKey, why) => {
    const mixed = { ...SECRETS, STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publicKey };
    const message = messageOf({ PAYMENTS: 'stripe', ...mixed });
    expect(message).toContain(`  STRIPE_PUBLISHABLE_KEY is ${why}`);
    expect(message).not.toContain('canary');
  });

  it.each(['live', 'test'])('take two keys of %s mode', (mode) => {
    const keys = { STRIPE_SECRET_KEY: `rk_${mode}_1`, STRIPE_PUBLISHABLE_KEY: `pk_${mode}_1` };
    expect(messageOf({ PAYMENTS: 'stripe', ...SECRETS, ...keys })).toBe('no complaint');
  });

  it('take a restricted key, and any word as a secret of another host', () => {
    const restricted = { ...SECRETS, STRIPE_SECRET_KEY: 'rk_live_1' };
    expect(settingsFrom({ PAYMENTS: 'stripe', ...restricted }).payments.settings).toMatchObject({
      secretKey: 'rk_live_1',
    });
    const words = { STRIPE_SECRET_KEY: 'key', STRIPE_WEBHOOK_SECRET: 'secret', STRIPE_API_URL: 'http://127.0.0.1:1' };
    expect(settingsFrom({ PAYMENTS: 'stripe', ...words }).payments.settings).toMatchObject({ secretKey: 'key' });
    expect(messageOf({ PAYMENTS: 'stripe', ...words, STRIPE_SECRET_KEY: 'two words' })).toContain('STRIPE_SECRET_KEY');
  });

  it('stop the start when Stripe’s are missing, in the one message that lists all that is', () => {
    const message = messageOf({ PAYMENTS: 'stripe', STRIPE_API_URL: 'http://host/v1', PORT: 'x' });
    for (const name of ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_API_URL', 'PORT'])
      expect(message).toContain(`  ${name} `);
  });

  it.each([
    'stripe.example',
    'ftp://stripe.example',
    'http://',
    'http://host',
    'http://localhost.evil.example',
    'http://127.0.0.1.example',
    'https://host/v1',
    'https://host?x',
  ])('say what the address of another host looks like: %j is none', (address) => {
    expect(messageOf({ PAYMENTS: 'stripe', ...SECRETS, STRIPE_API_URL: address })).toContain(
      '  STRIPE_API_URL must be https:// (http:// only on this machine), a host and a port',
    );
  });

  it('open no provider that calls itself by another’s name: what that one has told could hide a notification', async () => {
    const needs = {
      publicUrl: undefined,
      documents: memoryDocuments(),
      clock: memoryClock(0),
      secrets: memorySecrets(),
      log: memoryLog(),
      notify: () => Promise.resolve(),
    };
    const { payments } = await named(simulatedOption).chosen({}, false).open(needs);
    expect(payments.profile.name).toBe('simulated');
    await expect(
      named({ ...simulatedOption, name: 'paypal' })
        .chosen({}, false)
        .open(needs),
    ).rejects.toThrow('the provider of PAYMENTS=paypal calls itself simulated');
  });

  it('never repeat a secret in the message', () => {
    const wrong = { STRIPE_SECRET_KEY: 'sk_live_canary 2', STRIPE_API_URL: 'https://user:canary@host' };
    const message = messageOf({ PAYMENTS: 'stripe', ...wrong });
    for (const name of Object.keys(wrong)) expect(message).toContain(`  ${name} `);
    expect(message).not.toContain('canary');
  });
});
