import { expect, it, onTestFinished, vi } from 'vitest';

import { openPostgres } from '#adapters/mikro-orm/connection.ts';
import { databaseStore } from '#adapters/mikro-orm/store.ts';
import { systemSecrets } from '#adapters/system/secrets.ts';
import type { Atomically } from '#application/ports/atomically.ts';
import { writeToAccount } from '#application/write-to-account.ts';
import { openShop } from '#tests/application/shop.ts';
import { somebodyIn } from '#tests/application/subscriber.ts';
import { PATIENCE } from '#tests/support/patience.ts';
import { freshDatabase } from '#tests/support/postgres.ts';
import { addStoredJob } from '#tests/support/stored-jobs.ts';

/** A store whose transactions stop once they have made a link, and wait there for the commit. */
const stoppedBeforeCommit = (atomically: Atomically) => {
  const made = Promise.withResolvers<void>();
  const goesOn = Promise.withResolvers<void>();
  const stopping: Atomically = (work) =>
    atomically((repositories) => {
      const { tokens } = repositories;
      const add: typeof tokens.add = async (token) => {
        await tokens.add(token);
        made.resolve();
        await goesOn.promise;
      };
      return work({ ...repositories, tokens: { ...tokens, add } });
    });
  return { atomically: stopping, isReached: made.promise, goOn: () => goesOn.resolve() };
};

it('of two letters that are written at the same moment one alone has a link that works', async () => {
  const { url, drop } = await freshDatabase();
  onTestFinished(drop);
  const database = await openPostgres({ url });
  onTestFinished(database.close);
  const isSomebodyWaiting = async (): Promise<boolean> => {
    const waiting = `select 1 as one from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    return (await database.query(waiting)).length > 0;
  };
  const shop = await openShop({
    around: (outside) => ({
      ...outside,
      atomically: databaseStore(database, { addJob: addStoredJob }),
      secrets: systemSecrets(),
    }),
  });
  const { outside, mails } = shop;
  const { accountId } = await somebodyIn(shop);
  const write = (atomically: Atomically): Promise<void> => {
    const letterId = outside.secrets.id();
    return writeToAccount({ ...outside, atomically })({ accountId, about: 'reset-password', letterId }, 0);
  };

  const { atomically, isReached, goOn } = stoppedBeforeCommit(outside.atomically);
  const one = write(atomically);
  await isReached;
  const other = write(outside.atomically);
  await Promise.race([other, vi.waitUntil(isSomebodyWaiting, PATIENCE)]);
  goOn();
  await Promise.all([one, other]);
  expect(await mails()).toHaveLength(2);
  expect(await outside.atomically(({ tokens }) => tokens.findOpen(accountId))).toHaveLength(1);
});
