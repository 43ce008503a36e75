import * as v from 'valibot';
import { describe, expect, it } from 'vitest';

import { choice, option } from '#config/choice.ts';
import { settingsFrom } from '#config/environment.ts';
import { PRODUCTION, complaintsOf } from './settings.ts';

const STRIPE = { PAYMENTS: 'stripe', STRIPE_SECRET_KEY: 'sk_test_canary', STRIPE_WEBHOOK_SECRET: 'whsec_canary' };
const SENDER = { MAIL_FROM: 'leads@homelead.example', CONTACT_TO: 'office@homelead.example' };

const idleIn = (environment: Record<string, string>) => settingsFrom(environment).withoutEffect;

describe('a key of a real provider beside the choice of a simulated one', () => {
  it.each([
    ['STRIPE_SECRET_KEY', 'sk_live_canary', 'PAYMENTS does not name stripe'],
    ['STRIPE_WEBHOOK_SECRET', 'whsec_canary', 'PAYMENTS does not name stripe'],
    ['SMTP_URL', 'smtp://shop:canary@mail.example', 'MAIL does not name smtp'],
    ['RESEND_API_KEY', 're_canary', 'MAIL does not name resend'],
  ])('%s stops the start in production, and is warned of elsewhere', (name, value, why) => {
    expect(complaintsOf({ ...PRODUCTION, [name]: value })).toEqual([
      `  ${name} is set, but ${why}: take one of them away`,
    ]);
    expect(idleIn({ [name]: value })).toEqual([name]);
    expect(idleIn({ ...PRODUCTION, NODE_ENV: 'development', [name]: value })).toEqual([name]);
  });

  it('is named along with what production misses', () => {
    const { PAYMENTS: _payments, ...without } = PRODUCTION;
    expect(complaintsOf({ ...without, STRIPE_SECRET_KEY: 'sk_live_canary' })).toEqual([
      expect.stringContaining('PAYMENTS is missing'),
      expect.stringContaining('STRIPE_SECRET_KEY is set'),
    ]);
  });

  it('is only warned of beside another one in earnest: the former provider is asked so', () => {
    const mail = { ...SENDER, MAIL: 'resend', RESEND_API_KEY: 're_1', SMTP_URL: 'smtp://mail.example' };
    expect(idleIn({ ...PRODUCTION, ...STRIPE, ...mail })).toEqual(['SMTP_URL']);
  });
});

describe('a name that looks like a setting', () => {
  it.each(['LIMIT_LOGN', 'STRIPE_SECRET', 'SIMULATED_NOTIFICATION', 'SMTP_HOST', 'RESEND_KEY', 'DKIM_KEY'])(
    'and is none is warned of, and stops no start: %s',
    (name) => {
      expect(idleIn({ ...PRODUCTION, [name]: 'canary' })).toEqual([name]);
      expect(idleIn({ [name]: 'canary' })).toEqual([name]);
      expect(idleIn({ [name]: '' })).toEqual([]);
    },
  );

  it('is one that begins as the settings of an option do, of whichever there are, but not as those that several share', () => {
    const made = option<void, void>();
    const key = v.pipe(v.string(), v.description('the key'));
    const [read, open] = [() => ({}), () => {}];
    const paylane = made({ name: 'paylane', needed: { PAYLANE_KEY: key }, optional: { PAY_FROM: key }, read, open });
    const other = made({ name: 'other', needed: { OTHER_KEY: key, PAY_FROM: key }, optional: {}, read, open });
    expect(choice('PAYMENTS', { otherwise: other, options: [paylane] }).families).toEqual(['OTHER', 'PAYLANE']);
  });

  it('of another program is nothing to us', () => {
    expect(
      idleIn({ PATH: '/bin', HOME: '/', UNLIMIT_X: '1', npm_config_smtp_: 'x', MAILTO: 'x', STRIPE: 'x' }),
    ).toEqual([]);
  });

  it('and is one that works is not warned of', () => {
    const mail = { ...SENDER, MAIL: 'smtp', SMTP_URL: 'smtp://mail.example', SMTP_CONNECTIONS: '2' };
    expect(idleIn({ ...PRODUCTION, ...STRIPE, ...mail, LIMIT_LIST: '9/9' })).toEqual([]);
    expect(idleIn(SENDER)).toEqual([]);
  });
});
