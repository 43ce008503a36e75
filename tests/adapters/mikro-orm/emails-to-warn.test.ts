import { v7 as uuid } from 'uuid';
import { expect, it } from 'vitest';

import type { Database } from '#adapters/mikro-orm/connection.ts';
import { migrate } from '#adapters/mikro-orm/migrate.ts';
import { EMPTY_DATABASES } from '#tests/support/empty-databases.ts';

/** A database of the version before, with an account that has moved and was told so, is brought up to date. */
const warnsNobodyOfOldMoves = async (database: Database): Promise<void> => {
  const { query } = database;
  await database.orm.migrator.up({ to: '0016-late-refunds' });
  await query(
    `insert into account (id, email, full_name, password_hash, verification, former_email, created_at)
     values ($1, 'new@example.com', 'Ines', '$argon2id$x', 'unverified', 'old@example.com', now())`,
    [uuid()],
  );

  await migrate(database);

  expect(await query('select email, former_email from account')).toMatchObject([
    { email: 'new@example.com', former_email: null },
  ]);
};

it.each(EMPTY_DATABASES)('on %s nobody is warned of moves that the version before has told of', (_, on) =>
  on(warnsNobodyOfOldMoves),
);
