import { isVerified } from '#domain/account.ts';
import type { Atomically } from './ports/atomically.ts';
import type { Secrets } from './ports/secrets.ts';

type Needs = { readonly atomically: Atomically; readonly secrets: Pick<Secrets, 'id'> };

/** Sends the verification mail again. Whoever asks learns nothing: not whether there is an account, nor whether it is verified. */
export const resendVerification =
  ({ atomically, secrets }: Needs) =>
  (email: string): Promise<void> =>
    atomically(async ({ accounts, jobs }) => {
      const account = await accounts.findByEmail(email);
      if (account === undefined || isVerified(account)) return;
      await jobs.add({
        name: 'write-to-account',
        accountId: account.id,
        about: 'verify-email',
        letterId: secrets.id(),
      });
    });
