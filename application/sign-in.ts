import { isVerified } from '#domain/account.ts';
import { sessionsToEnd } from '#domain/session.ts';
import type { Atomically } from './ports/atomically.ts';
import type { Clock } from './ports/clock.ts';
import type { Passwords } from './ports/passwords.ts';
import type { Secrets } from './ports/secrets.ts';

type Needs = {
  readonly atomically: Atomically;
  readonly passwords: Passwords;
  readonly clock: Clock;
  readonly secrets: Secrets;
  /** Whether an unverified account gets the same answer as none. */
  readonly concealAccounts: boolean;
};

export type SignInRequest = {
  /** In normal form; `undefined` when no address was typed. */
  readonly email: string | undefined;
  readonly password: string;
  /** The session that the browser had before: it ends. */
  readonly sessionToken: string | undefined;
};

export type SignInOutcome =
  | { readonly is: 'signed-in'; readonly sessionToken: string }
  | { readonly is: 'wrong-pair' | 'not-verified' };

/** Begins a session for the right pair of address and password, under a new token. */
export const signIn =
  ({ atomically, passwords, clock, secrets, concealAccounts }: Needs) =>
  async ({ email, password, sessionToken }: SignInRequest): Promise<SignInOutcome> => {
    const found = await atomically(async ({ accounts }) =>
      email === undefined ? undefined : accounts.findByEmail(email),
    );
    const answer = await passwords.check(password, found?.passwordHash);
    if (found === undefined || answer === 'wrong') return { is: 'wrong-pair' };
    // Where accounts are concealed, signing in with a password just registered must not reveal whether the address was new.
    if (!isVerified(found)) return { is: concealAccounts ? 'wrong-pair' : 'not-verified' };
    const passwordHash = answer === 'outdated' ? await passwords.hash(password) : found.passwordHash;
    const token = secrets.token();
    const isBegun = await atomically(async ({ accounts, sessions }) => {
      const account = await accounts.findForUpdate(found.id);
      // Changed meanwhile: the owner may just have replaced the password or address that was right a moment ago.
      if (account?.passwordHash !== found.passwordHash || account.email !== found.email) return false;
      if (passwordHash !== account.passwordHash) await accounts.save({ ...account, passwordHash });
      const itsOwn = sessionToken === undefined ? [] : [secrets.hash(sessionToken)];
      const others = (await sessions.findOfAccount(account.id)).filter(({ hash }) => !itsOwn.includes(hash));
      await sessions.remove([...itsOwn, ...sessionsToEnd(others).map(({ hash }) => hash)]);
      const now = clock();
      await sessions.add({ hash: secrets.hash(token), accountId: account.id, createdAt: now, seenAt: now });
      return true;
    });
    return isBegun ? { is: 'signed-in', sessionToken: token } : { is: 'wrong-pair' };
  };
