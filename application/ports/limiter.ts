/** What somebody may do only so often. */
export type LimitName = 'coupon';

export type LimitAnswer = { readonly allowed: true } | { readonly allowed: false; readonly retryAfterSeconds: number };

/** Counts tries, shared by all processes where the store is. */
export interface Limiter {
  /** Counts one try of `key` (an address or an account) against a limit. The window begins with the first try. */
  readonly take: (limit: LimitName, key: string) => Promise<LimitAnswer>;
}

/** So many tries in so many seconds. */
export type Limit = { readonly tries: number; readonly seconds: number };

export type Limits = Readonly<Record<LimitName, Limit>>;

export const DEFAULT_LIMITS: Limits = {
  coupon: { tries: 10, seconds: 10 * 60 },
};
