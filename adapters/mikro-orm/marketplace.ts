import { LRUCache } from 'lru-cache';

import type { Marketplace, VaultedExample } from '#application/ports/marketplace.ts';
import type { UnsoldLead } from '#domain/lead.ts';
import type { LeadSearch } from '#domain/lead-search.ts';
import { placeOfPage } from '#domain/pages.ts';
import type { Database } from './connection.ts';
import { firstAfter } from './lists/first-after.ts';
import { DEAREST, EVERYTHING, OF_FEW, OF_MANY, OF_NONE, OF_PLACE, OF_STATE } from './lists/marketplace-statements.ts';
import type { ListedPages } from './lists/listed-pages.ts';
import type { Walked } from './lists/marketplace-statements.ts';
import { APART, milestonesEvery } from './lists/milestones.ts';
import { SHORT_WALK, alone, walkTo } from './lists/nearer-end.ts';
import { learnPlaces } from './lists/learn-places.ts';
import { NO_PLACES } from './lists/places.ts';
import type { PlaceDictionary } from './lists/places.ts';
import type { Query } from './connection/query.ts';
import { timestamp } from './connection/statement.ts';

type UnsoldRequest = Parameters<Marketplace['unsold']>[0];
/** A page without leads is one row that has only the total. */
type FoundRow = Omit<UnsoldLead, 'id'> & { readonly totalItems: number; readonly id: string | null };
/** The mark of the newest place; `null` where that does not matter, or there is none. */
type NewestPlace = { readonly newestPlace: string | null };
type PageRow = FoundRow & NewestPlace;
/** A row of a page whose total is null, because whole weeks do not tell it. */
type UntoldRow = { readonly totalItems: null };

const isTold = (row: PageRow | UntoldRow): row is PageRow => row.totalItems !== null;

type VaultedRow = Omit<VaultedExample, 'email' | 'phone'> & {
  readonly email: string | null;
  readonly phone: string | null;
};

/** Up to this number, states and places are always merged; for more, the statement chooses. */
const FEW = 4;

/** About as many searches as are made in some minutes. */
const REMEMBERED = 1_000;

/** Reads the offered leads with statements of its own: faster than entities, and without the columns that nobody may see. */
export const databaseMarketplace = (
  { reading }: Pick<Database, 'reading'>,
  { shortWalk = SHORT_WALK, apart = APART }: { readonly shortWalk?: number; readonly apart?: number } = {},
): Marketplace => {
  let places = NO_PLACES;
  let learning: Promise<void> | undefined;
  const milestones = milestonesEvery(apart);

  /** The last known totals: they may be old, and decide only from which end a page is walked to. */
  const totals = new LRUCache<string, number>({ max: REMEMBERED });

  /** The statements for a search, with its parameters besides the page and the times; `undefined` if no known place matches. */
  const pagesOf = (
    search: LeadSearch,
    known: PlaceDictionary,
  ): readonly [ListedPages | Walked, readonly unknown[]] | undefined => {
    if (search.by === 'everything') return [EVERYTHING, []];
    const wanted = known.find(search);
    const count = wanted.states.length + wanted.places.length;
    if (count === 0) return undefined;
    if (count === 1 && wanted.states.length === 1) return [OF_STATE, wanted.states];
    if (count === 1) return [OF_PLACE, wanted.places];
    return [count <= FEW ? OF_FEW : OF_MANY, [wanted.states, wanted.places]];
  };

  const read = async (query: Query, request: UnsoldRequest, known: PlaceDictionary): Promise<readonly PageRow[]> => {
    const { search, page, from, until } = request;
    const asked = pagesOf(search, known);
    if (asked === undefined) return query(OF_NONE);
    const [pages, wanted] = asked;
    const times = [timestamp(from), timestamp(until)] as const;
    const total = totals.get(JSON.stringify(search));
    // Where other leads lie between the found ones, even the way from one milestone to the next is long.
    const walk = walkTo(page, total, pages === OF_MANY ? Math.min(apart, shortWalk) : shortWalk);
    // Without a total the page may not exist.
    if (!walk.isShort && total !== undefined && 'onwards' in pages) {
      // The newest known place determines which of the known places a search matches.
      const key = JSON.stringify([search, known.newest.mark]);
      const far = { pages, page, from: walk.from, times, wanted, key };
      const found = await milestones<PageRow>(query, far);
      if (found !== undefined) return found;
    }
    const statement = pages[walk.from];
    const values = [page.size, (page.page - 1) * page.size, ...times, ...wanted];
    const found = await query<PageRow | UntoldRow>(walk.isShort ? statement : alone(statement), values);
    return found.every(isTold) ? found : query(pages.exact[walk.from], values);
  };

  /**
   * Whoever asks meanwhile waits for the same places: after a start, or an import with new ones, everybody needs them at once. They may
   * be older than what another request has found at another server: that one asks again.
   */
  const learn = (query: Query): Promise<void> => {
    learning ??= learnPlaces(query, places)
      .then((learnt) => {
        places = learnt;
      })
      .finally(() => {
        learning = undefined;
      });
    return learning;
  };

  /** The requested page and the total, of one state of the store. */
  const find = async (query: Query, request: UnsoldRequest): Promise<readonly FoundRow[]> => {
    // Another request may learn places meanwhile: this result belongs to those that were known when it was read.
    const known = places;
    const found = await read(query, request, known);
    if (known.knows(found[0]?.newestPlace ?? null)) return found;
    // A lead listed in an unknown place cannot have been found; or the result is of other places.
    if (!places.knows(found[0]?.newestPlace ?? null)) await learn(query);
    return find(query, request);
  };

  const unsold = async (query: Query, request: UnsoldRequest): ReturnType<Marketplace['unsold']> => {
    const found = await find(query, request);
    const totalItems = found[0]?.totalItems ?? 0;
    totals.set(JSON.stringify(request.search), totalItems);
    const { currentPage, totalPages } = placeOfPage(totalItems, request.page);
    if (currentPage < request.page.page && totalItems > 0)
      return unsold(query, { ...request, page: { ...request.page, page: currentPage } });
    const rows = found.flatMap(({ id, city, state, price, description, hasEmail, hasPhoneNumber }) =>
      typeof id === 'string' ? [{ id, city, state, price, description, hasEmail, hasPhoneNumber }] : [],
    );
    return { rows, currentPage, totalPages, totalItems };
  };

  return {
    unsold: (request) => unsold(reading(request), request),
    dearestVaulted: async ({ count, vaultedAfter, until, fresh }) => {
      const rows = await reading({ fresh })<VaultedRow>(DEAREST, [timestamp(vaultedAfter), timestamp(until), count]);
      return rows.map((row) => ({ ...row, email: row.email ?? undefined, phone: row.phone ?? undefined }));
    },
    firstAfter: firstAfter(reading),
  };
};
