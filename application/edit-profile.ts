import { editProfile as edited, requestsEmailChange } from '#domain/account.ts';
import type { Account, AccountId, ProfileEdit } from '#domain/account.ts';
import type { Atomically } from './ports/atomically.ts';
import type { Secrets } from './ports/secrets.ts';

type Needs = {
  readonly atomically: Atomically;
  readonly secrets: Pick<Secrets, 'id'>;
  readonly concealAccounts: boolean;
};

export type EditOutcome =
  | { readonly is: 'saved'; readonly account: Account }
  | { readonly is: 'email-taken' | 'account-unknown' | 'uncounted' };

/**
 * Saves a profile. A new address is written to, and counts only once its link is opened; the old one is told. That mails to whom
 * somebody names and may tell who has an account, so it has to be counted: unless `isCounted`, an edit that asks for a new address
 * is `uncounted`, and nothing has been looked up, saved or written. Whether it asks for one is only certain here, where no other
 * edit comes between.
 */
export const editProfile =
  ({ atomically, secrets, concealAccounts }: Needs) =>
  (accountId: AccountId, edit: ProfileEdit, { isCounted }: { readonly isCounted: boolean }): Promise<EditOutcome> => {
    const letterId = secrets.id();
    return atomically(async ({ accounts, jobs }): Promise<EditOutcome> => {
      const account = await accounts.findToUse(accountId);
      if (account === undefined) return { is: 'account-unknown' };
      const isEmailChange = requestsEmailChange(account, edit.email);
      if (isEmailChange && !isCounted) return { is: 'uncounted' };
      const changed = edited(account, edit);
      const owner = isEmailChange ? await accounts.findByEmail(edit.email) : undefined;
      if (owner !== undefined && !concealAccounts) return { is: 'email-taken' };
      await accounts.save(changed);
      if (isEmailChange) {
        const about = owner === undefined ? 'change-email' : 'account-exists';
        await jobs.add({ name: 'write-to-account', accountId: owner?.id ?? accountId, about, letterId });
        await jobs.add({ name: 'write-to-account', accountId, about: 'email-changing', letterId });
      }
      return { is: 'saved', account: changed };
    });
  };
