import { AsyncLocalStorage } from 'node:async_hooks';
import type { PGlite } from '@electric-sql/pglite';
import type { MikroORM } from '@mikro-orm/core';
import { MikroORM as PgliteOrm } from '@mikro-orm/pglite';

import { ownFolder } from './connection/folder-owner.ts';
import { makeFolder } from './connection/make-folder.ts';
import { ORM_OPTIONS } from './orm-options.ts';
import { forOrm, startPglite } from './connection/pglite.ts';
import { queryOver } from './connection/query.ts';
import type { CurrentTransaction, Query, Run } from './connection/query.ts';
import { openReplicas } from './connection/replicas.ts';
import type { Reading, ReplicaSettings } from './connection/replicas.ts';
import { runEmbedded } from './connection/run-embedded.ts';
import { openServer } from './connection/server.ts';
import type { Pool, ServerSettings } from './connection/server.ts';
import { scheduleMaintenance } from './connection/maintenance.ts';
import { yielding } from './connection/yielding.ts';

/** An open database. `migrate` it before anything else. */
export type Database = Connected & (Embedded | Server);

/** `native` is for adapters that bring their own statements: the one connection of an embedded database, or a server's pool. */
type Embedded = { readonly kind: 'pglite'; readonly native: PGlite };
type Server = { readonly kind: 'postgres'; readonly native: Pool; readonly url: string };

type Connected = {
  readonly orm: MikroORM;
  readonly query: Query;
  /** For the store itself: on any connection, with the errors of the driver unchanged. */
  readonly run: Run;
  /** For reads that may be a little behind: from replicas where there are any, else the same as `query`. */
  readonly reading: Reading;
  readonly transaction: CurrentTransaction;
  readonly close: () => Promise<void>;
};

/**
 * Opens the embedded database in a folder, which is made if it is missing, or in memory without one; no other user of the
 * machine can read it. Throws `DataFolderInUse` when another process has it open.
 */
export const openPglite = async ({ folder }: { readonly folder: string | undefined }): Promise<Database> => {
  if (folder !== undefined) await makeFolder(folder);
  const owner = folder === undefined ? undefined : await ownFolder(folder);
  try {
    const pglite = yielding(await startPglite(folder));
    const orm = new PgliteOrm({ ...ORM_OPTIONS, driverOptions: () => ({ pglite: forOrm(pglite) }) });
    const transaction: CurrentTransaction = new AsyncLocalStorage();
    const run = runEmbedded(pglite);
    const stopMaintenance = scheduleMaintenance(pglite);
    const query = queryOver(run, transaction);
    return {
      orm,
      run,
      query,
      reading: () => query,
      kind: 'pglite',
      native: pglite,
      transaction,
      close: async () => {
        stopMaintenance();
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

export type PostgresSettings = ServerSettings & {
  /** Standbys of the same cluster, with the same time-outs and as many connections each. */
  readonly replicas?: ReplicaSettings | undefined;
};

/** Opens a PostgreSQL server. Every wait has an end, after which `StoreUnavailable` is thrown. */
export const openPostgres = async ({ replicas: settings, ...server }: PostgresSettings): Promise<Database> => {
  const { orm, pool, run, close } = await openServer(server, ORM_OPTIONS);
  const transaction: CurrentTransaction = new AsyncLocalStorage();
  const query = queryOver(run, transaction);
  const replicas = settings && (await openReplicas(server, settings, { primary: query, transaction }));
  return {
    orm,
    run,
    query,
    reading: replicas?.reading ?? (() => query),
    kind: 'postgres',
    native: pool,
    url: server.url,
    transaction,
    close: async () => {
      await replicas?.close();
      await close();
    },
  };
};
