import type { Database } from './connection.ts';

export type PoolCounts = { readonly inUse: number; readonly idle: number; readonly waiting: number };

/** The open connections to the server, and how many requests wait for one; `undefined` for an embedded database, which has one. */
export const poolOf = (database: Database): PoolCounts | undefined => {
  if (database.kind === 'pglite') return undefined;
  const { totalCount, idleCount, waitingCount } = database.native;
  return { inUse: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
};
