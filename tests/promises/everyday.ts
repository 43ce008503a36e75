import type pg from 'pg';

import { argon2Passwords } from '#adapters/argon2/passwords.ts';
import { openPostgres } from '#adapters/mikro-orm/connection.ts';
import { databaseStore } from '#adapters/mikro-orm/store.ts';
import { SETTING_NAMES } from '#config/environment.ts';
import { someAccount } from '#tests/contracts/store-samples.ts';
import type { Repositories } from '#application/ports/atomically.ts';

/** Nobody is turned away for asking too often. */
export const NO_LIMITS: Readonly<Record<string, string>> = Object.fromEntries(
  SETTING_NAMES.filter((name) => name.startsWith('LIMIT_')).map((name) => [name, '999999999/1']),
);

export const PASSWORD = 'sample-pass';

/** Puts into a database what no request could, or not soon enough. */
export const stockUp = async <T>(url: string, work: (repositories: Repositories) => Promise<T>): Promise<T> => {
  const database = await openPostgres({ url, poolSize: 2 });
  const atomically = databaseStore(database, { addJob: () => Promise.reject(new Error('no job here')) });
  try {
    return await atomically(work);
  } finally {
    await database.close();
  }
};

/** Verified accounts, all with the one password. */
export const addMembers = async (url: string, count: number) => {
  const { hash } = await argon2Passwords();
  const passwordHash = await hash(PASSWORD);
  const members = Array.from({ length: count }, (_, number) =>
    someAccount({ email: `member-${number}@people.example`, passwordHash }),
  );
  await stockUp(url, async ({ accounts }) => {
    for (const member of members) await accounts.add(member);
  });
  return members;
};

/** Jobs that wait to be tried again are tried now, as if the time until then had passed. */
export const hurry = async (pool: pg.Pool): Promise<void> => {
  await pool.query(`update pgboss.job set start_after = now() where state = 'retry' and start_after > now()`);
};
