import type { Atomically } from './ports/atomically.ts';
import type { Secrets } from './ports/secrets.ts';

type Needs = { readonly atomically: Atomically; readonly secrets: Pick<Secrets, 'id'> };

/** Sends the verification mail again. The answer reveals nothing: not whether there is an account, nor whether it is verified. */
export const resendVerification =
  ({ atomically, secrets }: Needs) =>
  (email: string): Promise<void> => {
    const nobody = secrets.id();
    const letterId = secrets.id();
    return atomically(async ({ accounts, jobs }) => {
      const account = await accounts.findByEmail(email);
      // A letter to nobody is queued too, and one to a verified account is not sent: all answers take the same time.
      const accountId = account?.id ?? nobody;
      await jobs.add({ name: 'write-to-account', accountId, about: 'verify-email', letterId });
    });
  };
