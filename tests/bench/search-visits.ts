import type { Client } from 'pg';

import { vaultOf } from './cases.ts';
import type { Contender } from './contender.ts';
import { bytesOf, openLine } from './line.ts';
import { inTurns } from './rounds.ts';
import type { Pair } from './rounds.ts';
import { median } from './statistics.ts';

/** Parts of many leads' texts. */
const COMMON = ['yahoo', 'outlook', 'icloud', 'example', 'an'];
const OTHERS = ['a', 'zz', '7@', 'dallas', 'an castillo'];
const FURTHER_VISITS = 9;

/** As any change of the vault's leads does: what was counted before it is counted again. */
const CHANGE = `update lead_count set changes = changes + 1
  where id = (select min(id) from lead_count where standing = 'vaulted' and of = '')`;

/** In milliseconds. */
export type Visit = {
  /** The very first page, while nobody has counted what is found. */
  readonly first: number;
  /** A further page, the median of several. */
  readonly further: number;
};

/** How long the pages of a new search of the vault take, round by round. */
export type SearchVisit = {
  readonly term: string;
  /** Whether many leads hold it. */
  readonly isCommon: boolean;
  readonly rounds: readonly Pair<Visit>[];
};

/** Searches the vault for what nobody has searched for since its leads have changed, and then turns the pages of it. */
export const searchVisits = async (
  contenders: Pair<Contender>,
  client: Client,
  rounds: number,
): Promise<readonly SearchVisit[]> => {
  const lines = {
    product: await openLine(contenders.product.address),
    floor: await openLine(contenders.floor.address),
  };
  const visit = async (who: keyof typeof lines, search: string): Promise<Visit> => {
    const taken = async (page: number): Promise<number> => {
      const query = new URLSearchParams({ search, page: String(page) });
      const started = performance.now();
      await lines[who].ask(bytesOf(vaultOf('a search', `?${query.toString()}`)));
      return performance.now() - started;
    };
    const { rowCount } = await client.query(CHANGE);
    if (rowCount !== 1) throw new Error('nothing tells that the leads of the vault have changed');
    const first = await taken(1);
    const further: number[] = [];
    for (let page = 2; page < 2 + FURTHER_VISITS; page += 1) further.push(await taken(page));
    return { first, further: median(further) };
  };
  try {
    const visits: SearchVisit[] = [];
    for (const term of [...COMMON, ...OTHERS])
      visits.push({
        term,
        isCommon: COMMON.includes(term),
        rounds: await inTurns(rounds, (who) => visit(who, term)),
      });
    return visits;
  } finally {
    lines.product.close();
    lines.floor.close();
  }
};
