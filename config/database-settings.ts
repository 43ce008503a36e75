import * as v from 'valibot';

import type { Given } from './choice.ts';
import { wholeNumber } from './setting-kinds.ts';

const isOfPostgres = (text: string): boolean => /^postgres(?:ql)?:\/\//i.test(text);

const isDecodable = (text: string): boolean => {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
};

/** Whether the driver can parse it: it decodes each part, and needs a database. A text of another kind is not checked here. */
const isWhole = (text: string): boolean => {
  if (!isOfPostgres(text)) return true;
  const parsed = URL.parse(text);
  if (parsed === null) return false;
  const { username, password, pathname } = parsed;
  return pathname.length > 1 && [username, password, pathname].every(isDecodable);
};

// A password with an unescaped `/`, `?` or `#` ends the server's name early, so that the rest makes no sense.
const POSTGRES_DATABASE = v.pipe(
  v.string(),
  v.check(isOfPostgres, 'must be an address that starts with postgres:// or postgresql://'),
  v.check(
    isWhole,
    'must be postgres://user:password@host:port/database, with special characters of user and password as %2F and the like',
  ),
);

/** The settings of the database. */
export const DATABASE_SETTINGS = {
  DATABASE_URL: v.optional(POSTGRES_DATABASE),
  DATABASE_POOL: v.optional(wholeNumber(2, 200), '10'),
  DATABASE_REPLICA_URLS: v.optional(
    v.pipe(
      v.string(),
      v.transform((text) => text.split(',').map((address) => address.trim())),
      v.check(
        (addresses) => addresses.every((address) => v.is(POSTGRES_DATABASE, address)),
        'must be addresses that start with postgres:// and name a database, separated by commas',
      ),
    ),
  ),
  DATABASE_REPLICA_LAG_SECONDS: v.optional(wholeNumber(1, 300), '5'),
  DATA_DIR: v.optional(v.pipe(v.string(), v.nonEmpty('must not be empty')), 'data'),
};

/** The settings that replicas additionally require, a line each. */
export const missingForDatabase = (given: Given): readonly string[] =>
  given['DATABASE_REPLICA_URLS'] !== undefined && given['DATABASE_URL'] === undefined
    ? ['DATABASE_URL is missing: the PostgreSQL server that the replicas follow']
    : [];

const ENTRIES = v.object(DATABASE_SETTINGS);

/** The database's part of the settings. */
export const databaseOf = (parsed: v.InferOutput<typeof ENTRIES>) => {
  const { DATABASE_URL, DATABASE_REPLICA_URLS } = parsed;
  if (DATABASE_URL === undefined) return { kind: 'embedded', folder: parsed.DATA_DIR, replicas: undefined } as const;
  const replicas = DATABASE_REPLICA_URLS && {
    urls: DATABASE_REPLICA_URLS,
    lagSeconds: parsed.DATABASE_REPLICA_LAG_SECONDS,
  };
  return { kind: 'server', url: DATABASE_URL, poolSize: parsed.DATABASE_POOL, replicas } as const;
};

/** In seconds: the time of the answer and of the next request, and the difference of clocks. */
const MARGIN_SECONDS = 5;

/** In seconds: twice the time that another process may take to learn of a change. */
const HEARD_SECONDS = 2;

/** For how many seconds after a change a list has to be fresh; `undefined` where all are, because one process does everything. */
export const freshSeconds = (database: ReturnType<typeof databaseOf>): number | undefined => {
  if (database.kind === 'embedded') return undefined;
  return database.replicas === undefined ? HEARD_SECONDS : database.replicas.lagSeconds + MARGIN_SECONDS;
};
