import pg from 'pg';

import { openPostgres } from '#adapters/mikro-orm/connection.ts';
import { migrate } from '#adapters/mikro-orm/migrate.ts';
import { databaseStore } from '#adapters/mikro-orm/store.ts';
import { weekStart } from '#domain/week.ts';
import { addStoredJob } from '#tests/support/stored-jobs.ts';
import { floorTables } from './floor-tables.ts';
import { leadAt } from './leads.ts';
import { addMembers } from './members.ts';

const AT_A_TIME = 5_000;

/**
 * Fills an empty database: the product's tables by the product's own store, so that whatever it keeps beside a lead is right, and the
 * floor's with the same leads.
 */
export const seed = async (url: string, count: number, now = Date.now()): Promise<void> => {
  const database = await openPostgres({ url, poolSize: 2, statementMilliseconds: 600_000 });
  const client = new pg.Client({ connectionString: url });
  try {
    await migrate(database);
    await client.connect();
    const atomically = databaseStore(database, { addJob: addStoredJob });
    const floor = await floorTables(client);
    await addMembers(atomically, now);
    for (let first = 0; first < count; first += AT_A_TIME) {
      const length = Math.min(AT_A_TIME, count - first);
      const some = Array.from({ length }, (_, index) => leadAt(first + index, weekStart(now)));
      await atomically(({ leads }) => leads.add(some));
      await floor.add(some);
    }
    await floor.finish();
    await client.query('vacuum (freeze, analyze)');
  } finally {
    await client.end();
    await database.close();
  }
};
