import { LARGEST_EXPORT } from '#domain/lead-csv.ts';
import type { VaultedLead } from '#domain/vault.ts';
import { giveBackAll, takeAll } from './counted-work.ts';
import type { Counted, TooOften } from './counted-work.ts';
import type { Atomically } from './ports/atomically.ts';
import type { Clock } from './ports/clock.ts';
import type { Limiter } from './ports/limiter.ts';
import type { Log } from './ports/log.ts';
import type { Secrets } from './ports/secrets.ts';
import type { Vault, VaultQuery } from './ports/vault.ts';
import type { ShowUser } from './show-user.ts';
import { vaultQuery } from './vault-query.ts';
import type { VaultSearch } from './vault-query.ts';

type Needs = {
  readonly showUser: ShowUser;
  readonly atomically: Atomically;
  readonly vault: Vault;
  readonly limiter: Limiter;
  readonly clock: Clock;
  readonly secrets: Pick<Secrets, 'id'>;
  readonly log: Log;
};

type StartedExport = TooOften | { readonly is: 'exported'; readonly leads: AsyncIterable<readonly VaultedLead[]> };

export type AuthorizedExport = {
  readonly is: 'authorized';
  readonly userId: string;
  /**
   * Counts as a try, which is given back if the audit gets no entry. Nothing is read before `leads` are. `isGivenUp` is asked before
   * the first of them leaves: `true` says that they are late and nobody waits any more. Then none leaves, and the audit has no export,
   * unless writing its entry is what took so long.
   */
  readonly start: (isGivenUp?: () => boolean) => Promise<StartedExport>;
};

export type ExportOutcome = { readonly is: 'not-signed-in' | 'not-subscribed' } | AuthorizedExport;

const countedOf = (userId: string): readonly Counted[] => [
  ['export-burst', userId],
  ['export', userId],
];

/**
 * Every lead of the vault that matches a search, `LARGEST_EXPORT` at most, so many times an hour and a day: for subscribers. The right
 * to export is checked before anything counts or is read. The audit records who took how many before the first of them leaves, so that
 * none leaves unrecorded; the log has how many had left when it ended or broke off. An export without an entry in the audit does not
 * count as a try.
 */
export const exportVault = ({ atomically, showUser, vault, limiter, clock, secrets, log }: Needs) => {
  const enter = async (userId: string, count: number): Promise<true> => {
    const entry = { id: secrets.id(), at: clock(), who: userId, action: 'export', subject: 'vault' } as const;
    await atomically(({ audit }) => audit.add({ ...entry, note: `exported ${count}` }));
    return true;
  };

  const countOf = async (query: VaultQuery, atLeast: number): Promise<number> => {
    const { totalItems } = await vault.page({ ...query, page: { page: 1, size: 1 } });
    return Math.min(LARGEST_EXPORT, Math.max(atLeast, totalItems));
  };

  async function* audited(query: VaultQuery, userId: string, isGivenUp: () => boolean) {
    let count = 0;
    let isEntered = false;
    try {
      for await (const some of vault.all({ ...query, atMost: LARGEST_EXPORT })) {
        if (count === 0) {
          const total = await countOf(query, some.length);
          if (!isGivenUp()) isEntered = await enter(userId, total);
          if (isGivenUp()) return;
        }
        // Counted before they leave: a user who goes away in the middle has these too.
        count += some.length;
        yield some;
      }
      if (count === 0 && !isGivenUp()) isEntered = await enter(userId, 0);
    } finally {
      if (!isEntered) await giveBackAll(limiter, countedOf(userId));
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
    const start = async (isGivenUp = (): boolean => false): Promise<StartedExport> => {
      const refusal = await takeAll(limiter, countedOf(id));
      return refusal ?? { is: 'exported', leads: audited(vaultQuery(search, clock()), id, isGivenUp) };
    };
    return { is: 'authorized', userId: id, start };
  };
};
