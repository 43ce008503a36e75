import { isJustRegistered } from '#domain/account.ts';
import type { Account } from '#domain/account.ts';
import { countedWork } from './counted-work.ts';
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
  /** Whether a known address is answered like a new one, and its owner told by mail. */
  readonly concealAccounts: boolean;
  readonly limiter: Pick<Limiter, 'take' | 'giveBack'>;
};

/** `email` is in normal form. */
export type SignUpRequest = { readonly email: string; readonly password: string; readonly fullName: string };

export type SignUpOutcome = 'registered' | 'email-taken';

/**
 * Makes an unverified account and queues the mail that verifies it. The same registration once more, its answer being lost, is
 * answered as the first one was, and makes nothing.
 */
export const signUp =
  ({ atomically, passwords, clock, secrets, concealAccounts, limiter }: Needs) =>
  async ({ email, password, fullName }: SignUpRequest): Promise<SignUpOutcome> => {
    // Hashed whether or not the address is known: the time of the answer tells nothing.
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
          formerEmail: undefined,
          createdAt: clock(),
        });
        await jobs.add({ name: 'write-to-account', accountId: id, about: 'verify-email', letterId });
        return undefined;
      });
    if (concealAccounts) {
      // A new address is counted too, or the work would tell it from a known one; but it is written to in any case, once.
      await countedWork(limiter, [['verification-account', email]], {
        work: () => register({ mayTellOwner: true }),
        tooOften: () => register({ mayTellOwner: false }),
      });
      return 'registered';
    }
    const known = await register({ mayTellOwner: false });
    if (known === undefined) return 'registered';
    // A browser sends what was cut off once more by itself: whoever has just registered must not read that somebody else has.
    const isSame =
      isJustRegistered(known, fullName, clock()) && (await passwords.check(password, known.passwordHash)) !== 'wrong';
    return isSame ? 'registered' : 'email-taken';
  };
