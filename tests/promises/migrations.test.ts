import { describe, test } from 'vitest';

import { openPostgres } from '#adapters/mikro-orm/connection.ts';
import { migrate } from '#adapters/mikro-orm/migrate.ts';
import { prove, reach, sabotaged, seedsFor } from './promise.ts';
import type { Tally } from './promise.ts';
import { restore } from './restored.ts';
import type { Care } from './restored.ts';
import { NAMES, comeFrom, withMigrations } from './schemas.ts';
import type { Bring } from './schemas.ts';

const asTheProductDoes: Bring = async (url) => {
  const database = await openPostgres({ url, poolSize: 1 });
  try {
    await migrate(database);
  } finally {
    await database.close();
  }
};

/** From nothing, and from what each migration but the last one left behind. */
const fromEverySchema =
  (seeds: readonly number[], bring: Bring, first = 0) =>
  async (tally: Tally): Promise<void> => {
    for (const seed of seeds)
      for (let schema = first; schema < NAMES.length && tally.goesOn(); schema += 1)
        await comeFrom(schema, seed, bring, tally);
  };

describe('the migrations', () => {
  test('bring a database with data of any earlier schema to today’s, lose nothing, and change nothing again', async () => {
    await prove('I19', { what: 'rows through migrations' }, fromEverySchema(seedsFor(reach(1, 50)), asTheProductDoes));
  });

  test.each<readonly [string, RegExp, Bring]>([
    [
      'the schema is updated without them',
      /does not come to|lacks|has no key/,
      (url) => withMigrations(url, [], (orm) => orm.schema.update()),
    ],
    [
      'the last one that changes the schema is left out',
      /lacks CREATE/,
      (url) =>
        withMigrations(
          url,
          NAMES.filter((name) => name !== '0016-late-refunds'),
          (orm) => orm.migrator.up(),
        ),
    ],
  ])('are noticed when %s', async (how, sign, bring) => {
    await sabotaged('I19', { how, sign }, fromEverySchema(seedsFor(1), bring, 4));
  });
});

const AS_IT_MUST_BE: Care = { reconciles: true, isTold: true, findsBuyers: true };

describe('a copy of the database', () => {
  test('that opens in the middle of orders comes to true books once it is reconciled', async () => {
    await prove('I19', { what: 'orders in copies' }, async (tally) => {
      for (const seed of seedsFor(reach(3, 200))) if (tally.goesOn()) await restore(seed, tally, AS_IT_MUST_BE);
    });
  });

  test.each<readonly [string, RegExp, Care]>([
    ['nobody reconciles it', /not finished/, { ...AS_IT_MUST_BE, reconciles: false }],
    [
      'the provider tells of nothing that it lacks',
      /told is false|held for nobody/,
      { ...AS_IT_MUST_BE, isTold: false },
    ],
    ['nobody looks who has got the lead of a lost order', /is withdrawn/, { ...AS_IT_MUST_BE, findsBuyers: false }],
  ])('is noticed when %s', async (how, sign, care) => {
    await sabotaged('I19', { how: `a copy opens, and ${how}`, sign }, async (tally) => {
      // A few of these lives leave no order unfinished in the copy, and in many no lost order loses against one that is there.
      for (const seed of seedsFor(20)) if (tally.goesOn()) await restore(seed, tally, care);
    });
  });
});
