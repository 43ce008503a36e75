import { existsSync, readFileSync } from 'node:fs';
import type { Client } from 'pg';

/** What Linux counts processor time in, whatever the machine. */
const TICKS_PER_SECOND = 100;

/** The fields of `/proc/<pid>/stat` from the third on: the second may hold spaces. `undefined` where there is no such process, or no Linux. */
const statOf = (pid: number): readonly string[] | undefined => {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'latin1')
      .replace(/^.*\) /s, '')
      .split(' ');
  } catch {
    return undefined;
  }
};

const seconds = (stat: readonly string[], fields: readonly number[]): number =>
  fields.reduce((sum, field) => sum + Number(stat[field - 3]), 0) / TICKS_PER_SECOND;

/** The processor time that a process has had, in seconds. */
export const processorTime = (pid: number): number | undefined => {
  const stat = statOf(pid);
  return stat && seconds(stat, [14, 15]);
};

/** The processor time of everything that works for a database, in seconds; `undefined` where it runs out of sight. */
export const databaseTime = async (client: Client): Promise<number | undefined> => {
  const { rows } = await client.query<{ readonly pid: number }>(
    'select pid from pg_stat_activity where datname = current_database()',
  );
  const stats = rows.map(({ pid }) => statOf(pid));
  const isInSight = rows.every(
    ({ pid }) => existsSync(`/proc/${pid}/comm`) && readFileSync(`/proc/${pid}/comm`, 'latin1').startsWith('postgres'),
  );
  const parent = statOf(Number(stats[0]?.[1]));
  if (!isInSight || parent === undefined) return undefined;
  // Workers that helped with one statement are gone: the parent of all has their time.
  return (
    seconds(parent, [16, 17]) + stats.reduce((sum, stat) => sum + (stat === undefined ? 0 : seconds(stat, [14, 15])), 0)
  );
};
