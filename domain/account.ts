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
  /** The address before the last change, until another one is asked for: it is told of the change, however late its mail is. */
  readonly formerEmail: string | undefined;
  readonly createdAt: Instant;
};

/** What an account's owner sees of it. */
export type Profile = Pick<Account, 'id' | 'email' | 'fullName' | 'phone' | 'address' | 'pendingEmail'>;

export const SHORTEST_FULL_NAME = 1;
export const SHORTEST_PHONE = 5;

export const isVerified = ({ verification }: Account): boolean => verification.state === 'verified';

/** For so long a registration that comes once more may be the one that made the account: its answer was lost. */
const SENT_AGAIN = 5 * MINUTE;

/** Whether a registration in this name may be the one that made the account, sent again. Only the same password tells for certain. */
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

/** Whether to save `email` asks for another address than the account has, and than it waits for already. */
export const requestsEmailChange = (account: Account, email: string): boolean =>
  email !== account.email && email !== account.pendingEmail;

/** The account after an edit. Another address only becomes pending: it counts once the link sent there is opened. */
export const editProfile = (account: Account, { fullName, email, phone, address }: ProfileEdit): Account => ({
  ...account,
  fullName,
  phone,
  address,
  pendingEmail: email === account.email ? undefined : email,
  // What becomes of this change is for the present address to know, and never for the one before it.
  formerEmail: requestsEmailChange(account, email) ? undefined : account.formerEmail,
});

export type EmailChangeState = 'pending' | 'confirmed' | 'cancelled';

/** What has become of the last address that was asked for, of an account that asked for one. */
export const emailChangeState = ({ pendingEmail, formerEmail }: Account): EmailChangeState => {
  if (pendingEmail !== undefined) return 'pending';
  return formerEmail === undefined ? 'cancelled' : 'confirmed';
};

/** The account without `email` as an address that it waits for, or had before; `undefined` where it is neither. */
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

/** The account with another password, by a reset link that was sent to the address it has: opening that proves the address too. */
export const changePassword = (account: Account, passwordHash: string, now: Instant): Account =>
  verify({ ...account, passwordHash }, now);
