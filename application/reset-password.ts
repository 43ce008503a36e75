import { changePassword } from '#domain/account.ts';
import type { Account } from '#domain/account.ts';
import { validityOf, spendToken } from '#domain/token.ts';
import type { Token } from '#domain/token.ts';
import type { Atomically, Repositories } from './ports/atomically.ts';
import type { Clock } from './ports/clock.ts';
import type { Passwords } from './ports/passwords.ts';
import type { Secrets } from './ports/secrets.ts';

type Needs = {
  readonly atomically: Atomically;
  readonly passwords: Passwords;
  readonly clock: Clock;
  readonly secrets: Secrets;
};

/**
 * The account that a reset link opens. Its holder can read mail at one address, so it is valid only while the account has that address.
 */
const opened = async (
  { tokens, accounts }: Pick<Repositories, 'tokens' | 'accounts'>,
  { clock, secrets }: Pick<Needs, 'clock' | 'secrets'>,
  secret: string,
): Promise<{ readonly token: Token; readonly account: Account } | undefined> => {
  const token = await tokens.find(secrets.hash(secret));
  if (token === undefined || validityOf(token, ['PASSWORD_RESET'], clock()) !== 'usable') return undefined;
  const account = await accounts.findForUpdate(token.accountId);
  return account?.email === token.email ? { token, account } : undefined;
};

/**
 * The address that a reset link was sent to, whose password it sets; `undefined` when it does not work. Checking does not use it up.
 */
export const checkResetToken =
  (needs: Pick<Needs, 'atomically' | 'clock' | 'secrets'>) =>
  (secret: string): Promise<string | undefined> =>
    needs.atomically(async (repositories) => (await opened(repositories, needs, secret))?.account.email);

type ResetOutcome =
  /** `email` is what the account signs in with. */
  { readonly is: 'reset'; readonly email: string } | { readonly is: 'invalid' };

/** Sets a new password by a reset link, once. Every session and every other link of the account ends, and its owner is told. */
export const resetPassword =
  (needs: Needs) =>
  async ({
    token: secret,
    newPassword,
  }: {
    readonly token: string;
    readonly newPassword: string;
  }): Promise<ResetOutcome> => {
    const { atomically, passwords, clock, secrets } = needs;
    // A link that does not work must not cost a slow hash.
    if ((await checkResetToken(needs)(secret)) === undefined) return { is: 'invalid' };
    const passwordHash = await passwords.hash(newPassword);
    const letterId = secrets.id();
    const email = await atomically(async (repositories) => {
      const { tokens, accounts, sessions, jobs } = repositories;
      const link = await opened(repositories, needs, secret);
      if (link === undefined) return undefined;
      const { token, account } = link;
      const now = clock();
      await tokens.save(spendToken(token, now));
      for (const other of await tokens.findOpen(account.id))
        if (other.hash !== token.hash) await tokens.save(spendToken(other, now));
      await accounts.save(changePassword(account, passwordHash, now));
      await sessions.remove((await sessions.findOfAccount(account.id)).map(({ hash }) => hash));
      await jobs.add({ name: 'write-to-account', accountId: account.id, about: 'password-changed', letterId });
      return account.email;
    });
    return email === undefined ? { is: 'invalid' } : { is: 'reset', email };
  };
