import { setImmediate as nextTurn } from 'node:timers/promises';

import type { LeadChanges } from '#application/ports/lead-changes.ts';
import type { Vault } from '#application/ports/vault.ts';
import { placeOfPage } from '#domain/pages.ts';
import type { VaultedLead } from '#domain/vault.ts';
import type { Database } from './connection.ts';
import { SHORT_WALK, walkTo } from './lists/nearer-end.ts';
import type { Query } from './connection/query.ts';
import { knownSearches } from './lists/known-searches.ts';
import { readAhead } from './lists/read-ahead.ts';
import { batchStatement } from './lists/vault-batches.ts';
import { onwardsStatement, pageStatement, searchStatement } from './lists/vault-pages.ts';
import type { PageQuery } from './lists/vault-pages.ts';
import type { SearchCount } from './lists/vault-totals.ts';

type VaultedRow = Omit<VaultedLead, 'email' | 'phone' | 'address1'> & {
  readonly email: string | null;
  readonly phone: string | null;
  readonly address1: string | null;
};

type Totals = { readonly totalAll: number; readonly totalItems: number };
/** A page without leads is one row that has only the totals. */
type FoundRow = Totals & (VaultedRow | { readonly id: null });
type SearchedRow = FoundRow & Pick<SearchCount, 'basis'> & { readonly isShort: boolean; readonly isNear: boolean };
type OnwardsRow = FoundRow & { readonly holds: boolean };

/**
 * How many leads one statement reads when many are asked for. The first batch is small, so that it comes at once. The text made of a
 * larger batch would be above 128 KB, which V8 treats as old from the start: collecting it takes half as long as all the rest.
 */
const FIRST = 100;
const AT_A_TIME = 250;

/** Field by field: object rest takes more time than everything else in reading many leads. */
const leadOf = (row: VaultedRow): VaultedLead => ({
  id: row.id,
  firstName: row.firstName,
  lastName: row.lastName,
  email: row.email ?? undefined,
  phone: row.phone ?? undefined,
  address1: row.address1 ?? undefined,
  city: row.city,
  state: row.state,
  description: row.description,
  price: row.price,
  vaultedAt: row.vaultedAt,
});

/** Without word of changes, nothing is read before it is needed: a lead may have left meanwhile. */
const UNKNOWN: LeadChanges = { current: () => undefined };

/** Reads the vaulted leads with statements of its own: faster than entities. */
export const databaseVault = (
  { reading }: Pick<Database, 'reading'>,
  { changes = UNKNOWN, shortWalk = SHORT_WALK }: { readonly changes?: LeadChanges; readonly shortWalk?: number } = {},
): Vault => {
  const known = knownSearches();

  /** The page after a full one begins where that one ends. */
  const noteEnd = (request: PageQuery, { basis, items }: SearchCount, found: readonly FoundRow[]): void => {
    const { page, size } = request.page;
    const last = found.at(-1);
    if (found.length < size || last === undefined || last.id === null) return;
    const { id, price, vaultedAt } = last;
    known.setMilestone(request, page + 1, { basis, items, last: { id, price, vaultedAt } });
  };

  /** The page, if its beginning is known; `undefined` if it is not, no longer holds, or the leads lie too far apart. */
  const goOn = async (query: Query, request: PageQuery): Promise<readonly FoundRow[] | undefined> => {
    const milestone = known.milestone(request);
    if (milestone === undefined) return undefined;
    const { page, size } = request.page;
    const expected = Math.min(size, milestone.items - (page - 1) * size);
    const found = await query<OnwardsRow>(...onwardsStatement(request, milestone, shortWalk));
    const holds = found[0]?.holds === true && found.filter(({ id }) => id !== null).length === expected;
    if (holds) noteEnd(request, milestone, found);
    else known.forgetMilestone(request);
    return holds ? found : undefined;
  };

  const search = async (query: Query, request: PageQuery): Promise<readonly FoundRow[]> => {
    const further = await goOn(query, request);
    if (further !== undefined) return further;
    const found = await query<SearchedRow>(...searchStatement(request, known.count(request), shortWalk));
    const [first] = found;
    if (first === undefined) return found;
    const count = { basis: first.basis, items: first.totalItems };
    known.setCount(request, count);
    // A price may change, and the order with it, while the basis stays the same.
    if (first.isShort && request.order.by === 'date') {
      if (first.isNear) known.setMilestone(request, 1, { ...count, last: undefined });
      noteEnd(request, count, found);
    }
    return found;
  };

  /** The last known totals, of each state and of all: they may be old, and decide only from which end the leads are walked. */
  const totals = new Map<string, number>();

  const walk = async (query: Query, request: PageQuery): Promise<readonly FoundRow[]> => {
    const key = request.state ?? '';
    const found = await query<FoundRow>(...pageStatement(request, walkTo(request.page, totals.get(key))));
    totals.set(key, found[0]?.totalItems ?? 0);
    return found;
  };

  const page: Vault['page'] = async (request) => {
    const query = reading(request);
    const found = await (request.search === '' ? walk : search)(query, request);
    const { totalAll, totalItems } = found[0] ?? { totalAll: 0, totalItems: 0 };
    const { currentPage, totalPages } = placeOfPage(totalItems, request.page);
    if (currentPage < request.page.page && totalItems > 0)
      return page({ ...request, page: { ...request.page, page: currentPage } });
    const rows = found.flatMap((row) => (row.id === null ? [] : [leadOf(row)]));
    return { rows, currentPage, totalPages, totalItems, totalAll };
  };

  return {
    page,
    all: async function* ({ atMost, ...asked }) {
      const query = reading(asked);
      const read = (count: number, last: VaultedLead | undefined) => async () =>
        (await query<VaultedRow>(...batchStatement(asked, last, count))).map(leadOf);
      const ahead = readAhead<readonly VaultedLead[]>(changes);
      let left = atMost;
      let count = Math.min(left, FIRST);
      let next = read(count, undefined);
      while (count > 0) {
        const leads = await ahead.take(next);
        left -= leads.length;
        const isLast = leads.length < count;
        count = isLast ? 0 : Math.min(left, AT_A_TIME);
        next = read(count, leads.at(-1));
        if (count > 0) ahead.begin(next);
        if (leads.length > 0) yield leads;
        // Between two batches other work has its turn, however fast the database answers.
        await nextTurn();
      }
    },
  };
};
