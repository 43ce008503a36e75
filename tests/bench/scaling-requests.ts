import { readFileSync } from 'node:fs';
import type { Client } from 'pg';

import { weekStart } from '#domain/week.ts';
import type { Contender } from './contender.ts';
import { leadAt } from './leads.ts';
import { openLine } from './line.ts';
import { load } from './load.ts';
import { databaseTime, processorTime } from './processor-time.ts';

/** What one of many takes: a second's worth of them, and processor time of the server and of the database in milliseconds. */
export type Cost = {
  readonly name: string;
  readonly perSecond: number;
  readonly server: number | undefined;
  readonly database: number | undefined;
};

const CONNECTIONS = 16;

type Done = { readonly count: number; readonly seconds: number };

const costOf = async (name: string, { pid }: Contender, client: Client, work: () => Promise<Done>): Promise<Cost> => {
  const spent = async () => ({ server: processorTime(pid), database: await databaseTime(client) });
  const before = await spent();
  const { count, seconds } = await work();
  const after = await spent();
  const each = (from: number | undefined, to: number | undefined): number | undefined =>
    from === undefined || to === undefined ? undefined : ((to - from) * 1_000) / count;
  return {
    name,
    perSecond: count / seconds,
    server: each(before.server, after.server),
    database: each(before.database, after.database),
  };
};

/** Measures requests of one kind; what comes in the first moment does not count. */
export const requestCost = async (
  name: string,
  product: Contender,
  client: Client,
  requests: readonly Buffer[],
  seconds: number,
): Promise<Cost> => {
  await load(product.address, { requests, connections: CONNECTIONS, seconds: seconds / 4 });
  return costOf(name, product, client, async () => {
    const done = await load(product.address, { requests, connections: CONNECTIONS, seconds });
    return { count: done.requests, seconds: done.seconds };
  });
};

/** Lets visitors come one after the other over each connection, of whom each asks for all of this. */
export const visitCost = async (
  name: string,
  product: Contender,
  client: Client,
  requests: readonly Buffer[],
  seconds: number,
): Promise<Cost> => {
  const come = async (until: number): Promise<number> => {
    const line = await openLine(product.address);
    let visits = 0;
    for (; performance.now() < until; visits += 1)
      for (const request of requests) {
        const status = await line.ask(request);
        if (status !== 200) throw new Error(`a visitor was answered with ${status}`);
      }
    line.close();
    return visits;
  };
  const crowd = async (length: number): Promise<Done> => {
    const started = performance.now();
    const visits = await Promise.all(Array.from({ length: CONNECTIONS }, () => come(started + length * 1_000)));
    return { count: visits.reduce((sum, one) => sum + one, 0), seconds: (performance.now() - started) / 1_000 };
  };
  await crowd(seconds / 4);
  return costOf(name, product, client, () => crowd(seconds));
};

/** From the checkout over the payment at the simulated provider, which the same process plays, to the answer that it is sold. */
const buy = async (address: string, { id, price }: { readonly id: string; readonly price: number }): Promise<void> => {
  const here = (url: string): string => address + new URL(url).pathname + new URL(url).search;
  const opened = await fetch(`${address}/api/stripe/create-checkout-session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ leadId: id, amount: price / 100 }),
  });
  const { url } = (await opened.json()) as { readonly url: string };
  const form = new URLSearchParams({ outcome: 'pay', email: `buyer-${id.slice(-12)}@buyers.example` });
  const paid = await fetch(here(url), { method: 'POST', redirect: 'manual', body: form });
  await paid.arrayBuffer();
  const { search } = new URL(paid.headers.get('location') ?? '');
  const answered = await fetch(`${address}/api/stripe/checkout-session${search}`);
  const answer = (await answered.json()) as { readonly status: string };
  if (answer.status !== 'paid') throw new Error(JSON.stringify(answer));
};

/** Sells so many leads, each to somebody else. */
export const saleCost = async (product: Contender, client: Client, count: number): Promise<Cost> => {
  const leads = Array.from({ length: count * 20 }, (_, index) => leadAt(index, weekStart(Date.now())))
    .filter(({ standing }) => standing.state === 'listed')
    .slice(0, count);
  return costOf('a sale, from checkout to sold', product, client, async () => {
    const left = [...leads];
    const started = performance.now();
    await Promise.all(
      Array.from({ length: CONNECTIONS }, async () => {
        for (let lead = left.pop(); lead !== undefined; lead = left.pop()) await buy(product.address, lead);
      }),
    );
    return { count: leads.length, seconds: (performance.now() - started) / 1_000 };
  });
};

/** The connections that a database has now, and what each takes of memory by itself, in MiB. */
export const connectionsOf = async (client: Client): Promise<{ readonly count: number; readonly memory: number }> => {
  const { rows } = await client.query<{ readonly pid: number }>(
    `select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  );
  const own = rows.map(({ pid }) => {
    try {
      return Number(/^RssAnon:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1]) / 1_024;
    } catch {
      return Number.NaN;
    }
  });
  return { count: rows.length, memory: own.reduce((sum, one) => sum + one, 0) / own.length };
};
