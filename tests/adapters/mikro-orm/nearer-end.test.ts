import { describe, expect, it } from 'vitest';

import { databaseMarketplace } from '#adapters/mikro-orm/marketplace.ts';
import { walkTo } from '#adapters/mikro-orm/lists/nearer-end.ts';
import type { Query } from '#adapters/mikro-orm/connection/query.ts';
import type { Prepared } from '#adapters/mikro-orm/connection/statement.ts';
import { databaseVault } from '#adapters/mikro-orm/vault.ts';
import type { PageRequest } from '#domain/pages.ts';
import { NEWEST_FIRST } from '#domain/vault-order.ts';

const SIZE = 10;
const TOTAL = 100_000;

/** What is asked of the database, which answers each time that there are so many, of which none is on the page. */
const asking = () => {
  const asked: (readonly [isShort: boolean, isLate: boolean])[] = [];
  const query: Query = async <Row>(statement: string | Prepared) => {
    if (typeof statement !== 'string') asked.push([statement.isShort === true, statement.isLate === true]);
    return [
      { totalItems: TOTAL, totalAll: TOTAL, newestPlace: null, id: null },
    ] as readonly unknown[] as readonly Row[];
  };
  return { asked, reading: () => query };
};

describe('the way to a page', () => {
  it.each([
    [1, 'start', true],
    [200, 'start', true],
    [201, 'start', false],
    [5_000, 'start', false],
    [5_002, 'end', false],
    [9_800, 'end', false],
    [9_801, 'end', true],
    [10_000, 'end', true],
    [12_000, 'end', true],
  ] as const)('to page %i is from its %s; short: %s', (page, from, isShort) => {
    expect(walkTo({ page, size: SIZE }, TOTAL)).toEqual({ from, isShort });
  });

  it('is from the start as long as nobody knows how many there are', () => {
    expect(walkTo({ page: 9_801, size: SIZE })).toEqual({ from: 'start', isShort: false });
  });

  it.each(['list', 'vault'] as const)('keeps a connection to itself where it is long: %s', async (which) => {
    const { asked, reading } = asking();
    const times = { from: 0, until: 1, vaultedAfter: 0 };
    const { unsold } = databaseMarketplace({ reading });
    const vault = databaseVault({ reading });
    const read = (page: PageRequest): Promise<unknown> =>
      which === 'list'
        ? unsold({ search: { by: 'everything' }, page, ...times })
        : vault.page({ search: '', state: undefined, order: NEWEST_FIRST, page, ...times });
    for (const page of [201, 1, 200, 5_000]) await read({ page, size: SIZE });
    // What cannot be found from a milestone, since there is none, is walked to.
    expect(asked.map(([isShort]) => isShort)).toEqual([false, true, true, ...(which === 'list' ? [false] : []), false]);
    // Only the list is asked for at the end of a turn.
    expect(asked.map(([, isLate]) => isLate)).toEqual(asked.map(([isShort]) => isShort && which === 'list'));
  });
});
