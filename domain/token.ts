import type { AccountId } from './account.ts';
import { DAY } from './instant.ts';
import type { Instant } from './instant.ts';

/** What the holder of a link may do. A token for one purpose is worth nothing for another. */
export type TokenPurpose = 'VERIFY_EMAIL' | 'PASSWORD_RESET' | 'CHANGE_EMAIL';

/** A one-time link that was mailed. Only the hash of its secret is known here. */
export type Token = {
  readonly hash: string;
  readonly accountId: AccountId;
  readonly purpose: TokenPurpose;
  /** The address it was sent to, which opening it proves. */
  readonly email: string;
  readonly createdAt: Instant;
  readonly end: TokenEnd;
};

/** Used by its holder or together with the link of a reset, or ended by a newer token. */
export type TokenEnd = { readonly is: 'none' } | { readonly is: 'used' | 'replaced'; readonly at: Instant };

/** Links work for 24 hours. */
export const TOKEN_LIFETIME = DAY;

/** From then on a link works no more, even if nobody has opened it. */
export const expiryOf = ({ createdAt }: Pick<Token, 'createdAt'>): Instant => createdAt + TOKEN_LIFETIME;

/** How long a link is remembered after its end: whoever opens it late reads that it has expired, or was used. */
const TOKEN_MEMORY = 7 * DAY;

/** Tokens made at or before this instant need not be remembered at `now`. */
export const tokensForgottenBy = (now: Instant): Instant => now - TOKEN_LIFETIME - TOKEN_MEMORY;

export type TokenValidity = 'usable' | 'used' | 'replaced' | 'expired' | 'wrong-purpose';

/** Whether a token may be used for a purpose at `now`, and if not, why. */
export const validityOf = (token: Token, purposes: readonly TokenPurpose[], now: Instant): TokenValidity => {
  if (!purposes.includes(token.purpose)) return 'wrong-purpose';
  if (token.end.is !== 'none') return token.end.is;
  return now < expiryOf(token) ? 'usable' : 'expired';
};

/** The token used up by its holder, or together with another one. */
export const spendToken = (token: Token, now: Instant): Token => ({ ...token, end: { is: 'used', at: now } });

/** A newer token ends the older ones of its purpose. */
export const replaceToken = (token: Token, now: Instant): Token =>
  token.end.is === 'none' ? { ...token, end: { is: 'replaced', at: now } } : token;
