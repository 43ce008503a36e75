import { AsyncLocalStorage } from 'node:async_hooks';
import { mkdir } from 'node:fs/promises';
import type { PGlite } from '@electric-sql/pglite';
import type { MikroORM } from '@mikro-orm/core';
import { MikroORM as PgliteOrm } from '@mikro-orm/pglite';
import { MikroORM as PostgresOrm } from '@mikro-orm/postgresql';
import type { PostgreSqlConnection } from '@mikro-orm/postgresql';

import { withoutValues } from './failures.ts';
import { ownFolder } from './folder-owner.ts';
import { ORM_OPTIONS } from './orm-options.ts';
import { forOrm, startPglite } from './pglite.ts';

/**
 * Runs one statement with real parameters, outside any transaction. The caller names the rows' type, and casts what the
 * drivers read differently: int8 and every kind of time.
 */
export type Query = <Row>(statement: string, parameters?: readonly unknown[]) => Promise<readonly Row[]>;

/** An open database. `migrate` it before anything else. */
export type Database = Connected & (Embedded | Server);

/** For adapters that bring their own statements: the only connection there is, or a pool of them. */
type Embedded = { readonly kind: 'pglite'; readonly native: PGlite };
type Server = { readonly kind: 'postgres'; readonly native: Pool; readonly url: string };

type Pool = Awaited<ReturnType<PostgreSqlConnection['getNativeClient']>>;

type Connected = {
  readonly orm: MikroORM;
  /** Throws `StoreUnavailable`. Refused inside a transaction: with one connection it would wait for ever. */
  readonly query: Query;
  /** The transaction in which the caller runs. */
  readonly transaction: AsyncLocalStorage<{ readonly active: boolean }>;
  readonly close: () => Promise<void>;
};

type Rows = { readonly rows: readonly unknown[] };

const queryOver = (
  run: (statement: string, parameters: unknown[]) => Promise<Rows>,
  transaction: Database['transaction'],
): Query =>
  async function query<Row>(statement: string, parameters: readonly unknown[] = []) {
    if (transaction.getStore()?.active === true) throw new Error('inside a transaction only its repositories may read');
    try {
      return (await run(statement, [...parameters])).rows as readonly Row[];
    } catch (error) {
      throw withoutValues(error);
    }
  };

/**
 * Opens the embedded database in a folder, which is made if it is missing, or in memory without one. Throws
 * `DataFolderInUse` when another process has it open.
 */
export const openPglite = async ({ folder }: { readonly folder: string | undefined }): Promise<Database> => {
  if (folder !== undefined) await mkdir(folder, { recursive: true });
  const owner = folder === undefined ? undefined : await ownFolder(folder);
  try {
    const pglite = await startPglite(folder);
    const orm = new PgliteOrm({ ...ORM_OPTIONS, driverOptions: () => ({ pglite: forOrm(pglite) }) });
    const transaction = new AsyncLocalStorage<{ readonly active: boolean }>();
    return {
      orm,
      query: queryOver((statement, parameters) => pglite.query(statement, parameters), transaction),
      kind: 'pglite',
      native: pglite,
      transaction,
      close: async () => {
        await orm.close();
        await pglite.close();
        await owner?.release();
      },
    };
  } catch (error) {
    await owner?.release();
    throw error;
  }
};

export type PostgresSettings = {
  readonly url: string;
  readonly poolSize?: number;
  /** How long a transaction or a read may wait for a free connection. */
  readonly acquireMilliseconds?: number;
  /** How long one statement may take at the server; the answer is waited for two seconds longer. */
  readonly statementMilliseconds?: number;
};

/** Opens a PostgreSQL server. Every wait has an end, after which `StoreUnavailable` is thrown. */
export const openPostgres = async ({
  url,
  poolSize = 10,
  acquireMilliseconds = 2_000,
  statementMilliseconds = 5_000,
}: PostgresSettings): Promise<Database> => {
  const orm = new PostgresOrm({
    ...ORM_OPTIONS,
    clientUrl: url,
    driverOptions: {
      // The address itself goes to the driver too: only that one knows all of its settings, such as sslmode.
      connectionString: url,
      max: poolSize,
      connectionTimeoutMillis: acquireMilliseconds,
      statement_timeout: statementMilliseconds,
      query_timeout: statementMilliseconds + 2_000,
      idle_in_transaction_session_timeout: 10_000,
      options: '-c TimeZone=UTC',
    },
  });
  const pool = await orm.em.getConnection().getNativeClient();
  const transaction = new AsyncLocalStorage<{ readonly active: boolean }>();
  return {
    orm,
    query: queryOver((statement, parameters) => pool.query(statement, parameters), transaction),
    kind: 'postgres',
    native: pool,
    url,
    transaction,
    close: () => orm.close(),
  };
};
