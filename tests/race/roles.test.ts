import { setTimeout as wait } from 'node:timers/promises';

import { expect, test, onTestFinished } from 'vitest';

import { onServer } from '#tests/support/postgres-statement.ts';
import { freshDatabase } from '#tests/support/postgres.ts';
import { customerAt } from './customer.ts';
import { startProcess } from './process.ts';

const SALES = 9;

const scrape = async (address: string, name: string): Promise<readonly string[]> =>
  (await (await fetch(`${address}/metrics`)).text()).split('\n').filter((line) => line.startsWith(name));

const started = async (environment: Readonly<Record<string, string>>) => {
  const process = await startProcess(environment);
  onTestFinished(async () => {
    process.signal('SIGKILL');
    await process.ended;
  });
  return process;
};

test('one sells and the other delivers, at once: of two processes with a part each', async () => {
  const database = await freshDatabase({ migrated: false });
  onTestFinished(database.drop);
  const web = await started({ DATABASE_URL: database.url, WEB_ONLY: 'yes', SAMPLE_DATA: 'yes', LOG_LEVEL: 'info' });
  const customer = customerAt(web.address);
  const [first, ...others] = await customer.leads('');
  if (first === undefined) throw new Error('nothing is for sale');

  // Nobody works yet: what follows from the sale waits, and no schedule is kept.
  await customer.buy(first, 'first@agents.example');
  await wait(1_500);
  expect(await customer.mailsTo('first@agents.example')).toBe(0);
  expect(await onServer(database.url, 'select name from pgboss.schedule')).toEqual([]);
  expect(await scrape(web.address, 'homelead_jobs_waiting{job="settle-checkout"}')).toEqual([
    expect.stringMatching(/ [1-9]$/),
  ]);

  const worker = await started({ DATABASE_URL: database.url, WORKER_ONLY: 'yes', LOG_LEVEL: 'info' });
  await expect.poll(() => customer.mailsTo('first@agents.example'), { timeout: 20_000 }).toBe(1);
  expect(await onServer(database.url, 'select name from pgboss.schedule')).not.toEqual([]);

  const delays: number[] = [];
  for (const [place, lead] of others.slice(0, SALES).entries()) {
    const email = `buyer-${place}@agents.example`;
    await customer.buy(lead, email);
    const paid = performance.now();
    await expect.poll(() => customer.mailsTo(email), { timeout: 20_000, interval: 5 }).toBe(1);
    delays.push(performance.now() - paid);
    // At a moment of their own between two looks of the worker.
    await wait(place * 37);
  }
  const sorted = delays.map(Math.round).toSorted((a, b) => a - b);
  console.log(`from a payment to its mail by the other process, in ms: ${sorted.join(', ')}`);

  const triedByWeb = await scrape(web.address, 'homelead_jobs_total');
  expect(triedByWeb.filter((line) => !line.endsWith(' 0'))).toEqual([]);
  expect(web.lines().filter(({ event }) => event === 'job done')).toEqual([]);
  expect(await scrape(worker.address, 'homelead_jobs_total{job="deliver-lead",outcome="done"}')).toEqual([
    `homelead_jobs_total{job="deliver-lead",outcome="done"} ${SALES + 1}`,
  ]);
  expect((await fetch(`${worker.address}/api/good-lead/unsold`)).status).toBe(404);
  for (const process of [web, worker]) {
    expect((await fetch(`${process.address}/readyz`)).status).toBe(200);
    process.signal('SIGTERM');
    expect(await process.ended).toBe(0);
  }
});
