import type { TooOften } from './counted-work.ts';
import type { Identify } from './identify.ts';
import type { Atomically } from './ports/atomically.ts';
import type { Limiter } from './ports/limiter.ts';
import type { Secrets } from './ports/secrets.ts';
import { countedWish, letterToWanted } from './wanted-email.ts';

type Needs = {
  readonly identify: Identify;
  readonly atomically: Atomically;
  readonly limiter: Pick<Limiter, 'take' | 'giveBack'>;
  readonly secrets: Pick<Secrets, 'id' | 'hash'>;
};

export type ResendEmailChangeOutcome = { readonly is: 'resent' | 'nothing-pending' | 'not-signed-in' } | TooOften;

/**
 * Mails the link to the pending address of the account once more, as the letter before it may be lost. Counted like a new request for
 * that address, which may be a stranger's; the present address was informed before, and is not informed again.
 */
export const resendEmailChange =
  ({ identify, atomically, limiter, secrets }: Needs) =>
  async (sessionToken: string | undefined): Promise<ResendEmailChangeOutcome> => {
    const user = await identify(sessionToken);
    if (user === undefined) return { is: 'not-signed-in' };
    const { id, pendingEmail } = user;
    if (pendingEmail === undefined) return { is: 'nothing-pending' };
    const letterId = secrets.id();
    return countedWish(limiter, { accountId: id, email: pendingEmail }, () =>
      atomically(async ({ accounts, jobs }): Promise<ResendEmailChangeOutcome> => {
        const account = await accounts.findForUpdate(id);
        // Confirmed, given up, or ended by a reset a moment ago.
        if (account?.pendingEmail !== pendingEmail) return { is: 'nothing-pending' };
        const owner = await accounts.findByEmail(pendingEmail);
        await jobs.add(letterToWanted(account, { email: pendingEmail, owner, letterId }, secrets));
        return { is: 'resent' };
      }),
    );
  };
