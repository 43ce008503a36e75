import { DAY, HOUR, MINUTE, SECOND } from '#domain/instant.ts';

/** The actions that are limited. */
export type LimitName =
  | 'coupon'
  /** Failed sign-ins to an account from one address. */
  | 'login-account'
  /** Failed sign-ins from one address. */
  | 'login-address'
  /** Failed sign-ins to an account from anywhere: past this limit it is only slowed down. */
  | 'login-everywhere'
  /** Sign-ins to an account that has been slowed down. */
  | 'login-slow'
  | 'register'
  | 'reset'
  /** Reset mails to one account. */
  | 'reset-account'
  /** New e-mail addresses requested by one account. */
  | 'email-change'
  /** Accounts that request one e-mail address. */
  | 'email-change-to'
  | 'verification'
  /** Letters to one e-mail address that somebody registers, or tries to. */
  | 'verification-account'
  /** Mailed links, opened from one address. */
  | 'link'
  | 'contact'
  | 'checkout'
  /** Questions of the success page from one address. */
  | 'payment'
  /** Notifications from one address that brought nothing new, where the provider has to be asked about each. */
  | 'notification'
  /** Subscription checkouts of one user. */
  | 'subscription'
  /** One user's questions about the outcome of a subscription's checkout. */
  | 'subscription-confirm'
  /** Changes of one user's subscription: leaving it and keeping it. */
  | 'subscription-change'
  /** Exports of one user in a day. */
  | 'export'
  /** Exports of one user in an hour. */
  | 'export-burst'
  /** Pages of the vault, read by one user. */
  | 'vault'
  /** Pages of the lists, read from one address. */
  | 'list';

export type LimitAnswer = { readonly allowed: true } | { readonly allowed: false; readonly retryAfterSeconds: number };

/** Counts tries, shared by all processes with a store; those of `COUNTED_PER_PROCESS` by each process alone. */
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

export type Limits = Readonly<Record<LimitName, Limit>>;

const upTo = (tries: number, window: number): Limit => ({ tries, seconds: window / SECOND });

/**
 * A whole office may share an address, and all its agents come on Monday: lists, checkouts and success pages leave room for a hundred
 * of them.
 */
export const DEFAULT_LIMITS: Limits = {
  coupon: upTo(10, 10 * MINUTE),
  'login-account': upTo(5, 15 * MINUTE),
  'login-address': upTo(20, 15 * MINUTE),
  'login-everywhere': upTo(100, DAY),
  'login-slow': upTo(1, MINUTE),
  register: upTo(5, HOUR),
  reset: upTo(10, HOUR),
  'reset-account': upTo(3, HOUR),
  'email-change': upTo(5, HOUR),
  'email-change-to': upTo(3, HOUR),
  verification: upTo(5, HOUR),
  'verification-account': upTo(3, HOUR),
  link: upTo(20, 15 * MINUTE),
  contact: upTo(3, 5 * MINUTE),
  checkout: upTo(200, HOUR),
  payment: upTo(600, HOUR),
  notification: upTo(300, 10 * MINUTE),
  subscription: upTo(10, HOUR),
  'subscription-confirm': upTo(200, HOUR),
  'subscription-change': upTo(20, HOUR),
  export: upTo(20, DAY),
  'export-burst': upTo(10, HOUR),
  vault: upTo(120, MINUTE),
  list: upTo(1_200, MINUTE),
};

/** A list is read a thousand times for each try of the others: a shared count would cost the database a write for every read. */
export const COUNTED_PER_PROCESS: ReadonlySet<LimitName> = new Set(['list', 'vault']);
