import { endWarning } from '#domain/account.ts';
import type { Account, AccountId } from '#domain/account.ts';
import { markOf } from './email-mark.ts';
import type { Hashing } from './email-mark.ts';
import type { Atomically } from './ports/atomically.ts';
import type { Job } from './ports/jobs.ts';

/** The letter to the address of `account`, which tells that another one was asked for. */
export const warningOf = ({ id, email }: Account, letterId: string, secrets: Hashing): Job => ({
  name: 'write-to-account',
  accountId: id,
  about: 'email-changing',
  letterId,
  had: markOf(email, secrets),
});

/** The address that a warning goes to, whether the account has left it or not; `undefined` once it was told. */
export const stillToWarn = (
  { email, emailToWarn }: Account,
  had: string | undefined,
  secrets: Hashing,
): string | undefined =>
  // A letter that a former version has queued carries no mark.
  had === undefined ? email : [email, emailToWarn].find((one) => one !== undefined && markOf(one, secrets) === had);

/** Stores that the address was told, or that it cannot be. */
export const endWarningTo =
  (atomically: Atomically) =>
  (accountId: AccountId, email: string): Promise<void> =>
    atomically(async ({ accounts }) => {
      const account = await accounts.findForUpdate(accountId);
      const warned = account && endWarning(account, email);
      if (warned !== undefined) await accounts.save(warned);
    });
