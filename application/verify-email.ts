import { isVerified, moveToPendingEmail, verify } from '#domain/account.ts';
import type { Account } from '#domain/account.ts';
import { validityOf, spendToken } from '#domain/token.ts';
import type { Token } from '#domain/token.ts';
import type { Atomically, Repositories } from './ports/atomically.ts';
import type { Clock } from './ports/clock.ts';
import type { Secrets } from './ports/secrets.ts';

type Needs = { readonly atomically: Atomically; readonly clock: Clock; readonly secrets: Pick<Secrets, 'hash'> };

export type VerifyEmailRequest = {
  readonly token: string;
  /** The session of the browser that opened the link, if any: it goes on, all others end. */
  readonly sessionToken: string | undefined;
};

export type VerifyOutcome =
  /** `email` is proved, and is what its account signs in with. */
  | { readonly is: 'verified'; readonly email: string }
  | { readonly is: 'already-confirmed' | 'expired' | 'replaced' | 'email-taken' | 'invalid' };

/** Opens the link of a verification or of an address change: the address it was sent to is proved, once. */
export const verifyEmail = ({ atomically, clock, secrets }: Needs) => {
  const prove = async (
    { accounts }: Repositories,
    account: Account,
    { purpose, email }: Token,
  ): Promise<Account | 'email-taken' | undefined> => {
    if (purpose === 'VERIFY_EMAIL') return account.email === email ? verify(account, clock()) : undefined;
    const owner = await accounts.findByEmail(email);
    if (owner !== undefined && owner.id !== account.id) return 'email-taken';
    return moveToPendingEmail(account, email, clock());
  };

  const endOtherSessions = async (
    { sessions }: Repositories,
    account: Account,
    kept: string | undefined,
  ): Promise<void> => {
    const all = await sessions.findOfAccount(account.id);
    await sessions.remove(all.map(({ hash }) => hash).filter((hash) => hash !== kept));
  };

  return ({ token: secret, sessionToken }: VerifyEmailRequest): Promise<VerifyOutcome> =>
    atomically(async (repositories) => {
      const { tokens, accounts } = repositories;
      const token = await tokens.find(secrets.hash(secret));
      if (token === undefined) return { is: 'invalid' };
      const account = await accounts.findForUpdate(token.accountId);
      if (account === undefined) return { is: 'invalid' };
      const validity = validityOf(token, ['VERIFY_EMAIL', 'CHANGE_EMAIL'], clock());
      switch (validity) {
        case 'wrong-purpose':
          return { is: 'invalid' };
        case 'used':
        case 'replaced':
        case 'expired':
          // Opened twice, or an older link after a newer one: its purpose has been reached.
          if (isVerified(account) && account.email === token.email) return { is: 'already-confirmed' };
          return { is: validity === 'used' ? 'invalid' : validity };
        case 'usable':
          break;
      }
      if (token.purpose === 'VERIFY_EMAIL' && isVerified(account)) {
        await tokens.save(spendToken(token, clock()));
        return { is: 'already-confirmed' };
      }
      const proved = await prove(repositories, account, token);
      if (proved === undefined) return { is: 'invalid' };
      if (proved === 'email-taken') return { is: 'email-taken' };
      await tokens.save(spendToken(token, clock()));
      await accounts.save(proved);
      await endOtherSessions(repositories, account, sessionToken && secrets.hash(sessionToken));
      return { is: 'verified', email: proved.email };
    });
};
