import { openPostgres } from '#adapters/mikro-orm/connection.ts';
import { databaseDocuments } from '#adapters/mikro-orm/documents.ts';
import { migrate } from '#adapters/mikro-orm/migrate.ts';
import { documentsContract } from '#tests/contracts/documents.contract.ts';
import { migratedPglite } from '#tests/support/databases.ts';
import { freshDatabase } from '#tests/support/postgres.ts';

documentsContract('PGlite', async () => {
  const database = await migratedPglite();
  return { views: [databaseDocuments(database)], close: database.close };
});

documentsContract('PostgreSQL', async () => {
  const { url, drop } = await freshDatabase();
  const databases = await Promise.all([openPostgres({ url }), openPostgres({ url })]);
  await Promise.all(databases.map(migrate));
  return {
    views: databases.map(databaseDocuments),
    close: async () => {
      await Promise.all(databases.map((database) => database.close()));
      await drop();
    },
  };
});
