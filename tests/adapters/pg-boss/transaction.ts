import type pg from 'pg';

import type { TransactionSql } from '#adapters/pg-boss/jobs.ts';

/** Runs `work` in a transaction that commits, unless it throws. */
export const inTransaction = async (pool: pg.Pool, work: (sql: TransactionSql) => Promise<void>): Promise<void> => {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await work((text, parameters) => client.query<Record<string, unknown>>(text, [...parameters]));
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
};
