import { exactCount, keptWeeks, wholeWeeks } from './kept-counts.ts';
import { longestWalk } from './nearer-end.ts';
import type { End } from './nearer-end.ts';
import { unseen } from '#adapters/mikro-orm/connection/statement.ts';
import type { Prepared } from '#adapters/mikro-orm/connection/statement.ts';

/**
 * Two statements that find the same page: one walks from the newest lead, the other from the oldest. Two small statements cost less
 * than one with both ways in it, as PostgreSQL sets up every part of a plan for each request, used or not.
 */
export type FromEitherEnd = Readonly<Record<End, Prepared>>;

// $1 is the size of a page and $2 the number of leads before it, $3 and $4 are the first and the last instant. All are hidden from the
// planner: no plan for particular values may look better to it than the one for all.
export const [SIZE, BEFORE] = [unseen('$1::bigint'), unseen('$2::bigint')];
export const FROM = unseen('$3::timestamptz');
export const UNTIL = unseen('$4::timestamptz');

/** Which leads are on offer between the two instants. */
export const IS_SHOWN = `standing = 'listed' and listed_at between ${FROM} and ${UNTIL}`;

export const NEWEST_FIRST = 'order by listed_at desc, id';
const OLDEST_FIRST = 'order by listed_at, id desc';

type Order = typeof NEWEST_FIRST | typeof OLDEST_FIRST;

/** How many leads there are on the page. */
const ON_PAGE = `greatest(0, least(${SIZE}, total.items - ${BEFORE}))`;

/** Selects the ids of a page. `limit` and `offset` are expressions, which may use the total too. */
export type Ids = (order: Order, limit: string, offset: string) => string;

/** Where fewer than one in so many leads is in a wanted place, finding them place by place is faster than walking over all leads. */
const RARE = 200;
const ARE_RARE = `total.items * ${RARE}::bigint < total.among`;

/** Of how many leads the wanted ones are picked out: roughly, as it decides only about the way. */
const AMONG = `, coalesce((select sum(items) from ${keptWeeks({ of: `= ''`, from: FROM, until: UNTIL })}), 0) as among`;

/** The leads of a page as they are shown, beside the total and the newest place. */
export const leadsShown = (
  newestPlace: string,
): string => `total.items as "totalItems", ${newestPlace} as "newestPlace",
  id, city, state, price, description, email is not null as "hasEmail", phone is not null as "hasPhoneNumber"`;

/** A kind of search. */
export type Kind = {
  readonly name: string;
  /** As in `keptWeeks`. */
  readonly of: string;
  readonly where: string;
  readonly newestPlace: string;
  /** The number of parameters of its statements. */
  readonly parameters: number;
  /**
   * Whether the index holds other leads too: the way from one wanted lead to the next may be long, and is too long where they are rare.
   */
  readonly isSparse?: true;
};

/** The number of leads of a kind from `FROM` to `UNTIL`, as a statement of one row with further `columns`. */
type Total = (kind: Pick<Kind, 'of' | 'where' | 'isSparse'>, columns?: string) => string;

const TIMES = { from: FROM, until: UNTIL };

/** From whole weeks; `items` is null where they do not tell. */
export const keptTotal: Total = ({ of, isSparse }, columns = '') =>
  `select ${wholeWeeks(TIMES)} as items${columns}${isSparse ? AMONG : ''} from ${keptWeeks({ of, ...TIMES })}`;

const exactTotal: Total = ({ of, where, isSparse }) =>
  `select ${exactCount({ of, ...TIMES }, where)} as items${isSparse ? AMONG : ''} offset 0`;

type Parts = { readonly name: string; readonly columns: string; readonly total: string; readonly ids: Ids };

/**
 * Total and rows are read by one statement, so that both are of one state of the tables. It finds the ids of the page in an index with
 * the order, and then fetches only those leads.
 */
export const fromEitherEnd = ({ name, columns, total, ids }: Parts): FromEitherEnd => {
  const textOf = (...place: Parameters<Ids>): string => `
    select ${columns} from (${total}) as total left join lead on id = any(array(${ids(...place)}))
    ${NEWEST_FIRST}`;
  return {
    start: { name, text: textOf(NEWEST_FIRST, SIZE, BEFORE) },
    end: {
      name: `${name}, from the oldest`,
      text: textOf(OLDEST_FIRST, ON_PAGE, `greatest(0, total.items - ${BEFORE} - ${SIZE})`),
    },
  };
};

/** The pages of a kind; their total is null where whole weeks do not tell it, and `exact` finds total and page then too. */
export type ListedPages = FromEitherEnd & { readonly exact: FromEitherEnd };

export const listedPages = (kind: Kind, ids: Ids): ListedPages => {
  const { name, newestPlace } = kind;
  const columns = leadsShown(newestPlace);
  return {
    ...fromEitherEnd({ name, columns, total: keptTotal(kind), ids }),
    exact: fromEitherEnd({ name: `${name}, exact`, columns, total: exactTotal(kind), ids }),
  };
};

/** Walks the entries of an index, one after the other. */
export const walk =
  (where: string): Ids =>
  (order, limit, offset) =>
    `select id from lead where ${IS_SHOWN} and ${where} ${order} limit ${limit} offset ${offset}`;

/** Finds nothing where the leads of a kind that `isSparse` are rare. */
export const unlessRare =
  (ids: Ids): Ids =>
  (...place) =>
    `select id from (${ids(...place)}) as walked where not ${ARE_RARE}`;

/** Picks leads out of all, walking along an index: those of the page that are no farther away than a few times the average. */
const nearby =
  (where: string): Ids =>
  (order, limit, offset) => {
    const longest = longestWalk(`${limit} + ${offset}`, { items: 'total.items', among: 'total.among' });
    const passed = `select id, listed_at, state, place_id from lead where ${IS_SHOWN} ${order} limit ${longest}`;
    return `select id from (${passed}) as passed where ${where} ${order} limit ${limit} offset ${offset}`;
  };

/** The leads of a kind that `isSparse`, picked out of all. Where they are rare, or not nearby, they are found in the `other` way. */
export const pickedOut =
  (where: string, other: Ids): Ids =>
  (...place) => {
    const isMissing = `(select count(*) from picked) < ${ON_PAGE}`;
    return `with picked as materialized (${unlessRare(nearby(where))(...place)})
      select id from picked where not ${isMissing}
      union all select id from (${other(...place)}) as others where ${isMissing}`;
  };
