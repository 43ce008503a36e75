import { isJustRegistered } from '#domain/account.ts';
import type { Account } from '#domain/account.ts';
import { countedWork, isTooOften } from './counted-work.ts';
import type { Atomically } from './ports/atomically.ts';
import type { Clock } from './ports/clock.ts';
import type { Limiter } from './ports/limiter.ts';
import type { Passwords } from './ports/passwords.ts';
import type { Secrets } from './ports/secrets.ts';

type Needs = {
  readonly atomically: Atomically;
  readonly passwords: Passwords;
  readonly clock: Clock;
  readonly secrets: Secrets;
  /** Whether a known address gets the same answer as a new one, and its owner a mail. */
  readonly concealAccounts: boolean;
  readonly limiter: Pick<Limiter, 'take' | 'giveBack'>;
};

/** `email` is in normal form. */
export type SignUpRequest = { readonly email: string; readonly password: string; readonly fullName: string };

export type SignUpOutcome = 'registered' | 'email-taken';

/**
 * Makes an unverified account and queues the mail that verifies it. The same registration once more, after its answer was lost, gets
 * the first answer again, and makes nothing.
 */
export const signUp =
  ({ atomically, passwords, clock, secrets, concealAccounts, limiter }: Needs) =>
  async ({ email, password, fullName }: SignUpRequest): Promise<SignUpOutcome> => {
    // Hashed whether or not the address is known: the time of the answer must not reveal it.
    const passwordHash = await passwords.hash(password);
    const id = secrets.id();
    const letterId = secrets.id();
    /** Answers the account that has the address already, if there is one. */
    const register = ({ mayTellOwner }: { readonly mayTellOwner: boolean }): Promise<Account | undefined> =>
      atomically(async ({ accounts, jobs }) => {
        const known = await accounts.findByEmail(email);
        if (known !== undefined) {
          if (mayTellOwner)
            await jobs.add({ name: 'write-to-account', accountId: known.id, about: 'account-exists', letterId });
          return known;
        }
        await accounts.add({
          id,
          email,
          fullName,
          phone: undefined,
          address: undefined,
          passwordHash,
          verification: { state: 'unverified' },
          pendingEmail: undefined,
          emailToWarn: undefined,
          createdAt: clock(),
        });
        await jobs.add({ name: 'write-to-account', accountId: id, about: 'verify-email', letterId });
        return undefined;
      });
    if (concealAccounts) {
      // A new address is counted too, as the work would otherwise reveal that it is new; but it is written to in any case, once.
      const counted = await countedWork(limiter, [['verification-account', email]], () =>
        register({ mayTellOwner: true }),
      );
      if (isTooOften(counted)) await register({ mayTellOwner: false });
      return 'registered';
    }
    const known = await register({ mayTellOwner: false });
    if (known === undefined) return 'registered';
    // A browser repeats a request that was cut off: a visitor who has just registered must not read that somebody else has.
    const isSame =
      isJustRegistered(known, fullName, clock()) && (await passwords.check(password, known.passwordHash)) !== 'wrong';
    return isSame ? 'registered' : 'email-taken';
  };
