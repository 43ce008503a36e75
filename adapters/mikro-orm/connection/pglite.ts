import { chmod, mkdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite, types } from '@electric-sql/pglite';
import type { QueryOptions, Transaction } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { dataDir } from '@electric-sql/pglite-prepopulatedfs';

import { DurableFiles } from './durable-files.ts';
import { OWN } from './make-folder.ts';

const exists = async (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/**
 * The usual 128 MB are cleared at each start, which takes half a second on a slow machine, and stay in use. The system's own cache has the
 * files as well: with a quarter, nothing that the benchmark asks of 100,000 leads was slower.
 */
const FEW_BUFFERS = ['-c', 'shared_buffers=32MB'];

/** For what is in memory anyway, or closed as soon as it is made. */
export const UNFLUSHED = [...PGlite.defaultStartParams, ...FEW_BUFFERS];

/** The library starts its database with `-F`, which turns fsync off; of the sync methods it has only `fsync`. */
const FLUSHED = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  '-c',
  'wal_sync_method=fsync',
  ...FEW_BUFFERS,
];

/**
 * Unpacks a ready-made empty database, which is much faster than making one. It is not flushed: it holds nothing that could be lost.
 */
const create = async (path: string | undefined): Promise<PGlite> =>
  PGlite.create({
    ...(path === undefined ? {} : { dataDir: path }),
    loadDataDir: await dataDir(),
    startParams: UNFLUSHED,
    extensions: { pg_trgm },
  });

/** The library does not distinguish these. */
const WHY_CLOSED = 'its disk is full or read-only, or files of it belong to another user, are missing or damaged';

/** The database exists, or was being made, and does not open. */
class DatabaseClosed extends Error {
  override readonly name = 'DatabaseClosed';
  readonly path: string;

  constructor(path: string, cause?: unknown) {
    super(`the database ${path} does not open: ${WHY_CLOSED}`, { cause });
    this.path = path;
  }
}

/** For a full disk or a damaged file the library throws its own abort, and often no error: nobody could tell the cause from it. */
const opened = async (path: string, opening: Promise<PGlite>): Promise<PGlite> => {
  try {
    return await opening;
  } catch (error) {
    throw error instanceof Error && 'code' in error ? error : new DatabaseClosed(path, error);
  }
};

const pathIn = (folder: string): string => join(folder, 'database');

/** Whether a database has been made in the folder. */
export const hasPglite = (folder: string): Promise<boolean> => exists(pathIn(folder));

/** Opens the database in `folder`, making it on the first start; in memory without a folder. */
export const startPglite = async (folder: string | undefined): Promise<PGlite> => {
  if (folder === undefined) return create(undefined);
  const path = pathIn(folder);
  if (!(await exists(path))) {
    // A start that is cut short leaves only this folder behind, never half a database.
    const unfinished = join(folder, 'database.unfinished');
    await rm(unfinished, { recursive: true, force: true });
    await mkdir(unfinished, { mode: OWN });
    await (await opened(unfinished, create(unfinished))).close();
    await rename(unfinished, path);
  }
  // It may be a restored copy, or older than this line. A disk without permissions has none to remove.
  await chmod(path, OWN).catch(() => {});
  // Without this file the library would make an empty database over the rest of the old one.
  if (!(await exists(join(path, 'PG_VERSION')))) throw new DatabaseClosed(path);
  const files = new DurableFiles(path);
  return opened(path, PGlite.create({ fs: files, startParams: FLUSHED, extensions: { pg_trgm } }));
};

const AS_TEXT = Object.fromEntries([types.DATE, types.TIMESTAMP, types.TIMESTAMPTZ].map((oid) => [oid, String]));

/** The same database for MikroORM, which reads dates from text. */
export const forOrm = (pglite: PGlite) => {
  const withText = (options: QueryOptions | undefined): QueryOptions => ({ ...options, parsers: AS_TEXT });
  return {
    query: (text: string, parameters?: unknown[], options?: QueryOptions) =>
      pglite.query(text, parameters, withText(options)),
    transaction: <T>(run: (transaction: Pick<Transaction, 'query'>) => Promise<T>) =>
      pglite.transaction((transaction) =>
        run({ query: (text, parameters, options) => transaction.query(text, parameters, withText(options)) }),
      ),
    get closed() {
      return pglite.closed;
    },
    get ready() {
      return pglite.ready;
    },
    waitReady: pglite.waitReady,
  };
};
