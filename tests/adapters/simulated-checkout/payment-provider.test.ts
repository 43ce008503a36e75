import { afterAll } from 'vitest';

import { openPostgres } from '#adapters/mikro-orm/connection.ts';
import { databaseDocuments } from '#adapters/mikro-orm/documents.ts';
import { migrate } from '#adapters/mikro-orm/migrate.ts';
import { paymentProviderContract } from '#tests/contracts/payment-provider.contract.ts';
import { subscriptionProviderContract } from '#tests/contracts/subscription-provider.contract.ts';
import { freshDatabase } from '#tests/support/postgres.ts';

import { simulatedRig } from './rig.ts';

for (const contract of [paymentProviderContract, subscriptionProviderContract])
  contract('the simulated checkout, its books in memory', async () => simulatedRig());

// One database for all tests, because none of them looks at another's checkouts.
const open = async () => {
  const { url, drop } = await freshDatabase();
  const database = await openPostgres({ url });
  await migrate(database);
  const close = async () => {
    await database.close();
    await drop();
  };
  return { documents: databaseDocuments(database), close };
};
let books: ReturnType<typeof open> | undefined;

for (const contract of [paymentProviderContract, subscriptionProviderContract])
  contract('the simulated checkout, its books in PostgreSQL', async () => {
    books ??= open();
    return simulatedRig({ documents: (await books).documents });
  });

afterAll(async () => (await books)?.close());
