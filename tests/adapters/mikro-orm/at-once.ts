import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect } from 'vitest';

import { openPostgres } from '#adapters/mikro-orm/connection.ts';
import type { Database } from '#adapters/mikro-orm/connection.ts';
import { queryOver, runOn } from '#adapters/mikro-orm/connection/query.ts';
import type { Query } from '#adapters/mikro-orm/connection/query.ts';
import { databaseStore } from '#adapters/mikro-orm/store.ts';
import { StoreBusy } from '#application/ports/atomically.ts';
import type { Leads } from '#application/ports/shop-repositories.ts';
import { diceOf } from '#tests/race/dice.ts';
import type { Dice } from '#tests/race/dice.ts';
import { freshDatabase } from '#tests/support/postgres.ts';
import { addStoredJob } from '#tests/support/stored-jobs.ts';

type Writing = {
  readonly writers: number;
  /** How many transactions each of them has, and more until everybody has looked often enough. */
  readonly turns: number;
  /** The seed of the first writer's dice; each further one has the next. */
  readonly seed: number;
  /** How many leads one transaction is given to change. */
  readonly some: (dice: Dice) => number;
  readonly act: (leads: Leads, dice: Dice, ids: readonly string[]) => Promise<void>;
};

/** Who looks at the database; what it answers looks once, at one state. */
type Reader = (query: Query) => () => Promise<void>;

type Watching = { readonly goesOn: () => boolean; readonly onLook: () => void };

/** How often each reader looks at the least while others write. */
const LOOKS = 4;

/** A database of its own, in which some change leads by chance, each over one connection, while others look. */
export const changedAtOnce = ({ writers: count, turns, seed, some, act }: Writing) => {
  let url: string;
  let drop: () => Promise<void>;
  let writers: readonly Database[];

  beforeAll(async () => {
    ({ url, drop } = await freshDatabase());
    writers = await Promise.all(Array.from({ length: count }, () => openPostgres({ url, poolSize: 1 })));
  });
  afterAll(async () => {
    await Promise.all(writers.map(({ close }) => close()));
    await drop();
  });

  const write = async (database: Database, dice: Dice, goesOn: () => boolean): Promise<void> => {
    const atomically = databaseStore(database, { addJob: addStoredJob });
    for (let turn = 0; turn < turns || goesOn(); turn += 1) {
      const rows = await database.query<{ readonly id: string }>(
        'select id from lead order by random() limit $1::int',
        [some(dice)],
      );
      const ids = rows.map(({ id }) => id);
      const done = atomically(async ({ leads }) => {
        await act(leads, dice, ids);
        await leads.findToVault(0, 1);
        // Somebody else gets a turn while all of this is not yet decided.
        await wait(dice.between(0, 5));
        if (dice.throwOne() < 0.15) throw new Error('undone');
      });
      await done.catch((error: unknown) => {
        if (!(error instanceof StoreBusy) && !(error instanceof Error && error.message === 'undone')) throw error;
      });
    }
  };

  /** Looks again and again, each time at one state of the database; tells of each look. */
  const watch = async (reader: Reader, { goesOn, onLook }: Watching): Promise<void> => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const look = reader(queryOver(runOn(client, pg.types), new AsyncLocalStorage()));
    try {
      while (goesOn()) {
        await client.query('begin isolation level repeatable read');
        await look();
        await client.query('commit');
        onLook();
      }
    } finally {
      await client.end();
    }
  };

  return {
    /** Has all of them write until each of these has looked some times meanwhile; answers a query to the database as it is then. */
    whileLooking: async (...readers: readonly Reader[]): Promise<Query> => {
      const looks = readers.map(() => 0);
      let isOver = false;
      const watched = readers.map((reader, index) =>
        watch(reader, { goesOn: () => !isOver, onLook: () => (looks[index] = (looks[index] ?? 0) + 1) }),
      );
      const written = writers.map((database, index) =>
        write(database, diceOf(seed + index), () => !isOver && Math.min(...looks) < LOOKS),
      );
      // Whoever fails ends it for all, as otherwise the others would wait for its looks.
      const all = [...watched, Promise.all(written)].map((some) => some.finally(() => (isOver = true)));
      await Promise.all(all);
      expect(Math.min(...looks)).toBeGreaterThanOrEqual(LOOKS);
      return (writers as readonly [Database])[0].query;
    },
  };
};
