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
export type SignUp = { readonly email: string; readonly password: string; readonly fullName: string };

export type SignUpOutcome = 'registered' | 'email-taken';

/** Makes an unverified account and queues the mail that verifies it. */
export const signUp =
  ({ atomically, passwords, clock, secrets, concealAccounts, limiter }: Needs) =>
  async ({ email, password, fullName }: SignUp): Promise<SignUpOutcome> => {
    // Hashed whether or not the address is known: the time of the answer tells nothing.
    const passwordHash = await passwords.hash(password);
    const id = secrets.id();
    const letterId = secrets.id();
    const register = ({ mayTellOwner }: { readonly mayTellOwner: boolean }): Promise<SignUpOutcome> =>
      atomically(async ({ accounts, jobs }) => {
        const known = await accounts.findByEmail(email);
        if (known !== undefined) {
          if (!concealAccounts) return 'email-taken';
          if (mayTellOwner)
            await jobs.add({ name: 'write-to-account', accountId: known.id, about: 'account-exists', letterId });
          return 'registered';
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
        return 'registered';
      });
    if (!concealAccounts) return register({ mayTellOwner: false });
    // A new address is counted too, or the work would tell it from a known one; but it is written to in any case, once.
    return countedWork(limiter, [['verification-account', email]], {
      work: () => register({ mayTellOwner: true }),
      tooOften: () => register({ mayTellOwner: false }),
    });
  };
