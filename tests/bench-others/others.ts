// Measures the product beside what somebody would pick instead: servers that make an API of tables. It installs them first, from npm.
// `--leads 100000` for fewer leads, `--rounds`, `--seconds`; `--save` keeps the table in docs/performance.md.
import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { isDeepStrictEqual } from 'node:util';

import { AnswersDiffer, answerOf } from '#tests/bench/answers.ts';
import { both, ratio, table } from '#tests/bench/cells.ts';
import { startProductToMeasure } from '#tests/bench/contender.ts';
import type { Contender } from '#tests/bench/contender.ts';
import { bytesOf } from '#tests/bench/line.ts';
import { optionsOf } from '#tests/bench/options.ts';
import { withTables } from '#tests/bench/performance-page.ts';
import { inTurns, sampleOf } from '#tests/bench/rounds.ts';
import type { Pace, Pair } from '#tests/bench/rounds.ts';
import { seed } from '#tests/bench/seed.ts';
import { startPostgres } from '#tests/support/postgres-start.ts';
import { onServer } from '#tests/support/postgres-statement.ts';
import { DIRECTUS, POSTGRAPHILE, installed } from './packages.ts';
import { startDirectus, startPostGraphile } from './servers.ts';
import { SCHEMA, tablesForOthers } from './tables.ts';
import { BESIDE_DIRECTUS, BESIDE_POSTGRAPHILE, readOurs } from './works.ts';
import type { Work } from './works.ts';

const page = new URL('../../docs/performance.md', import.meta.url);

/** One after the other: the second would make an API of the first one's tables, too. */
const OTHERS = [
  { name: `PostGraphile ${POSTGRAPHILE}`, begin: startPostGraphile, works: BESIDE_POSTGRAPHILE },
  { name: `Directus ${DIRECTUS}`, begin: startDirectus, works: BESIDE_DIRECTUS },
];

const HEADS = ['page', 'beside', 'a second', 'throughput', 'p50 ms', 'goal'];

/** Throws `AnswersDiffer` unless both show the same leads. The other server stands where the floor does elsewhere. */
const compare = async ({ product, floor }: Pair<Contender>, { name, ours, theirs, read }: Work): Promise<void> => {
  const [own, other] = [await answerOf(product.address, ours), await answerOf(floor.address, theirs)];
  const pages = [readOurs(own.body), read(other.body)];
  if (!isDeepStrictEqual(pages[0], pages[1]))
    throw new AnswersDiffer(`${name}: not the same leads\n${pages.map((one) => JSON.stringify(one)).join('\n')}`);
};

/** A row of the table for each work. */
const rowsOf = async (
  contenders: Pair<Contender>,
  { name, works }: { readonly name: string; readonly works: readonly Work[] },
  pace: Omit<Pace, 'warmUp'>,
): Promise<readonly (readonly string[])[]> => {
  const rows: (readonly string[])[] = [];
  for (const work of works) {
    await compare(contenders, work);
    const requests = { product: [bytesOf(work.ours)], floor: [bytesOf(work.theirs)] };
    const round = (who: keyof Pair<unknown>) => sampleOf(contenders[who], requests[who], pace.seconds);
    // The first one, in which both compile what they do, counts for nobody.
    const [, ...rounds] = await inTurns(pace.rounds + 1, round);
    const times = [both(rounds, ({ perSecond }) => perSecond), ratio(rounds, ({ perSecond }) => perSecond)];
    rows.push([work.name, name, ...times, both(rounds, ({ p50 }) => p50), `at least ${work.goal}`]);
  }
  return rows;
};

const { sizes, rounds, seconds, isSaved } = optionsOf(process.argv.slice(2));
const leads = sizes.at(-1) ?? 0;
const folder = await installed();
const server = await startPostgres();
const running: Contender[] = [];
const start = async (contender: Promise<Contender>): Promise<Contender> => {
  running.push(await contender);
  return contender;
};
try {
  const url = Object.assign(new URL(server.url), { pathname: `/homelead_others_${randomUUID().slice(0, 8)}` }).href;
  await onServer(server.url, `create database "${new URL(url).pathname.slice(1)}" template template0`);
  await seed(url, leads);
  await tablesForOthers(url);
  const product = await start(startProductToMeasure(url, 'no'));
  const rows: (readonly string[])[] = [];
  for (const { name, begin, works } of OTHERS) {
    const floor = await start(begin(folder, url, SCHEMA));
    rows.push(...(await rowsOf({ product, floor }, { name, works }, { rounds, seconds })));
    await floor.stop();
  }
  const day = new Date().toISOString().slice(0, 10);
  const circumstances = `${leads.toLocaleString('en-US')} leads, ${rounds} × ${seconds} s for each, Node ${process.versions.node} on ${availableParallelism()} cores`;
  const text = [...table(HEADS, rows), '', `Measured on ${day}: ${circumstances}.`].join('\n');
  console.log(text);
  if (isSaved) writeFileSync(page, withTables(readFileSync(page, 'utf8'), text, 'compared'));
} catch (error) {
  console.error(error instanceof AnswersDiffer ? error.message : error);
  process.exitCode = 1;
} finally {
  for (const { stop } of running) await stop();
  await server.stop();
}
