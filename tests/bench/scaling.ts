// Measures what the plan for growth stands on, on a real PostgreSQL: what leads take of disk, and what requests, sales, imports and Mondays
// take of processors. `--leads 1000000` for more of them; `--save` writes it into docs/scaling.md.
import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import pg from 'pg';

import { startPostgres } from '#tests/support/postgres-start.ts';
import { onServer } from '#tests/support/postgres-statement.ts';
import { EIGHT_PAGES, FIRST_PAGE, VAULT_PAGE, loginOf } from './cases.ts';
import { startProductToMeasure } from './contender.ts';
import { firstVisit } from './first-visit.ts';
import { bytesOf } from './line.ts';
import { LOGINS } from './members.ts';
import { memoryOf } from './memory.ts';
import { withTables } from './performance-page.ts';
import { connectionsOf, requestCost, saleCost, visitCost } from './scaling-requests.ts';
import type { Cost } from './scaling-requests.ts';
import { BUSY, LIST_KEPT, LIST_READ, SALE, VISIT, scalingText, whileSold } from './scaling-text.ts';
import { importRate, refreshRate, sizesOf } from './scaling-work.ts';
import { seed } from './seed.ts';
import { whileChanging } from './while-changing.ts';

const page = new URL('../../docs/scaling.md', import.meta.url);

const options = { leads: { type: 'string', default: '100000' }, seconds: { type: 'string', default: '2' } } as const;
const { values } = parseArgs({ options: { ...options, save: { type: 'boolean' } } });
const [leads, seconds] = [Number(values.leads), Number(values.seconds)];

/** Enough for a rate, and few beside the others. */
const [SALES, IMPORTED] = [Math.min(1_000, leads / 20), Math.min(10_000, leads / 10)];

const server = await startPostgres();
const url = Object.assign(new URL(server.url), { pathname: `/homelead_scaling_${randomUUID().slice(0, 8)}` }).href;
const [client, changer] = [new pg.Client({ connectionString: url }), new pg.Client({ connectionString: url })];
try {
  await onServer(server.url, `create database "${new URL(url).pathname.slice(1)}" template template0`);
  await seed(url, leads);
  await Promise.all([client.connect(), changer.connect()]);
  const sizes = await sizesOf(client);
  const costs: Cost[] = [];
  const reading = await startProductToMeasure(url, 'no');
  const logins = Array.from({ length: LOGINS }, (_, member) => bytesOf(loginOf(member)));
  for (const [name, requests] of [
    [LIST_READ, [bytesOf(FIRST_PAGE)]],
    ['a page of the vault', [bytesOf(VAULT_PAGE)]],
    ['a sign-in', logins],
  ] as const)
    costs.push(await requestCost(name, reading, client, requests, seconds));
  costs.push({ ...(await saleCost(reading, client, SALES)), name: SALE });
  const connections = await connectionsOf(client);
  const memory = memoryOf(reading.pid, 'VmHWM');
  await reading.stop();
  const keeping = await startProductToMeasure(url, 'yes');
  const lists = EIGHT_PAGES.map(bytesOf);
  costs.push(await requestCost(LIST_KEPT, keeping, client, lists, seconds));
  const visit = await firstVisit(keeping.address);
  const files = visit.map(bytesOf);
  costs.push(await visitCost(VISIT, keeping, client, files, seconds));
  for (const perSecond of BUSY)
    await whileChanging(changer, perSecond, async () => {
      costs.push(await requestCost(whileSold(LIST_KEPT, perSecond), keeping, client, lists, seconds));
      costs.push(await visitCost(whileSold(VISIT, perSecond), keeping, client, files, seconds));
    });
  await keeping.stop();
  const imported = await importRate(url, IMPORTED, leads);
  const refreshed = await refreshRate(url);
  const circumstances = `Measured on ${new Date().toISOString().slice(0, 10)} with ${leads.toLocaleString('en-US')} leads, Node ${process.versions.node}, ${availableParallelism()} cores for the server, PostgreSQL and whoever asks.`;
  const text = scalingText(
    { leads, sizes, costs, imported, refreshed, connections, memory, visited: visit.length },
    circumstances,
  );
  console.log(text);
  if (values.save === true) writeFileSync(page, withTables(readFileSync(page, 'utf8'), text));
} finally {
  await Promise.all([client.end(), changer.end()]);
  await onServer(server.url, `drop database if exists "${new URL(url).pathname.slice(1)}" with (force)`);
  await server.stop();
}
