import type { Job } from '#application/ports/jobs.ts';
import type { AddJob } from '#adapters/mikro-orm/transaction/repositories.ts';
import type { Database } from '#adapters/mikro-orm/connection.ts';

/** Replaces the job queue in the store's own tests: stores jobs in a table by statements of the transaction that adds them. */
export const addStoredJob: AddJob = async (job, sql) => {
  await sql('insert into development_document (collection, id, body) values ($1, gen_random_uuid()::text, $2::json)', [
    'test jobs',
    JSON.stringify(job),
  ]);
};

export const storedJobs = async ({ query }: Database): Promise<readonly Job[]> =>
  (
    await query<{ readonly body: string }>(
      'select body::text as body from development_document where collection = $1 order by seq',
      ['test jobs'],
    )
  ).map(({ body }) => JSON.parse(body) as Job);
