import type { PGlite } from '@electric-sql/pglite';

import { DAY, MINUTE } from '#domain/instant.ts';

const TABLES = `select format('%I.%I', schemaname, tablename) as name from pg_tables
  where schemaname not in ('pg_catalog', 'information_schema')`;

/** When the maintenance is first done, and how often, in milliseconds. */
type Times = { readonly first: number; readonly every: number };

const DAILY: Times = { first: 10 * MINUTE, every: DAY };

/**
 * Does what a server does by itself and the embedded database never does: it vacuums and analyzes every table, one at a time, as
 * nobody else is answered meanwhile, and makes a checkpoint. Without one the write-ahead log would grow for as long as the process
 * lives, and be replayed as a whole after a kill. Answers how to stop it.
 */
export const scheduleMaintenance = (pglite: PGlite, { first, every }: Times = DAILY): (() => void) => {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const maintain = async (): Promise<void> => {
    const { rows } = await pglite.query<{ readonly name: string }>(TABLES);
    for (const { name } of rows) if (!isStopped) await pglite.exec(`vacuum (analyze) ${name}`);
    if (!isStopped) await pglite.exec('checkpoint');
  };
  const plan = (after: number): void => {
    if (isStopped) return;
    // A failure, as on a full disk, is tried again the next time: nothing depends on it.
    const round = () => maintain().catch(() => {});
    timer = setTimeout(() => void round().then(() => plan(every)), after).unref();
  };
  plan(first);
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
};
