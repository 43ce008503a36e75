// Measures the product beside the least that its work can cost, `floor.ts`, on a real PostgreSQL. No time fails it, only a wrong answer.
// `--quick` takes some minutes; `--save` writes what was found into docs/performance.md.
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

import { startPostgres } from '#tests/support/postgres-start.ts';
import { onServer } from '#tests/support/postgres-statement.ts';
import { AnswersDiffer } from './answers.ts';
import { runEmbedded } from './embedded.ts';
import { measureGrowth } from './growth.ts';
import { optionsOf } from './options.ts';
import { withTables } from './performance-page.ts';
import { textOf } from './report-text.ts';
import { run } from './run.ts';
import type { Report } from './run.ts';

const page = new URL('../../docs/performance.md', import.meta.url);

/** More is for a database server. */
const MOST_EMBEDDED = 100_000;

const { sizes, isSaved, ...pace } = optionsOf(process.argv.slice(2));
const server = await startPostgres();
try {
  const reports: Report[] = [];
  const say = (line: string): void => console.log(line);
  for (const leads of sizes)
    reports.push(await run(server.url, { ...pace, leads, say, alsoFromMemory: leads === sizes.at(-1) }));
  const embedded = await runEmbedded({ ...pace, leads: Math.min(MOST_EMBEDDED, sizes.at(-1) ?? 0), say });
  const [few, many] = [sizes[0] ?? 0, sizes.at(-1) ?? 0];
  const growth = few === many ? undefined : await measureGrowth(server.url, { ...pace, few, many, say });
  const [row] = await onServer(server.url, 'show server_version');
  const circumstances = {
    rounds: pace.rounds,
    seconds: pace.seconds,
    cores: availableParallelism(),
    node: process.versions.node,
    date: new Date().toISOString().slice(0, 10),
    postgres: String(row?.['server_version']).split(' ')[0] ?? '',
  };
  const text = textOf({ reports, growth, embedded }, circumstances);
  console.log(`\n${text}`);
  if (isSaved) writeFileSync(page, withTables(readFileSync(page, 'utf8'), text));
} catch (error) {
  console.error(error instanceof AnswersDiffer ? error.message : error);
  process.exitCode = 1;
} finally {
  await server.stop();
}
