import type { Account } from '#domain/account.ts';
import type { Job } from './ports/jobs.ts';

/** What is written to an address that `account` wants: its link, or, to its owner if it has one already, that it has. */
export const letterToWanted = (account: Account, owner: Account | undefined, letterId: string): Job => ({
  name: 'write-to-account',
  accountId: owner?.id ?? account.id,
  about: owner === undefined ? 'change-email' : 'account-exists',
  letterId,
});
