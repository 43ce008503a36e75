import * as v from 'valibot';

import { DEFAULT_LIMITS } from '#application/ports/limiter.ts';
import type { LimitName, Limits } from '#application/ports/limiter.ts';

/** `10/600`: so many tries in so many seconds. */
const limit = v.pipe(
  v.string(),
  v.regex(/^[1-9]\d{0,8}\/[1-9]\d{0,8}$/, 'must be tries/seconds, such as 10/600'),
  v.transform((text) => {
    const [tries, seconds] = text.split('/').map(Number);
    return { tries: tries ?? 1, seconds: seconds ?? 1 };
  }),
);

const settingOf = (name: LimitName) =>
  v.optional(limit, `${DEFAULT_LIMITS[name].tries}/${DEFAULT_LIMITS[name].seconds}`);

/** How often somebody may do something. */
export const LIMIT_SETTINGS = {
  LIMIT_COUPON: settingOf('coupon'),
  LIMIT_LOGIN_ACCOUNT: settingOf('login-account'),
  LIMIT_LOGIN_ADDRESS: settingOf('login-address'),
  LIMIT_LOGIN_EVERYWHERE: settingOf('login-everywhere'),
  LIMIT_LOGIN_SLOW: settingOf('login-slow'),
  LIMIT_REGISTER: settingOf('register'),
  LIMIT_RESET: settingOf('reset'),
  LIMIT_RESET_ACCOUNT: settingOf('reset-account'),
  LIMIT_EMAIL_CHANGE: settingOf('email-change'),
  LIMIT_EMAIL_CHANGE_TO: settingOf('email-change-to'),
  LIMIT_VERIFICATION: settingOf('verification'),
  LIMIT_VERIFICATION_ACCOUNT: settingOf('verification-account'),
  LIMIT_LINK: settingOf('link'),
  LIMIT_CONTACT: settingOf('contact'),
  LIMIT_CHECKOUT: settingOf('checkout'),
  LIMIT_PAYMENT: settingOf('payment'),
  LIMIT_NOTIFICATION: settingOf('notification'),
  LIMIT_SUBSCRIPTION: settingOf('subscription'),
  LIMIT_SUBSCRIPTION_CONFIRM: settingOf('subscription-confirm'),
  LIMIT_SUBSCRIPTION_CHANGE: settingOf('subscription-change'),
  LIMIT_EXPORT: settingOf('export'),
  LIMIT_EXPORT_BURST: settingOf('export-burst'),
  LIMIT_VAULT: settingOf('vault'),
  LIMIT_LIST: settingOf('list'),
};

const settings = v.object(LIMIT_SETTINGS);

export const limitsOf = (parsed: v.InferOutput<typeof settings>): Limits => ({
  coupon: parsed.LIMIT_COUPON,
  'login-account': parsed.LIMIT_LOGIN_ACCOUNT,
  'login-address': parsed.LIMIT_LOGIN_ADDRESS,
  'login-everywhere': parsed.LIMIT_LOGIN_EVERYWHERE,
  'login-slow': parsed.LIMIT_LOGIN_SLOW,
  register: parsed.LIMIT_REGISTER,
  reset: parsed.LIMIT_RESET,
  'reset-account': parsed.LIMIT_RESET_ACCOUNT,
  'email-change': parsed.LIMIT_EMAIL_CHANGE,
  'email-change-to': parsed.LIMIT_EMAIL_CHANGE_TO,
  verification: parsed.LIMIT_VERIFICATION,
  'verification-account': parsed.LIMIT_VERIFICATION_ACCOUNT,
  link: parsed.LIMIT_LINK,
  contact: parsed.LIMIT_CONTACT,
  checkout: parsed.LIMIT_CHECKOUT,
  payment: parsed.LIMIT_PAYMENT,
  notification: parsed.LIMIT_NOTIFICATION,
  subscription: parsed.LIMIT_SUBSCRIPTION,
  'subscription-confirm': parsed.LIMIT_SUBSCRIPTION_CONFIRM,
  'subscription-change': parsed.LIMIT_SUBSCRIPTION_CHANGE,
  export: parsed.LIMIT_EXPORT,
  'export-burst': parsed.LIMIT_EXPORT_BURST,
  vault: parsed.LIMIT_VAULT,
  list: parsed.LIMIT_LIST,
});
