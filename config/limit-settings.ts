import * as v from 'valibot';

import { COUNTED_PER_PROCESS, DEFAULT_LIMITS } from '#application/ports/limiter.ts';
import type { Limit, LimitName, Limits } from '#application/ports/limiter.ts';

/** `10/600`: so many tries in so many seconds. */
const limit = v.pipe(
  v.string(),
  v.regex(/^[1-9]\d{0,8}\/[1-9]\d{0,8}$/, 'must be tries/seconds, such as 10/600'),
  v.transform((text) => {
    const [tries, seconds] = text.split('/').map(Number);
    return { tries: tries ?? 1, seconds: seconds ?? 1 };
  }),
);

/** In seconds: the longest window in memory. It ends by a timer, and a longer one would end at once. */
const LONGEST_SECONDS_IN_MEMORY = 2_147_483;

const limitInMemory = v.pipe(
  limit,
  v.check(
    ({ seconds }) => seconds <= LONGEST_SECONDS_IN_MEMORY,
    `must be over at most ${LONGEST_SECONDS_IN_MEMORY} seconds, as it is counted in memory`,
  ),
);

/** The name of each limit's setting. */
const SETTINGS = {
  coupon: 'LIMIT_COUPON',
  'login-account': 'LIMIT_LOGIN_ACCOUNT',
  'login-address': 'LIMIT_LOGIN_ADDRESS',
  'login-everywhere': 'LIMIT_LOGIN_EVERYWHERE',
  'login-slow': 'LIMIT_LOGIN_SLOW',
  register: 'LIMIT_REGISTER',
  reset: 'LIMIT_RESET',
  'reset-account': 'LIMIT_RESET_ACCOUNT',
  'email-change': 'LIMIT_EMAIL_CHANGE',
  'email-change-to': 'LIMIT_EMAIL_CHANGE_TO',
  verification: 'LIMIT_VERIFICATION',
  'verification-account': 'LIMIT_VERIFICATION_ACCOUNT',
  link: 'LIMIT_LINK',
  contact: 'LIMIT_CONTACT',
  checkout: 'LIMIT_CHECKOUT',
  payment: 'LIMIT_PAYMENT',
  notification: 'LIMIT_NOTIFICATION',
  subscription: 'LIMIT_SUBSCRIPTION',
  'subscription-confirm': 'LIMIT_SUBSCRIPTION_CONFIRM',
  'subscription-change': 'LIMIT_SUBSCRIPTION_CHANGE',
  export: 'LIMIT_EXPORT',
  'export-burst': 'LIMIT_EXPORT_BURST',
  vault: 'LIMIT_VAULT',
  list: 'LIMIT_LIST',
} as const satisfies Readonly<Record<LimitName, `LIMIT_${string}`>>;

type Setting = (typeof SETTINGS)[LimitName];

const NAMES = Object.keys(SETTINGS) as readonly LimitName[];

const schemaOf = (name: LimitName) =>
  v.optional(
    COUNTED_PER_PROCESS.has(name) ? limitInMemory : limit,
    `${DEFAULT_LIMITS[name].tries}/${DEFAULT_LIMITS[name].seconds}`,
  );

/** The settings of the limits. */
export const LIMIT_SETTINGS = Object.fromEntries(NAMES.map((name) => [SETTINGS[name], schemaOf(name)])) as Record<
  Setting,
  ReturnType<typeof schemaOf>
>;

/** The limits by their names, from the settings as they were read. */
export const limitsOf = (parsed: Readonly<Record<Setting, Limit>>): Limits =>
  Object.fromEntries(NAMES.map((name) => [name, parsed[SETTINGS[name]]])) as Limits;
