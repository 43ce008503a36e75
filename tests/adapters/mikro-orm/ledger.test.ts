import { expect, it } from 'vitest';

import type { Database } from '#adapters/mikro-orm/connection.ts';
import { databaseLedger } from '#adapters/mikro-orm/ledger.ts';
import { ledgerContract } from '#tests/contracts/ledger.contract.ts';
import { onPglite, onPostgres } from '#tests/support/databases.ts';

const readsOf = (database: Database) => ({ ledger: databaseLedger(database) });

ledgerContract('on PGlite', () => onPglite(readsOf));
ledgerContract('on PostgreSQL', () => onPostgres(readsOf));

it('refuses to read inside a transaction, which with one connection would wait for ever', async () => {
  const { atomically, ledger, close } = await onPglite(readsOf);
  const page = { after: undefined, limit: 1 };
  const reads: readonly (() => Promise<unknown>)[] = [
    () => ledger.audit(1),
    () => ledger.coupons(),
    () => ledger.stats(0),
    () => ledger.isEmpty(),
    () => ledger.purchases({ state: undefined, buyerEmail: undefined, openedBefore: undefined, limit: 1 }),
    () => ledger.purchaseBySaleNumber(''),
    () => ledger.purchasesToReconcile({ ...page, settledSince: 0, unpaidSince: 0 }),
    () => ledger.subscriptionsToReconcile({ ...page, endedSince: 0, abandonedSince: 0 }),
  ];
  for (const read of reads) await expect(atomically(read)).rejects.toThrow('inside a transaction');
  await close();
});
