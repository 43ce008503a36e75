import { DAY, HOUR, MINUTE, SECOND } from '#domain/instant.ts';

export type LimitAnswer = { readonly allowed: true } | { readonly allowed: false; readonly retryAfterSeconds: number };

/**
 * Counts tries, shared by all processes with a store; those of `COUNTED_PER_PROCESS` by each process alone. Throws nothing: a try that
 * cannot be counted, as while the store is away, is allowed.
 */
export interface Limiter {
  /**
   * Counts one try of `key` (an address or an account) against a limit, unless there were too many. The window begins with the first
   * try.
   */
  readonly take: (limit: LimitName, key: string) => Promise<LimitAnswer>;
  /** Gives back one try of `key` that does not count after all. */
  readonly giveBack: (limit: LimitName, key: string) => Promise<void>;
  /** Forgets every try of `key`. */
  readonly forget: (limit: LimitName, key: string) => Promise<void>;
}

/** So many tries in so many seconds. */
export type Limit = { readonly tries: number; readonly seconds: number };

const upTo = (tries: number, window: number): Limit => ({ tries, seconds: window / SECOND });

/**
 * The actions that are limited, each with its limit unless a setting names another. A whole office may share an address, and all its
 * agents come on Monday: lists, checkouts and success pages leave room for a hundred of them.
 */
export const DEFAULT_LIMITS = {
  coupon: upTo(10, 10 * MINUTE),
  /** Failed sign-ins to an account from one address. */
  'login-account': upTo(5, 15 * MINUTE),
  /** Failed sign-ins from one address. */
  'login-address': upTo(20, 15 * MINUTE),
  /** Failed sign-ins to an account from anywhere: past this limit it is only slowed down. */
  'login-everywhere': upTo(100, DAY),
  /** Sign-ins to an account that has been slowed down. */
  'login-slow': upTo(1, MINUTE),
  register: upTo(5, HOUR),
  reset: upTo(10, HOUR),
  /** Reset mails to one account. */
  'reset-account': upTo(3, HOUR),
  /** New e-mail addresses requested by one account. */
  'email-change': upTo(5, HOUR),
  /** Accounts that request one e-mail address. */
  'email-change-to': upTo(3, HOUR),
  verification: upTo(5, HOUR),
  /** Letters to one e-mail address that somebody registers, or tries to. */
  'verification-account': upTo(3, HOUR),
  /** Mailed links, opened from one address. */
  link: upTo(20, 15 * MINUTE),
  contact: upTo(3, 5 * MINUTE),
  checkout: upTo(200, HOUR),
  /** Questions of the success page from one address. */
  payment: upTo(600, HOUR),
  /** Notifications from one address that brought nothing new, where the provider has to be asked about each. */
  notification: upTo(300, 10 * MINUTE),
  /** Subscription checkouts of one user. */
  subscription: upTo(10, HOUR),
  /** One user's questions about the outcome of a subscription's checkout. */
  'subscription-confirm': upTo(200, HOUR),
  /** Changes of one user's subscription: leaving it and keeping it. */
  'subscription-change': upTo(20, HOUR),
  /** Exports of one user in a day. */
  export: upTo(20, DAY),
  /** Exports of one user in an hour. */
  'export-burst': upTo(10, HOUR),
  /** Pages of the vault, read by one user. */
  vault: upTo(120, MINUTE),
  /** Pages of the lists, read from one address. */
  list: upTo(1_200, MINUTE),
} as const satisfies Readonly<Record<string, Limit>>;

export type LimitName = keyof typeof DEFAULT_LIMITS;
export type Limits = Readonly<Record<LimitName, Limit>>;

/** A list is read a thousand times for each try of the others: a shared count would cost the database a write for every read. */
export const COUNTED_PER_PROCESS: ReadonlySet<LimitName> = new Set(['list', 'vault']);
