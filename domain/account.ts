import { MINUTE } from './instant.ts';
import type { Instant } from './instant.ts';

export type AccountId = string;

/** Whether its owner has proved to receive mail at the address. Only a verified account can be signed in to. */
export type Verification =
  | { readonly state: 'unverified' }
  | { readonly state: 'verified'; readonly verifiedAt: Instant };

export type Account = {
  readonly id: AccountId;
  /** In normal form; no two accounts share one. */
  readonly email: string;
  readonly fullName: string;
  readonly phone: string | undefined;
  readonly address: string | undefined;
  readonly passwordHash: string;
  readonly verification: Verification;
  /** An address that the owner wants instead, until the link sent there is opened. */
  readonly pendingEmail: string | undefined;
  /** The address that is still to be told that another one was asked for, kept until that letter has left: the account may leave it first. */
  readonly emailToWarn: string | undefined;
  readonly createdAt: Instant;
};

/** The part of an account that its owner sees. */
export type Profile = Pick<Account, 'id' | 'email' | 'fullName' | 'phone' | 'address' | 'pendingEmail'>;

export const SHORTEST_FULL_NAME = 1;
export const SHORTEST_PHONE = 5;

export const isVerified = ({ verification }: Account): boolean => verification.state === 'verified';

/** A registration that is repeated within this time may be the one that made the account, whose answer was lost. */
const SENT_AGAIN = 5 * MINUTE;

/** Whether a registration in this name may repeat the one that made the account. Only the same password makes it certain. */
export const isJustRegistered = (account: Account, fullName: string, now: Instant): boolean =>
  !isVerified(account) && account.fullName === fullName && Math.abs(now - account.createdAt) < SENT_AGAIN;

/** The account with its address proved. Repeating it changes nothing. */
export const verify = (account: Account, now: Instant): Account =>
  isVerified(account) ? account : { ...account, verification: { state: 'verified', verifiedAt: now } };

/** What the profile form holds. `email` is in normal form. */
export type ProfileEdit = {
  readonly fullName: string;
  readonly email: string;
  readonly phone: string | undefined;
  readonly address: string | undefined;
};

/** Whether saving `email` asks for an address that is neither the account's nor already pending. */
export const requestsEmailChange = (account: Account, email: string): boolean =>
  email !== account.email && email !== account.pendingEmail;

/** The account after an edit. Another address only becomes pending: it counts once the link sent there is opened. */
export const editProfile = (account: Account, { fullName, email, phone, address }: ProfileEdit): Account => ({
  ...account,
  fullName,
  phone,
  address,
  pendingEmail: email === account.email ? undefined : email,
  // An earlier one stays: whoever moves an account twice before its owner is told would never be noticed.
  emailToWarn: requestsEmailChange(account, email) ? (account.emailToWarn ?? account.email) : account.emailToWarn,
});

/** The account once the letter to `email` has left; `undefined` where none was due. */
export const endWarning = (account: Account, email: string): Account | undefined =>
  account.emailToWarn === email ? { ...account, emailToWarn: undefined } : undefined;

export type EmailChangeState = 'pending' | 'confirmed' | 'cancelled';

/** The state of the change of address of which `told`, the address before it, is told. */
export const emailChangeState = ({ email, pendingEmail }: Account, told: string): EmailChangeState => {
  if (email !== told) return 'confirmed';
  return pendingEmail === undefined ? 'cancelled' : 'pending';
};

/** The account without `email` as its pending address, or as the one to warn; `undefined` where it is neither. */
export const forgetOtherEmail = (account: Account, email: string): Account | undefined => {
  const { pendingEmail, emailToWarn } = account;
  if (pendingEmail !== email && emailToWarn !== email) return undefined;
  return {
    ...account,
    pendingEmail: pendingEmail === email ? undefined : pendingEmail,
    emailToWarn: emailToWarn === email ? undefined : emailToWarn,
  };
};

/** The account moved to its pending address, which is proved by that; `undefined` unless `email` is still pending. */
export const moveToPendingEmail = (account: Account, email: string, now: Instant): Account | undefined =>
  account.pendingEmail === email ? verify({ ...account, email, pendingEmail: undefined }, now) : undefined;

/**
 * The account with another password, set by a reset link that was sent to its address: opening that link proves the address too, and
 * ends the wish for another one, which may have been somebody's who knew the old password.
 */
export const changePassword = (account: Account, passwordHash: string, now: Instant): Account =>
  verify({ ...account, passwordHash, pendingEmail: undefined }, now);
