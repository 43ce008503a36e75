import { FIRST_PAGE, loginOf } from './cases.ts';
import type { Contender } from './contender.ts';
import { bytesOf } from './line.ts';
import { load } from './load.ts';
import { LOGINS } from './members.ts';
import { CONNECTIONS, inTurns } from './rounds.ts';
import type { Pace, Pair } from './rounds.ts';
import { quantile } from './statistics.ts';

/** What is left of the list while people sign in. */
export type Burst = {
  /** The share of the list's requests that are still answered. */
  readonly kept: number;
  /** How many times longer its slowest hundredth takes. */
  readonly slower: number;
};

const LIST = [bytesOf(FIRST_PAGE)];
const SIGN_INS = Array.from({ length: LOGINS }, (_, member) => bytesOf(loginOf(member)));

const burstOf = async ({ address }: Contender, seconds: number): Promise<Burst> => {
  const list = () => load(address, { requests: LIST, connections: CONNECTIONS, seconds });
  const alone = await list();
  const [beside] = await Promise.all([list(), load(address, { requests: SIGN_INS, connections: LOGINS, seconds })]);
  return {
    kept: beside.requests / beside.seconds / (alone.requests / alone.seconds),
    slower: quantile(beside.latencies, 0.99) / quantile(alone.latencies, 0.99),
  };
};

/** Eight people sign in again and again while eight read the list. The floor hashes as many passwords at once as come. */
export const measureBurst = (contenders: Pair<Contender>, { rounds, seconds }: Pace): Promise<readonly Pair<Burst>[]> =>
  inTurns(rounds, (who) => burstOf(contenders[who], seconds));
