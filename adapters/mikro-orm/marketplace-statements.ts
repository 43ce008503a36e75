import { keptCount } from './kept-counts.ts';
import { unseen } from './statement.ts';
import type { Prepared } from './statement.ts';

/**
 * One page by two statements, which find the same: one walks from the newest lead, the other from the oldest. Two small ones
 * cost less than one with both ways in it, as each part of a plan is set up for every request, whether it is used or not.
 */
export type FromEitherEnd = { readonly newest: Prepared; readonly oldest: Prepared };

// $1 is the size of a page and $2 how many leads are before it, $3 and $4 are the first and the last instant. No plan may
// look better than the one for all values, so none of them is seen.
const [SIZE, BEFORE] = [unseen('$1::bigint'), unseen('$2::bigint')];
const [FROM, UNTIL] = [unseen('$3::timestamptz'), unseen('$4::timestamptz')];
const SHOWN = `standing = 'listed' and listed_at between ${FROM} and ${UNTIL}`;

const NEWEST_FIRST = 'order by listed_at desc, id';
const OLDEST_FIRST = 'order by listed_at, id desc';

const NEWEST_PLACE = '(select coalesce(max(id), 0) from place)';

type Order = typeof NEWEST_FIRST | typeof OLDEST_FIRST;

/** Selects the ids of a page. `limit` and `offset` are expressions, over the total too. */
type Ids = (order: Order, limit: string, offset: string) => string;

const countOf = (of: string, where: string): string =>
  keptCount({ standing: 'listed', column: 'listed_at', of, where, from: FROM, until: UNTIL });

type Parts = { readonly name: string; readonly totals: string; readonly ids: Ids; readonly newestPlace: string };

/**
 * Total and rows in one statement see one state of the tables. The ids are found in an index that has the order, and only then
 * the leads by these.
 */
const fromEitherEnd = ({ name, totals, ids, newestPlace }: Parts): FromEitherEnd => {
  const textOf = (...place: Parameters<Ids>): string => `
    select total.items as "totalItems", ${newestPlace} as "newestPlace", id, city, state, price, description,
      email is not null as "hasEmail", phone is not null as "hasPhoneNumber"
    from (select ${totals} offset 0) as total left join lead on id = any(array(${ids(...place)}))
    ${NEWEST_FIRST}`;
  return {
    newest: { name, text: textOf(NEWEST_FIRST, SIZE, BEFORE) },
    oldest: {
      name: `${name}, from the oldest`,
      text: textOf(
        OLDEST_FIRST,
        `greatest(0, least(${SIZE}, total.items - ${BEFORE}))`,
        `greatest(0, total.items - ${BEFORE} - ${SIZE})`,
      ),
    },
  };
};

/** What is read by the entries of an index, one after the other. */
const short = (parts: Parts): FromEitherEnd => {
  const { newest, oldest } = fromEitherEnd(parts);
  return { newest: { ...newest, isShort: true }, oldest: { ...oldest, isShort: true } };
};

const walk =
  (where: string): Ids =>
  (order, limit, offset) =>
    `select id from lead where ${SHOWN} and ${where} ${order} limit ${limit} offset ${offset}`;

export const EVERYTHING = short({
  name: 'unsold',
  totals: `${countOf(`= ''`, 'true')} as items`,
  ids: walk('true'),
  newestPlace: '0',
});

// $5 is the state.
const IN_STATE = `state = ${unseen('$5::text')}`;

export const OF_STATE = short({
  name: 'unsold of a state',
  totals: `${countOf(`= ${unseen('$5::text')}`, IN_STATE)} as items`,
  ids: walk(IN_STATE),
  newestPlace: NEWEST_PLACE,
});

// $5 is the place.
const IN_PLACE = `place_id = ${unseen('$5::int')}`;

export const OF_PLACE = short({
  name: 'unsold of a place',
  totals: `${countOf(`= ${unseen(`'#' || $5::int`)}`, IN_PLACE)} as items`,
  ids: walk(IN_PLACE),
  newestPlace: NEWEST_PLACE,
});

// $5 are states, $6 places outside these.
const [STATES, PLACES] = [unseen('$5::text[]'), unseen('$6::int[]')];
const KEYS = `= any(${STATES} || array(select '#' || id from unnest(${PLACES}) as wanted (id)))`;
const FOUND = `(state = any(array(select unnest($5::text[]))) or place_id in (select unnest($6::int[])))`;

/** As many as the page ends at of each state and each place, each from an index of its own. */
const merge: Ids = (order, limit, offset) => {
  const tops = (wanted: string, where: string): string =>
    `select top.id, top.listed_at from unnest(${wanted}) as wanted (one) cross join lateral
      (select id, listed_at from lead where ${SHOWN} and ${where} ${order} limit ${limit} + ${offset}) as top`;
  return `select id from (${tops(STATES, 'state = wanted.one')} union all
    ${tops(PLACES, 'place_id = wanted.one')}) as tops ${order} limit ${limit} offset ${offset}`;
};

export const OF_FEW = fromEitherEnd({
  name: 'unsold of few places',
  totals: `${countOf(KEYS, FOUND)} as items`,
  ids: merge,
  newestPlace: NEWEST_PLACE,
});

/** So rare among all leads, they are found sooner place by place than by walking over the others. */
const RARE = 200;
const ARE_RARE = `total.items * ${RARE}::bigint < total.among`;

/** Merged when rare, else picked out of all leads. */
export const OF_MANY = fromEitherEnd({
  name: 'unsold of many places',
  totals: `${countOf(KEYS, FOUND)} as items, ${countOf(`= ''`, 'true')} as among`,
  ids: (...place) => `select id from (${merge(...place)}) as merged where ${ARE_RARE}
    union all select id from (${walk(FOUND)(...place)}) as walked where not ${ARE_RARE}`,
  newestPlace: NEWEST_PLACE,
});

/** What finds nothing may find something in a place that is not known yet. */
export const OF_NONE: Prepared = {
  name: 'newest place',
  text: `select ${NEWEST_PLACE} as "newestPlace"`,
  isShort: true,
};

/** $1 and $2 are the instants between which the leads came into the vault, $3 is how many are wanted. */
export const DEAREST: Prepared = {
  name: 'dearest vaulted leads',
  text: `select id, city, state, email, phone, description, price from lead
    where standing = 'vaulted' and vaulted_at > $1::timestamptz and vaulted_at <= $2::timestamptz
    order by price desc, vaulted_at desc, id desc limit (select $3::bigint)`,
  isShort: true,
};
