import type { VaultedLead } from '#domain/vault.ts';
import type { Clock } from './ports/clock.ts';
import type { Limiter } from './ports/limiter.ts';
import type { Log } from './ports/log.ts';
import type { Vault } from './ports/vault.ts';
import type { User } from './show-user.ts';
import { vaultQuery } from './vault-query.ts';
import type { VaultSearch } from './vault-query.ts';

type Needs = {
  readonly showUser: (sessionToken: string | undefined) => Promise<User | undefined>;
  readonly vault: Pick<Vault, 'all'>;
  readonly limiter: Limiter;
  readonly clock: Clock;
  readonly log: Log;
};

export type ExportOutcome =
  | { readonly is: 'not-signed-in' | 'not-subscribed' }
  | { readonly is: 'too-often'; readonly retryAfterSeconds: number }
  | { readonly is: 'exported'; readonly leads: AsyncIterable<readonly VaultedLead[]> };

/** No export holds more leads. */
const LARGEST_EXPORT = 10_000;

/** Every lead of the vault that answers a search, so many times a day: for subscribers. Who took how many is logged. */
export const exportVault = ({ showUser, vault, limiter, clock, log }: Needs) => {
  async function* logged(leads: AsyncIterable<readonly VaultedLead[]>, userId: string) {
    let count = 0;
    try {
      for await (const some of leads) {
        // Before they leave: whoever goes away in the middle has these too.
        count += some.length;
        yield some;
      }
    } finally {
      log.info('vault exported', { userId, count });
    }
  }

  return async ({
    sessionToken,
    ...search
  }: VaultSearch & { readonly sessionToken: string | undefined }): Promise<ExportOutcome> => {
    const user = await showUser(sessionToken);
    if (user === undefined) return { is: 'not-signed-in' };
    if (user.membership.is === 'none') return { is: 'not-subscribed' };
    const { id } = user.account;
    for (const limit of ['export-burst', 'export'] as const) {
      const turn = await limiter.take(limit, id);
      if (!turn.allowed) return { is: 'too-often', retryAfterSeconds: turn.retryAfterSeconds };
    }
    const leads = vault.all({ ...vaultQuery(search, clock()), atMost: LARGEST_EXPORT });
    return { is: 'exported', leads: logged(leads, id) };
  };
};
