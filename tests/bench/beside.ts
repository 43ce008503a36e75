import { EXPORT, FIRST_PAGE, loginOf } from './cases.ts';
import type { Contender } from './contender.ts';
import { bytesOf } from './line.ts';
import { load } from './load.ts';
import { LOGINS } from './members.ts';
import { forgetPeak, memoryOf } from './memory.ts';
import { CONNECTIONS, inTurns } from './rounds.ts';
import type { Pace, Pair } from './rounds.ts';
import { quantile } from './statistics.ts';

/** What is left of the list while a server does something else as well. */
export type Beside = {
  /** The share of the list's requests that are still answered. */
  readonly kept: number;
  /** How many times longer its slowest hundredth takes. */
  readonly slower: number;
  /** The longest that anybody waits for it, in milliseconds: no turn of the event loop takes longer. */
  readonly longest: number;
  /** How much more memory the server takes for a while, in MiB. */
  readonly memory: number | undefined;
};

const LIST = [bytesOf(FIRST_PAGE)];

/** What they do besides, over as many connections as there are requests. */
export const OTHER_WORK = [
  { name: 'eight people who sign in', requests: Array.from({ length: LOGINS }, (_, at) => bytesOf(loginOf(at))) },
  { name: 'one export after the other', requests: [bytesOf(EXPORT)] },
] as const;

const besideOf = async ({ address, pid }: Contender, requests: readonly Buffer[], seconds: number): Promise<Beside> => {
  const list = () => load(address, { requests: LIST, connections: CONNECTIONS, seconds });
  const alone = await list();
  forgetPeak(pid);
  const before = memoryOf(pid, 'VmRSS');
  const [beside] = await Promise.all([list(), load(address, { requests, connections: requests.length, seconds })]);
  const most = memoryOf(pid, 'VmHWM');
  return {
    kept: beside.requests / beside.seconds / (alone.requests / alone.seconds),
    slower: quantile(beside.latencies, 0.99) / quantile(alone.latencies, 0.99),
    longest: beside.latencies.at(-1) ?? Number.NaN,
    memory: before === undefined || most === undefined ? undefined : most - before,
  };
};

/** Eight read the list while the other requests are made again and again. */
export const measureBeside = (
  contenders: Pair<Contender>,
  requests: readonly Buffer[],
  { rounds, seconds }: Omit<Pace, 'warmUp'>,
): Promise<readonly Pair<Beside>[]> => inTurns(rounds, (who) => besideOf(contenders[who], requests, seconds));
