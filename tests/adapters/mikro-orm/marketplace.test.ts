import type { Database } from '#adapters/mikro-orm/connection.ts';
import { openPglite, openPostgres } from '#adapters/mikro-orm/connection.ts';
import { databaseMarketplace } from '#adapters/mikro-orm/marketplace.ts';
import { migrate } from '#adapters/mikro-orm/migrate.ts';
import { databaseStore } from '#adapters/mikro-orm/store.ts';
import { marketplaceContract } from '#tests/contracts/marketplace.contract.ts';
import { freshDatabase } from '#tests/support/postgres.ts';
import { addStoredJob } from '#tests/support/stored-jobs.ts';

const over = (database: Database) => ({
  atomically: databaseStore(database, { addJob: addStoredJob }),
  marketplace: databaseMarketplace(database),
  close: database.close,
});

marketplaceContract('on PGlite', async () => {
  const database = await openPglite({ folder: undefined });
  await migrate(database);
  return over(database);
});

marketplaceContract('on PostgreSQL', async () => {
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
