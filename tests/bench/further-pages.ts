import { vaultOf } from './cases.ts';
import { bytesOf, openLine } from './line.ts';
import { median } from './statistics.ts';

/** Parts of many leads' texts, which nothing else here searches for: only the first visit has to count them. */
const TERMS = ['yahoo', 'outlook', 'icloud', 'example', 'an'];
const FURTHER_VISITS = 9;

/** How many times as long the first page of a search takes as its further ones, for each of some common terms. */
export const furtherPages = async (address: string): Promise<readonly number[]> => {
  const line = await openLine(address);
  const taken = async (query: string): Promise<number> => {
    const started = performance.now();
    await line.ask(bytesOf(vaultOf(query, query)));
    return performance.now() - started;
  };
  try {
    const times: number[] = [];
    for (const term of TERMS) {
      const first = await taken(`?search=${term}`);
      const further: number[] = [];
      for (let page = 2; page < 2 + FURTHER_VISITS; page += 1)
        further.push(await taken(`?search=${term}&page=${page}`));
      times.push(first / median(further));
    }
    return times;
  } finally {
    line.close();
  }
};
