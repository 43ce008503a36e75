import type { Atomically } from './ports/atomically.ts';
import type { Secrets } from './ports/secrets.ts';

type Needs = {
  readonly atomically: Atomically;
  readonly secrets: Pick<Secrets, 'id'>;
  readonly concealAccounts: boolean;
};

export type ResetRequestOutcome = 'requested' | 'email-unknown';

/** Queues the mail with the link that sets a new password. */
export const requestPasswordReset =
  ({ atomically, secrets, concealAccounts }: Needs) =>
  (email: string): Promise<ResetRequestOutcome> => {
    const nobody = secrets.id();
    const letterId = secrets.id();
    return atomically(async ({ accounts, jobs }) => {
      const account = await accounts.findByEmail(email);
      if (account === undefined && !concealAccounts) return 'email-unknown';
      // A letter to nobody is queued too: both answers take the same time.
      const accountId = account?.id ?? nobody;
      await jobs.add({ name: 'write-to-account', accountId, about: 'reset-password', letterId });
      return 'requested';
    });
  };
