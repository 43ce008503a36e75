import type { Client } from 'pg';

import type { Contender } from './contender.ts';
import { load } from './load.ts';
import { databaseTime, processorTime } from './processor-time.ts';
import { quantile } from './statistics.ts';

/** How long an answer takes with one request at a time, in milliseconds. */
export type Waits = { readonly p50: number; readonly p99: number };

/** What one server did in one round. Processor time is microseconds for each request. */
export type Sample = Waits & {
  readonly perSecond: number;
  readonly serverTime: number | undefined;
  readonly databaseTime: number | undefined;
};

export type Pair<Value> = { readonly product: Value; readonly floor: Value };

/** One kind of request, round by round. */
export type Measured = { readonly name: string; readonly rounds: readonly Pair<Sample>[] };

export type Pace = {
  readonly rounds: number;
  readonly seconds: number;
  /** For how many seconds each server does first what is then measured. */
  readonly warmUp: number;
};

export const CONNECTIONS = 8;

/** Its own requests for times are few beside what is measured. */
const spent = async (pid: number, client: Client | undefined) => ({
  server: processorTime(pid),
  database: client && (await databaseTime(client)),
});

const each = (before: number | undefined, after: number | undefined, requests: number): number | undefined =>
  before === undefined || after === undefined ? undefined : ((after - before) * 1_000_000) / requests;

/** How long one server lets wait who asks alone. */
export const waitsOf = async ({ address }: Contender, requests: readonly Buffer[], seconds: number): Promise<Waits> => {
  const { latencies } = await load(address, { requests, connections: 1, seconds });
  return { p50: quantile(latencies, 0.5), p99: quantile(latencies, 0.99) };
};

/** One round of one server. */
export const sampleOf = async (
  contender: Contender,
  requests: readonly Buffer[],
  seconds: number,
  client?: Client,
): Promise<Sample> => {
  const { address, pid } = contender;
  const before = await spent(pid, client);
  const crowd = await load(address, { requests, connections: CONNECTIONS, seconds });
  const after = await spent(pid, client);
  const waits = await waitsOf(contender, requests, seconds / 2);
  return {
    ...waits,
    perSecond: crowd.requests / crowd.seconds,
    serverTime: each(before.server, after.server, crowd.requests),
    databaseTime: each(before.database, after.database, crowd.requests),
  };
};

/** Both in turn, round by round, each as often first as second: whatever else the machine does then befalls both. */
export const inTurns = async <Value>(
  rounds: number,
  measure: (who: keyof Pair<unknown>) => Promise<Value>,
): Promise<readonly Pair<Value>[]> => {
  const pairs: Pair<Value>[] = [];
  for (let round = 0; round < rounds; round += 1) {
    if (round % 2 === 0) {
      const product = await measure('product');
      pairs.push({ product, floor: await measure('floor') });
    } else {
      const floor = await measure('floor');
      pairs.push({ product: await measure('product'), floor });
    }
  }
  return pairs;
};

/** Lets one compile and plan what it does: what comes first does not count. */
export const warmUpOne = async (
  { address }: Contender,
  requests: readonly Buffer[],
  seconds: number,
): Promise<void> => {
  await load(address, { requests, connections: CONNECTIONS, seconds });
};

/** Lets both do so. */
export const warmUp = async (
  { product, floor }: Pair<Contender>,
  requests: readonly Buffer[],
  { warmUp: seconds }: Pick<Pace, 'warmUp'>,
): Promise<void> => {
  await warmUpOne(product, requests, seconds);
  await warmUpOne(floor, requests, seconds);
};

/** Measures requests of one kind. Without a client nobody knows what the database took. */
export const measure = (
  contenders: Pair<Contender>,
  requests: readonly Buffer[],
  { rounds, seconds }: Omit<Pace, 'warmUp'>,
  client?: Client,
): Promise<readonly Pair<Sample>[]> => inTurns(rounds, (who) => sampleOf(contenders[who], requests, seconds, client));
