import { expect, it } from 'vitest';

import type { Database } from '#adapters/mikro-orm/connection.ts';
import { openPglite, openPostgres } from '#adapters/mikro-orm/connection.ts';
import { databaseLedger } from '#adapters/mikro-orm/ledger.ts';
import { migrate } from '#adapters/mikro-orm/migrate.ts';
import { databaseStore } from '#adapters/mikro-orm/store.ts';
import { ledgerContract } from '#tests/contracts/ledger.contract.ts';
import { freshDatabase } from '#tests/support/postgres.ts';
import { addStoredJob } from '#tests/support/stored-jobs.ts';

const over = (database: Database) => ({
  atomically: databaseStore(database, { addJob: addStoredJob }),
  ledger: databaseLedger(database),
  close: database.close,
});

ledgerContract('on PGlite', async () => {
  const database = await openPglite({ folder: undefined });
  await migrate(database);
  return over(database);
});

ledgerContract('on PostgreSQL', async () => {
  const { url, drop } = await freshDatabase();
  const subject = over(await openPostgres({ url }));
  return {
    ...subject,
    close: async () => {
      await subject.close();
      await drop();
    },
  };
});

it('refuses to read inside a transaction, which with one connection would wait for ever', async () => {
  const database = await openPglite({ folder: undefined });
  await migrate(database);
  const { atomically, ledger } = over(database);
  const page = { after: undefined, limit: 1 };
  const reads: readonly (() => Promise<unknown>)[] = [
    ...[() => ledger.audit(1), () => ledger.coupons(), () => ledger.stats(0)],
    ...[() => ledger.purchases({ state: undefined, limit: 1 }), () => ledger.purchaseBySaleNumber('')],
    ...[() => ledger.purchasesToReconcile({ ...page, settledSince: 0 }), () => ledger.subscriptionsToReconcile(page)],
  ];
  for (const read of reads) await expect(atomically(read)).rejects.toThrow('inside a transaction');
  await database.close();
});
