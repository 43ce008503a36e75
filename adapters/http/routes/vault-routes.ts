import { Hono } from 'hono';
import { match } from 'ts-pattern';

import type { browseVault } from '#application/browse-vault.ts';
import type { exportVault } from '#application/export-vault.ts';
import type { Log } from '#application/ports/log.ts';
import type { showUser } from '#application/show-user.ts';
import type { Border } from '#adapters/http/border.ts';
import { readFor } from '#adapters/http/entitled.ts';
import { exportAnswers } from '#adapters/http/answers/export-answer.ts';
import { refuse } from '#adapters/http/failures.ts';
import { respondJson } from '#adapters/http/headers.ts';
import { queryReader, readQuery } from '#adapters/http/input.ts';
import { limitedVisits } from '#adapters/http/limits.ts';
import { EXPORT } from '#adapters/http/own-paths.ts';
import { hasRecentChange } from '#adapters/http/recent-change.ts';
import { sessionToken } from '#adapters/http/session-cookie.ts';
import { ExportQuery, VaultListQuery } from '#adapters/http/contract/list-queries.ts';
import type { VaultAnswer } from '#adapters/http/contract/vault-contract.ts';
import { vaultedLeadOf } from '#adapters/http/answers/vaulted-lead.ts';

export type VaultUseCases = {
  readonly showUser: ReturnType<typeof showUser>;
  readonly browseVault: ReturnType<typeof browseVault>;
  readonly exportVault: ReturnType<typeof exportVault>;
};

type Needs = VaultUseCases &
  Pick<Border, 'limiter' | 'clientAddress' | 'https'> & {
    readonly log: Log;
  };

const vaultListQuery = queryReader(VaultListQuery);

/** The vault, contacts and all: for subscribers. Both answers are private and must not be stored. */
export const vaultRoutes = (needs: Needs): Hono => {
  const { showUser, browseVault, exportVault, log, limiter, clientAddress, https } = needs;
  const answerExport = exportAnswers(log);

  return new Hono()
    .get('/api/good-lead/vaulted-leads', async (c) => {
      await limitedVisits(limiter, clientAddress(c));
      const token = sessionToken(c, https);
      const query = await readFor(
        'to-subscribers',
        () => showUser(token),
        () => vaultListQuery.read(c),
      );
      return match(await browseVault({ ...query, sessionToken: token, fresh: hasRecentChange(c, https) }))
        .with({ is: 'found' }, ({ page: { rows, currentPage, totalPages, totalItems, totalAll } }) => {
          const data = rows.map(vaultedLeadOf);
          return respondJson(c, { data, currentPage, totalPages, totalItems, totalAll } satisfies VaultAnswer);
        })
        .with({ is: 'not-signed-in' }, () => refuse(c, 'NOT_SIGNED_IN'))
        .with({ is: 'not-subscribed' }, () => refuse(c, 'SUBSCRIPTION_REQUIRED'))
        .with({ is: 'too-often' }, (turn) => refuse(c, 'TOO_MANY_TRIES', turn))
        .exhaustive();
    })
    .get(EXPORT, async (c) => {
      const token = sessionToken(c, https);
      const query = await readFor(
        'to-subscribers',
        () => showUser(token),
        () => readQuery(c, ExportQuery),
      );
      return match(await exportVault({ ...query, sessionToken: token, fresh: hasRecentChange(c, https) }))
        .with({ is: 'authorized' }, (authorized) => answerExport(c, authorized))
        .with({ is: 'not-signed-in' }, () => refuse(c, 'NOT_SIGNED_IN'))
        .with({ is: 'not-subscribed' }, () => refuse(c, 'SUBSCRIPTION_REQUIRED'))
        .exhaustive();
    });
};
