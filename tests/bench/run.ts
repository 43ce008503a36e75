import pg from 'pg';

import { AnswersDiffer, differences, lastPageAt } from './answers.ts';
import { OTHER_WORK, measureBeside } from './beside.ts';
import type { Beside } from './beside.ts';
import { casesOf } from './cases.ts';
import { startFloor, startProductToMeasure } from './contender.ts';
import type { Contender } from './contender.ts';
import { measureExports, memoryOfExports } from './exports.ts';
import type { Exported } from './exports.ts';
import { measureFromMemory } from './from-memory.ts';
import type { AnswersFromMemory } from './from-memory.ts';
import { memoryOf } from './memory.ts';
import { withLeads } from './own-database.ts';
import { requestsOf } from './requests.ts';
import { measure, warmUp } from './rounds.ts';
import type { Measured, Pace, Pair } from './rounds.ts';
import { searchVisits } from './search-visits.ts';
import type { SearchVisit } from './search-visits.ts';

/** In MiB; `undefined` where the system does not tell. */
export type Memory = { readonly atRest: number | undefined; readonly most: number | undefined };

/** All that was measured with so many leads. */
export type Report = {
  readonly leads: number;
  readonly cases: readonly Measured[];
  readonly exports: readonly Pair<Exported>[];
  /** How much more memory the very first exports of each server take, in MiB: later ones find room that others have left. */
  readonly exportMemory: readonly Pair<number | undefined>[];
  /** Searches of the vault that nobody has made since its leads have changed. */
  readonly searches: readonly SearchVisit[];
  /** Where it was wished for. */
  readonly fromMemory: AnswersFromMemory | undefined;
  readonly besides: readonly { readonly name: string; readonly rounds: readonly Pair<Beside>[] }[];
  readonly memory: Pair<Memory>;
};

export type Wish = Pace & {
  readonly leads: number;
  readonly say: (line: string) => void;
  /** Whether to measure what is answered from memory, too. */
  readonly alsoFromMemory?: boolean;
  readonly floor?: (databaseUrl: string) => Promise<Contender>;
};

const compare = async (
  contenders: Pair<Contender>,
  client: pg.Client,
  { leads, say, ...pace }: Wish,
): Promise<Omit<Report, 'fromMemory'>> => {
  const { product, floor } = contenders;
  const cases = casesOf(await lastPageAt(product.address));
  const wrong = await differences(cases, product.address, floor.address);
  if (wrong.length > 0) throw new AnswersDiffer(['The answers are not the same.', ...wrong].join('\n'));
  say(`${leads.toLocaleString('en-US')} leads: both give the same answers to all ${cases.length} kinds of request`);

  const memory = (which: 'VmRSS' | 'VmHWM') => ({
    product: memoryOf(product.pid, which),
    floor: memoryOf(floor.pid, which),
  });
  const atRest = memory('VmRSS');
  const exportMemory = await memoryOfExports(contenders, pace.rounds);
  const measured: Measured[] = [];
  for (const one of cases) await warmUp(contenders, requestsOf(one), pace);
  for (const one of cases) {
    measured.push({ name: one.name, rounds: await measure(contenders, requestsOf(one), pace, client) });
    say(`  measured: ${one.name}`);
  }
  const most = memory('VmHWM');
  const searches = await searchVisits(contenders, client, pace.rounds);
  const exported = await measureExports(contenders, pace.rounds);
  const besides: Report['besides'][number][] = [];
  for (const { name, requests } of OTHER_WORK)
    besides.push({ name, rounds: await measureBeside(contenders, requests, pace) });
  return {
    leads,
    besides,
    cases: measured,
    exports: exported,
    exportMemory,
    searches,
    memory: {
      product: { atRest: atRest.product, most: most.product },
      floor: { atRest: atRest.floor, most: most.floor },
    },
  };
};

/** Measures both servers on a database of their own, which goes again. Throws `AnswersDiffer` before it measures anything. */
export const run = (serverUrl: string, wish: Wish): Promise<Report> =>
  withLeads(serverUrl, wish.leads, async (url) => {
    const client = new pg.Client({ connectionString: url });
    const running: Contender[] = [];
    const start = async (contender: Promise<Contender>): Promise<Contender> => {
      running.push(await contender);
      return contender;
    };
    try {
      await client.connect();
      const product = await start(startProductToMeasure(url, 'no'));
      const floor = await start((wish.floor ?? startFloor)(url));
      const report = await compare({ product, floor }, client, wish);
      if (wish.alsoFromMemory !== true) return { ...report, fromMemory: undefined };
      const remembering = await start(startProductToMeasure(url, 'yes'));
      const fromMemory = await measureFromMemory(remembering, floor, wish, client);
      wish.say('  measured: answers from memory');
      return { ...report, fromMemory };
    } finally {
      for (const { stop } of running) await stop();
      await client.end();
    }
  });
