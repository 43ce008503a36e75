import type { Account, AccountId } from '#domain/account.ts';
import { countedWork } from './counted-work.ts';
import type { TooOften } from './counted-work.ts';
import type { Job } from './ports/jobs.ts';
import type { Limiter } from './ports/limiter.ts';

/** What an account asks for: to have the address, which may be a stranger's. */
type Wish = { readonly accountId: AccountId; readonly email: string };

/** Counts the wish, for the account and for the address, and does `work` unless it was made too often. */
export const countedWish = <Outcome>(
  limiter: Pick<Limiter, 'take' | 'giveBack'>,
  { accountId, email }: Wish,
  work: () => Promise<Outcome>,
): Promise<Outcome | TooOften> =>
  countedWork<Outcome | TooOften>(
    limiter,
    [
      ['email-change', accountId],
      ['email-change-to', email],
    ],
    { work, tooOften: (retryAfterSeconds) => ({ is: 'too-often', retryAfterSeconds }) },
  );

/** What is written to an address that `account` wants: its link, or, to its owner if it has one already, that it has. */
export const letterToWanted = (account: Account, owner: Account | undefined, letterId: string): Job => ({
  name: 'write-to-account',
  accountId: owner?.id ?? account.id,
  about: owner === undefined ? 'change-email' : 'account-exists',
  letterId,
});
