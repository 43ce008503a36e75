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
  /** How much more memory the server takes for it, in MiB. */
  readonly memory: number | undefined;
};

const exportOnce = async ({ address, pid }: Contender): Promise<Exported> => {
  forgetPeak(pid);
  const before = memoryOf(pid, 'VmRSS');
  const started = performance.now();
  const response = await fetch(`${address}${EXPORT.path}`, { headers: EXPORT.headers });
  let first = Number.NaN;
  let bytes = 0;
  for await (const part of response.body ?? []) {
    if (bytes === 0) first = performance.now() - started;
    bytes += part.length;
  }
  const most = memoryOf(pid, 'VmHWM');
  const memory = before === undefined || most === undefined ? undefined : most - before;
  return { first, bytes, memory, last: performance.now() - started };
};

/** Measures exports, one at a time; the first of each does not count. */
export const measureExports = async (
  contenders: Pair<Contender>,
  rounds: number,
): Promise<readonly Pair<Exported>[]> => {
  await inTurns(1, (who) => exportOnce(contenders[who]));
  return inTurns(rounds, (who) => exportOnce(contenders[who]));
};
