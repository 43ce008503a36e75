import { describe, expect, it } from 'vitest';

import { openPglite, openPostgres } from '#adapters/mikro-orm/connection.ts';
import type { Prepared } from '#adapters/mikro-orm/query.ts';
import { freshDatabase } from '#tests/support/postgres.ts';

const ROWS = 'select number from generate_series(1, 1000) as number order by number limit';

/** How often a server planned a statement that is asked for ten times, and whether it went over to one plan for all values. */
const plansOf = async (statement: Prepared): Promise<unknown> => {
  const { url, drop } = await freshDatabase({ migrated: false });
  const { query, close } = await openPostgres({ url, poolSize: 1 });
  for (let run = 1; run <= 10; run += 1) expect(await query(statement, [run])).toHaveLength(run);
  const [plans] = await query(
    'select name, custom_plans::int as custom, generic_plans::int as generic from pg_prepared_statements',
  );
  await close();
  await drop();
  return plans;
};

describe('a prepared statement', () => {
  it('is parsed once by a connection to a server, and planned once when a plan for all values costs no more', async () => {
    const statement = { name: 'first numbers', text: `${ROWS} (select $1::bigint)` };
    expect(await plansOf(statement)).toEqual({ name: 'first numbers', custom: 5, generic: 5 });
  });

  it('is planned again and again where its limit is a bare parameter', async () => {
    const statement = { name: 'first numbers', text: `${ROWS} $1::bigint` };
    expect(await plansOf(statement)).toEqual({ name: 'first numbers', custom: 10, generic: 0 });
  });

  it('answers the same on the embedded database', async () => {
    const { query, close } = await openPglite({ folder: undefined });
    const statement = { name: 'first numbers', text: `${ROWS} (select $1::bigint)` };
    expect(await query(statement, [2])).toEqual([{ number: 1 }, { number: 2 }]);
    await close();
  });
});
