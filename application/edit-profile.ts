import { editProfile as edited, requestsEmailChange } from '#domain/account.ts';
import type { Account, AccountId, ProfileEdit } from '#domain/account.ts';
import type { TooOften } from './counted-work.ts';
import type { Identify } from './identify.ts';
import type { Atomically, Repositories } from './ports/atomically.ts';
import type { Limiter } from './ports/limiter.ts';
import type { Secrets } from './ports/secrets.ts';
import { countedWish, letterToWanted } from './wanted-email.ts';
import { warningOf } from './warned-email.ts';

type Needs = {
  readonly identify: Identify;
  readonly atomically: Atomically;
  readonly limiter: Pick<Limiter, 'take' | 'giveBack'>;
  readonly secrets: Pick<Secrets, 'id' | 'hash'>;
  readonly concealAccounts: boolean;
};

export type EditProfileRequest = { readonly sessionToken: string | undefined; readonly edit: ProfileEdit };

export type EditOutcome =
  | { readonly is: 'saved'; readonly account: Account }
  | { readonly is: 'email-taken' | 'not-signed-in' }
  | TooOften;

/** A session, and the account that it belonged to a moment ago. */
type Asker = { readonly accountId: AccountId; readonly sessionHash: string };

type Work<Outcome> = (account: Account, repositories: Repositories) => Promise<Outcome>;

/**
 * Saves a profile. A new address gets a mail, and counts only once its link is opened; the old one is informed. As anybody's address
 * can be typed, and the answer may reveal whether it has an account, a new address is counted before it is looked up, saved or written
 * to.
 */
export const editProfile = ({ identify, atomically, limiter, secrets, concealAccounts }: Needs) => {
  const withAccountOf = <Outcome>(
    { accountId, sessionHash }: Asker,
    work: Work<Outcome>,
  ): Promise<Outcome | { readonly is: 'not-signed-in' }> =>
    atomically(async (repositories) => {
      const account = await repositories.accounts.findForUpdate(accountId);
      // Read after the account is locked: a reset may have held the lock and ended the session, which may then change nothing any more.
      const session = await repositories.sessions.find(sessionHash);
      return account === undefined || session === undefined ? { is: 'not-signed-in' } : work(account, repositories);
    });

  const save = async (
    account: Account,
    edit: ProfileEdit,
    { accounts, jobs }: Pick<Repositories, 'accounts' | 'jobs'>,
    letterId: string,
  ): Promise<EditOutcome> => {
    const isEmailChange = requestsEmailChange(account, edit.email);
    const changed = edited(account, edit);
    const owner = isEmailChange ? await accounts.findByEmail(edit.email) : undefined;
    if (owner !== undefined && !concealAccounts) return { is: 'email-taken' };
    await accounts.save(changed);
    if (isEmailChange) {
      await jobs.add(letterToWanted(account, { email: edit.email, owner, letterId }, secrets));
      await jobs.add(warningOf(account, letterId, secrets));
    }
    return { is: 'saved', account: changed };
  };

  return async ({ sessionToken, edit }: EditProfileRequest): Promise<EditOutcome> => {
    const user = await identify(sessionToken);
    if (user === undefined || sessionToken === undefined) return { is: 'not-signed-in' };
    const asker = { accountId: user.id, sessionHash: secrets.hash(sessionToken) };
    const letterId = secrets.id();
    const saved = await withAccountOf(asker, async (account, repositories) =>
      // Decided under the lock, so that no other edit comes between: the pending address of a moment ago may be new again.
      requestsEmailChange(account, edit.email) ? undefined : save(account, edit, repositories, letterId),
    );
    if (saved !== undefined) return saved;
    return countedWish(limiter, { accountId: user.id, email: edit.email }, () =>
      withAccountOf(asker, (account, repositories) => save(account, edit, repositories, letterId)),
    );
  };
};
