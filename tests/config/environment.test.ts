import { describe, expect, it } from 'vitest';

import { settingsFrom } from '#config/environment.ts';
import { PRODUCTION, WITH_MAIL, messageOf } from './settings.ts';

const STRIPE = { PAYMENTS: 'stripe', STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };

describe('the settings', () => {
  it('make the embedded default whole when none is given', () => {
    expect(settingsFrom({})).toMatchObject({
      isProduction: false,
      port: 3000,
      host: '127.0.0.1',
      database: { kind: 'embedded', folder: 'data' },
      sampleData: true,
      business: { shelfCycles: 1, eraseAfter: 30 * 24 * 3_600_000, messagesKept: 180 * 24 * 3_600_000 },
      limits: { coupon: { tries: 10, seconds: 600 } },
    });
  });

  it('leave the rules of the shop as they are while nothing is said', () => {
    expect(settingsFrom({})).toMatchObject({
      business: {
        termsRequired: false,
        concealAccounts: false,
        renewalGrace: 3 * 24 * 3_600_000,
        contactTo: 'contact@homelead.example',
        shopUrl: 'http://localhost:3000',
      },
      trustedProxies: [],
    });
  });

  it('change each rule of the shop of which something is said', () => {
    const said = {
      REQUIRE_TERMS: 'true',
      SHELF_CYCLES: '2',
      ERASE_AFTER_DAYS: '7',
      FORGET_MESSAGES_AFTER_DAYS: '90',
      RENEWAL_GRACE_HOURS: '12',
      CONCEAL_ACCOUNTS: 'yes',
      CONTACT_TO: 'office@agents.example',
      PUBLIC_URL: 'https://agents.example/',
      TRUSTED_PROXIES: '10.0.0.0/8, ::1',
      LIMIT_COUPON: '3/60',
      HOST: '::1',
    };
    expect(settingsFrom(said)).toMatchObject({
      business: {
        termsRequired: true,
        shelfCycles: 2,
        eraseAfter: 7 * 24 * 3_600_000,
        messagesKept: 90 * 24 * 3_600_000,
        renewalGrace: 12 * 3_600_000,
        concealAccounts: true,
        contactTo: 'office@agents.example',
        shopUrl: 'https://agents.example',
      },
      trustedProxies: ['10.0.0.0/8', '::1'],
      limits: { coupon: { tries: 3, seconds: 60 } },
      host: '::1',
    });
  });

  it('have production log what happens, and a desk only what is wrong, unless told otherwise', () => {
    expect(settingsFrom({}).logLevel).toBe('warn');
    expect(settingsFrom(PRODUCTION).logLevel).toBe('info');
    expect(settingsFrom({ ...PRODUCTION, LOG_LEVEL: 'debug' }).logLevel).toBe('debug');
  });

  it('take an empty setting for none', () => {
    expect(settingsFrom({ PORT: '', DATABASE_URL: '' }).port).toBe(3000);
  });

  it('put no sample data into a server’s database unless asked', () => {
    expect(settingsFrom({ DATABASE_URL: 'postgres://u@db/x' }).sampleData).toBe(false);
    expect(settingsFrom({ DATABASE_URL: 'postgres://u@db/x', SAMPLE_DATA: 'yes' }).sampleData).toBe(true);
  });

  it('stop the start with one message that lists every bad one', () => {
    const message = messageOf({ PORT: '99999', DATABASE_URL: 'mysql://x', LIMIT_COUPON: 'many', SAMPLE_DATA: 'maybe' });
    for (const name of ['PORT', 'DATABASE_URL', 'LIMIT_COUPON', 'SAMPLE_DATA']) expect(message).toContain(`  ${name} `);
  });

  it('let production start only when everything is named', () => {
    const message = messageOf({ NODE_ENV: 'production', PORT: 'x' });
    for (const name of ['PORT', 'PUBLIC_URL', 'DATABASE_URL', 'PAYMENTS', 'MAIL'])
      expect(message).toContain(`  ${name} `);
    expect(settingsFrom({ ...PRODUCTION, PUBLIC_URL: 'https://shop.example/' })).toMatchObject({
      publicUrl: 'https://shop.example',
      sampleData: false,
      host: '0.0.0.0',
    });
  });

  it.each(['Production', 'prod', 'staging', 'PRODUCTION', ' production'])(
    'take no environment but the three that they know: with %j no shop of toys opens',
    (name) => {
      expect(messageOf({ NODE_ENV: name })).toContain('  NODE_ENV must be one of: production, development, test');
    },
  );

  it.each(['production', 'development', 'test'])('take the environment %s', (name) => {
    expect(messageOf({ ...PRODUCTION, NODE_ENV: name })).toBe('no complaint');
  });

  it.each(['https://shop.example', 'https://shop.example/', 'http://shop.example:8080', 'HTTPS://Shop.example:443'])(
    'take the address %s for the shop',
    (address) => {
      expect(settingsFrom({ PUBLIC_URL: address }).publicUrl).toBe(new URL(address).origin);
    },
  );

  it.each([
    'https://shop.example/shop',
    'https://shop.example/?a',
    'https://shop.example/#a',
    'https://canary@shop.example',
    'ftp://shop.example',
    'shop.example',
    'https://',
  ])('take no address for the shop of which the links would lose a part: %s', (address) => {
    expect(messageOf({ PUBLIC_URL: address })).toContain('  PUBLIC_URL must be an address such as');
    expect(messageOf({ PUBLIC_URL: address })).not.toContain('canary');
  });

  it.each(['http://shop.example', 'http://shop.example:8080', 'http://10.0.0.5:3000', 'http://localhost.example'])(
    'take no address without TLS for a shop in earnest, whose sessions and links would be read on the way: %s',
    (address) => {
      const message = messageOf({ ...WITH_MAIL, ...STRIPE, PUBLIC_URL: address, PORT: 'x' });
      expect(message.split('\n')).toEqual([
        'The settings cannot be used:',
        '  PORT must be a whole number',
        expect.stringMatching(/^ {2}PUBLIC_URL must start with https:\/\/ where money is taken in earnest/),
      ]);
    },
  );

  it('take one without TLS on this machine, where no money is taken in earnest, and outside of production', () => {
    const inPlain = { ...PRODUCTION, PUBLIC_URL: 'http://shop.example' };
    for (const host of ['localhost:8080', '127.0.0.1', '[::1]:3000'])
      expect(messageOf({ ...PRODUCTION, ...STRIPE, PUBLIC_URL: `http://${host}` })).toBe('no complaint');
    expect(messageOf(inPlain)).toBe('no complaint');
    for (const name of ['development', 'test'])
      expect(messageOf({ ...inPlain, ...STRIPE, NODE_ENV: name })).toBe('no complaint');
    expect(messageOf({ ...WITH_MAIL, ...STRIPE })).toBe('no complaint');
  });

  it('take no development mailbox where money is taken in earnest: everybody could read who was sold, and reset passwords', () => {
    const [live, test] = [
      { ...PRODUCTION, ...STRIPE },
      { ...STRIPE, STRIPE_SECRET_KEY: 'sk_test_1' },
    ];
    expect(messageOf(live).split('\n')).toEqual([
      'The settings cannot be used:',
      '  MAIL must be smtp or resend where money is taken in earnest: else everybody can read the mails',
    ]);
    for (const harmless of [{ PUBLIC_URL: 'https://localhost' }, { NODE_ENV: 'development' }, test])
      expect(messageOf({ ...live, ...harmless })).toBe('no complaint');
  });

  it.each(['10.0.0.0/8', '192.0.2.7', '10.0.0.0/32', '::1', 'fd00::/64', '::/128', ' 10.0.0.0/8 , fd00::/8 '])(
    'take the proxies %j',
    (list) => {
      expect(messageOf({ TRUSTED_PROXIES: list })).toBe('no complaint');
    },
  );

  it.each([
    '10.0.0.0/33',
    '10.0.0.0/64',
    '::/129',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '10.0.0.0/1e1',
    '10.0.0.0/ 8',
    '10.0.0/8',
    '*',
    'proxy.example',
  ])('take no proxies in %j: a network that nobody meant would say who everybody is', (list) => {
    expect(messageOf({ TRUSTED_PROXIES: `::1,${list}` })).toContain('  TRUSTED_PROXIES must be networks such as');
  });

  it('never repeat a secret in the message', () => {
    expect(messageOf({ DATABASE_URL: 'mysql://user:canary-password@db/x' })).not.toContain('canary-password');
  });
});
