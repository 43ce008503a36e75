/** What somebody may do only so often. */
export type LimitName =
  | 'coupon'
  | 'login-account'
  | 'login-address'
  | 'register'
  | 'reset'
  | 'verification'
  | 'contact'
  | 'export';

export type LimitAnswer = { readonly allowed: true } | { readonly allowed: false; readonly retryAfterSeconds: number };

/** Counts tries, shared by all processes where the store is. */
export interface Limiter {
  /** Counts one try of `key` (an address or an account) against a limit. The window begins with the first try. */
  readonly take: (limit: LimitName, key: string) => Promise<LimitAnswer>;
  /** Gives one try of `key` back, which turned out not to count. */
  readonly giveBack: (limit: LimitName, key: string) => Promise<void>;
  /** Forgets every try of `key`. */
  readonly forget: (limit: LimitName, key: string) => Promise<void>;
}

/** So many tries in so many seconds. */
export type Limit = { readonly tries: number; readonly seconds: number };

export type Limits = Readonly<Record<LimitName, Limit>>;

export const DEFAULT_LIMITS: Limits = {
  coupon: { tries: 10, seconds: 10 * 60 },
  'login-account': { tries: 5, seconds: 15 * 60 },
  'login-address': { tries: 20, seconds: 15 * 60 },
  register: { tries: 5, seconds: 60 * 60 },
  reset: { tries: 5, seconds: 60 * 60 },
  verification: { tries: 5, seconds: 60 * 60 },
  contact: { tries: 3, seconds: 5 * 60 },
  export: { tries: 20, seconds: 24 * 60 * 60 },
};
