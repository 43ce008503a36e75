import { vaultOf } from './cases.ts';
import type { Contender } from './contender.ts';
import { bytesOf, openLine } from './line.ts';
import type { Pair } from './rounds.ts';
import { median } from './statistics.ts';

/** Parts of many leads' texts, and of none, which nothing else here searches for: only the first visit has to count them. */
const COMMON = ['yahoo', 'outlook', 'icloud', 'example', 'an'];
const OTHERS = ['a', 'zz', '7@', 'dallas', 'an castillo'];
const FURTHER_VISITS = 9;

/** How long the pages of a new search of the vault take, in milliseconds. */
export type SearchVisit = {
  readonly term: string;
  /** Whether many leads hold it. */
  readonly isCommon: boolean;
  /** The very first page, while nobody has counted what is found. */
  readonly first: Pair<number>;
  /** A further page, the product's median. */
  readonly further: number;
};

/** Searches the vault for what nobody has searched for, and then turns the pages of it. */
export const searchVisits = async (contenders: Pair<Contender>): Promise<readonly SearchVisit[]> => {
  const [product, floor] = [await openLine(contenders.product.address), await openLine(contenders.floor.address)];
  const taken = async (line: typeof product, query: Record<string, string>): Promise<number> => {
    const started = performance.now();
    await line.ask(bytesOf(vaultOf('a search', `?${new URLSearchParams(query).toString()}`)));
    return performance.now() - started;
  };
  try {
    // Connections, code and statements have been used before, as they are at any server that is up.
    for (const line of [product, floor]) for (const search of ['houston', 'hotmail']) await taken(line, { search });
    const visits: SearchVisit[] = [];
    for (const [at, term] of [...COMMON, ...OTHERS].entries()) {
      const first = { product: Number.NaN, floor: Number.NaN };
      for (const who of at % 2 === 0 ? (['product', 'floor'] as const) : (['floor', 'product'] as const))
        first[who] = await taken(who === 'product' ? product : floor, { search: term });
      const further: number[] = [];
      for (let page = 2; page < 2 + FURTHER_VISITS; page += 1)
        further.push(await taken(product, { search: term, page: String(page) }));
      visits.push({ term, isCommon: COMMON.includes(term), first, further: median(further) });
    }
    return visits;
  } finally {
    product.close();
    floor.close();
  }
};
