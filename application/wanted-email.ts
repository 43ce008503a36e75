import type { Account, AccountId } from '#domain/account.ts';
import { markOf } from './email-mark.ts';
import type { Hashing } from './email-mark.ts';
import { countedWork } from './counted-work.ts';
import type { TooOften } from './counted-work.ts';
import type { Job } from './ports/jobs.ts';
import type { Limiter } from './ports/limiter.ts';

/** The request of an account for an address, which may be a stranger's. */
type Wish = { readonly accountId: AccountId; readonly email: string };

/** Counts the request, for the account and for the address, and does `work` unless there were too many. */
export const countedWish = <Outcome>(
  limiter: Pick<Limiter, 'take' | 'giveBack'>,
  { accountId, email }: Wish,
  work: () => Promise<Outcome>,
): Promise<Outcome | TooOften> =>
  countedWork(
    limiter,
    [
      ['email-change', accountId],
      ['email-change-to', email],
    ],
    work,
  );

/** The letter to `email`, which `account` wants: its link, or, if it has an `owner` already, a note to that owner. */
export const letterToWanted = (
  account: Pick<Account, 'id'>,
  {
    email,
    owner,
    letterId,
  }: { readonly email: string; readonly owner: Account | undefined; readonly letterId: string },
  secrets: Hashing,
): Job =>
  owner === undefined
    ? {
        name: 'write-to-account',
        accountId: account.id,
        about: 'change-email',
        letterId,
        wanted: markOf(email, secrets),
      }
    : { name: 'write-to-account', accountId: owner.id, about: 'account-exists', letterId };

/** The address that a letter's link goes to; `undefined` once the account wants another one, for which this letter was not counted. */
export const stillWanted = (
  { pendingEmail }: Account,
  wanted: string | undefined,
  secrets: Hashing,
): string | undefined =>
  // A letter that a former version has queued carries no mark.
  pendingEmail === undefined || wanted === undefined || markOf(pendingEmail, secrets) === wanted
    ? pendingEmail
    : undefined;
