import { EXPORT } from './cases.ts';
import type { Contender } from './contender.ts';
import { forgetPeak, memoryOf } from './memory.ts';
import { inTurns } from './rounds.ts';
import type { Pair } from './rounds.ts';

/** One export by itself. */
export type Exported = {
  /** Until its first byte comes, and until its last, in milliseconds. */
  readonly first: number;
  readonly last: number;
  readonly bytes: number;
};

const exportOnce = async ({ address }: Contender): Promise<Exported> => {
  const started = performance.now();
  const response = await fetch(`${address}${EXPORT.path}`, { headers: EXPORT.headers });
  let first = Number.NaN;
  let bytes = 0;
  for await (const part of response.body ?? []) {
    if (bytes === 0) first = performance.now() - started;
    bytes += part.length;
  }
  return { first, bytes, last: performance.now() - started };
};

/** How much more memory a server takes for an export, in MiB. To be asked of one that has not done much yet. */
export const memoryOfExports = (
  contenders: Pair<Contender>,
  rounds: number,
): Promise<readonly Pair<number | undefined>[]> =>
  inTurns(rounds, async (who) => {
    const { pid } = contenders[who];
    forgetPeak(pid);
    const before = memoryOf(pid, 'VmRSS');
    await exportOnce(contenders[who]);
    const most = memoryOf(pid, 'VmHWM');
    return before === undefined || most === undefined ? undefined : most - before;
  });

/** Measures exports, one at a time; the first of each does not count. */
export const measureExports = async (
  contenders: Pair<Contender>,
  rounds: number,
): Promise<readonly Pair<Exported>[]> => {
  await inTurns(1, (who) => exportOnce(contenders[who]));
  return inTurns(rounds, (who) => exportOnce(contenders[who]));
};
