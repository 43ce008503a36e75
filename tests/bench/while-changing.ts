import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from 'pg';

const CHANGE = `update lead set price = case price when 100 then 101 else 100 end
  where id = (select id from lead where standing = 'listed' order by id limit 1)`;

/**
 * Does the work while so many times a second a lead on offer changes: whoever keeps lists hears of it as of a sale, and has to
 * make anew what it is asked for next. Late changes are not caught up.
 */
export const whileChanging = async <Result>(
  client: Client,
  perSecond: number,
  work: () => Promise<Result>,
): Promise<Result> => {
  const done = new AbortController();
  const changing = async (): Promise<void> => {
    for (let next = performance.now(); !done.signal.aborted; next += 1_000 / perSecond) {
      await client.query(CHANGE);
      await wait(Math.max(0, next - performance.now()));
    }
  };
  const changes = changing();
  try {
    return await work();
  } finally {
    done.abort();
    await changes;
  }
};
