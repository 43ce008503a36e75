import { Hono } from 'hono';
import type { Context } from 'hono';
import { match } from 'ts-pattern';

import type { browseVault } from '#application/browse-vault.ts';
import type { exportVault } from '#application/export-vault.ts';
import type { Limiter } from '#application/ports/limiter.ts';
import type { Log } from '#application/ports/log.ts';
import type { showUser } from '#application/show-user.ts';
import { places } from './at-once.ts';
import { readFor } from './entitled.ts';
import { exportStream } from './export-stream.ts';
import { refuse } from './failures.ts';
import { respondJson } from './headers.ts';
import { queryReader, readQuery } from './input.ts';
import { limitedVisits } from './limits.ts';
import { hasRecentChange } from './recent-change.ts';
import { sessionToken } from './session-cookie.ts';
import { ExportQuery, VaultQuery } from './vault-contract.ts';
import type { VaultAnswer } from './vault-contract.ts';
import { vaultedLeadOf } from './vaulted-lead.ts';

export type VaultUseCases = {
  readonly showUser: ReturnType<typeof showUser>;
  readonly browseVault: ReturnType<typeof browseVault>;
  readonly exportVault: ReturnType<typeof exportVault>;
};

type Needs = VaultUseCases & {
  readonly log: Log;
  readonly limiter: Limiter;
  readonly clientAddress: (c: Context) => string;
  readonly https: boolean;
};

const vaultQuery = queryReader(VaultQuery);

const EXPORTED_OFTEN = 'You have exported as often as you can for now. Please try again later.';

/** In one process. Each holds some hundred leads, and all of them together must leave memory for the rest of the shop. */
const MOST_EXPORTS = 24;
const EXPORTING = 'Too many exports are running right now. Please try again in a moment.';

/** The same, telling when nothing more is read of it. */
async function* until<Value>(values: AsyncIterable<Value>, atEnd: () => void): AsyncGenerator<Value> {
  try {
    yield* values;
  } finally {
    atEnd();
  }
}

/** The vault, contacts and all: for subscribers. Both answers are private and are not to be kept. */
export const vaultRoutes = (needs: Needs): Hono => {
  const { showUser, browseVault, exportVault, log, limiter, clientAddress, https } = needs;
  const takePlace = places(MOST_EXPORTS);

  return new Hono()
    .get('/api/good-lead/vaulted-leads', async (c) => {
      await limitedVisits(limiter, 'list', clientAddress(c));
      const token = sessionToken(c, https);
      const query = await readFor(
        'to-subscribers',
        () => showUser(token),
        () => vaultQuery.read(c),
      );
      return match(await browseVault({ ...query, sessionToken: token, fresh: hasRecentChange(c, https) }))
        .with({ is: 'found' }, ({ page: { rows, currentPage, totalPages, totalItems, totalAll } }) => {
          const data = rows.map(vaultedLeadOf);
          return respondJson(c, { data, currentPage, totalPages, totalItems, totalAll } satisfies VaultAnswer);
        })
        .with({ is: 'not-signed-in' }, () => refuse(c, 'NOT_SIGNED_IN'))
        .with({ is: 'not-subscribed' }, () => refuse(c, 'SUBSCRIPTION_REQUIRED'))
        .exhaustive();
    })
    .get('/api/good-lead/export', async (c) => {
      const token = sessionToken(c, https);
      const query = await readFor(
        'to-subscribers',
        () => showUser(token),
        () => readQuery(c, ExportQuery),
      );
      const fresh = hasRecentChange(c, https);
      // Before it counts as a try.
      const leave = takePlace();
      if (leave === undefined) return refuse(c, 'BUSY', { message: EXPORTING });
      const outcome = await exportVault({ ...query, sessionToken: token, fresh }).catch((error: unknown) => {
        leave();
        throw error;
      });
      if (outcome.is !== 'exported') leave();
      return match(outcome)
        .with({ is: 'exported' }, async ({ leads }) => {
          const body = await exportStream(until(leads, leave), (error) => log.error('export broke off', { error }));
          const type = { 'Content-Type': 'application/json' };
          if (c.req.method !== 'HEAD') return c.body(body, 200, type);
          // The answer to HEAD has no body: nobody would read it to its end, or say that they go away.
          await body.cancel();
          return c.body(null, 200, type);
        })
        .with({ is: 'too-often' }, ({ retryAfterSeconds }) =>
          refuse(c, 'TOO_MANY_TRIES', { message: EXPORTED_OFTEN, retryAfterSeconds }),
        )
        .with({ is: 'not-signed-in' }, () => refuse(c, 'NOT_SIGNED_IN'))
        .with({ is: 'not-subscribed' }, () => refuse(c, 'SUBSCRIPTION_REQUIRED'))
        .exhaustive();
    });
};
