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
  /**
   * The address before the last change, kept until another change is asked for: it is told of the change, however late its mail leaves.
   */
  readonly formerEmail: string | undefined;
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
  // What becomes of this change is news for the present address, and never for the one before it.
  formerEmail: requestsEmailChange(account, email) ? undefined : account.formerEmail,
});

export type EmailChangeState = 'pending' | 'confirmed' | 'cancelled';

/** The state of the last change of address, for an account that asked for one. */
export const emailChangeState = ({ pendingEmail, formerEmail }: Account): EmailChangeState => {
  if (pendingEmail !== undefined) return 'pending';
  return formerEmail === undefined ? 'cancelled' : 'confirmed';
};

/** The account without `email` as its pending or its former address; `undefined` where it is neither. */
export const forgetOtherEmail = (account: Account, email: string): Account | undefined => {
  const { pendingEmail, formerEmail } = account;
  if (pendingEmail !== email && formerEmail !== email) return undefined;
  return {
    ...account,
    pendingEmail: pendingEmail === email ? undefined : pendingEmail,
    formerEmail: formerEmail === email ? undefined : formerEmail,
  };
};

/** The account moved to its pending address, which is proved by that; `undefined` unless `email` is still pending. */
export const moveToPendingEmail = (account: Account, email: string, now: Instant): Account | undefined =>
  account.pendingEmail === email
    ? verify({ ...account, email, pendingEmail: undefined, formerEmail: account.email }, now)
    : undefined;

/** The account with another password, set by a reset link that was sent to its address: opening that link proves the address too. */
export const changePassword = (account: Account, passwordHash: string, now: Instant): Account =>
  verify({ ...account, passwordHash }, now);
