import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { AnswersDiffer, differences } from './answers.ts';
import { EMBEDDED, LISTS } from './cases.ts';
import { startEmbedded, startEmbeddedFloor } from './contender.ts';
import type { Contender } from './contender.ts';
import { bytesOf } from './line.ts';
import { memoryOf } from './memory.ts';
import { measure, warmUp } from './rounds.ts';
import type { Measured, Pace, Pair } from './rounds.ts';
import { seedFolder } from './seed.ts';

/** The product with the database in a folder, beside a bare server on another copy of it. */
export type EmbeddedReport = {
  readonly leads: number;
  readonly cases: readonly Measured[];
  /** The most that they had, in MiB. */
  readonly memory: Pair<number | undefined>;
};

type Wish = Pace & { readonly leads: number; readonly say: (line: string) => void };

/** Measures both. Throws `AnswersDiffer` before it measures anything. */
export const runEmbedded = async ({ leads, say, ...pace }: Wish): Promise<EmbeddedReport> => {
  const home = await mkdtemp(join(tmpdir(), 'homelead-bench-'));
  const [ours, theirs] = [join(home, 'product'), join(home, 'floor')];
  const running: Contender[] = [];
  const start = async (contender: Promise<Contender>): Promise<Contender> => {
    running.push(await contender);
    return contender;
  };
  try {
    await seedFolder(ours, leads);
    await cp(ours, theirs, { recursive: true });
    const contenders = { product: await start(startEmbedded(ours)), floor: await start(startEmbeddedFloor(theirs)) };
    const { product, floor } = contenders;
    const wrong = await differences(EMBEDDED, product.address, floor.address);
    if (wrong.length > 0) throw new AnswersDiffer(['Embedded, the answers are not the same.', ...wrong].join('\n'));
    const cases: Measured[] = [];
    for (const one of EMBEDDED) {
      await warmUp(contenders, [bytesOf(one)], pace);
      cases.push({ name: one.name, rounds: await measure(contenders, [bytesOf(one)], pace) });
      say(`  measured: embedded, ${one.name}`);
    }
    const memory = { product: memoryOf(product.pid, 'VmHWM'), floor: memoryOf(floor.pid, 'VmHWM') };
    await product.stop();
    const forgetful = { product: await start(startEmbedded(ours, 'no')), floor };
    for (const one of LISTS) {
      await warmUp(forgetful, [bytesOf(one)], pace);
      const name = `${one.name}, nothing kept`;
      cases.push({ name, rounds: await measure(forgetful, [bytesOf(one)], pace) });
      say(`  measured: embedded, ${name}`);
    }
    return { leads, cases, memory };
  } finally {
    for (const { stop } of running) await stop();
    await rm(home, { recursive: true, force: true });
  }
};
