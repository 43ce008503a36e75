import { keptCount } from './kept-counts.ts';
import type { Prepared } from './query.ts';
import { unseen } from './statement.ts';

// $1 is the size of a page and $2 how many leads are before it, $3 and $4 are the first and the last instant. No plan may
// look better than the one for all values, so none of them is seen.
const [FROM, UNTIL] = [unseen('$3::timestamptz'), unseen('$4::timestamptz')];
const SHOWN = `standing = 'listed' and listed_at between ${FROM} and ${UNTIL}`;

const NEWEST_FIRST = 'order by listed_at desc, id';
const OLDEST_FIRST = 'order by listed_at, id desc';

const NEWEST_PLACE = '(select coalesce(max(id), 0) from place)';

type Order = typeof NEWEST_FIRST | typeof OLDEST_FIRST;

/** `limit` and `offset` are expressions over the total of the same statement. */
type Ids = (order: Order, limit: string, offset: string) => string;

const total = (of: string, where: string): string =>
  keptCount({ standing: 'listed', column: 'listed_at', of, where, from: FROM, until: UNTIL });

const ofTotal = (expression: string): string => `(select ${expression} from total)`;

/** The ids of the page, found from whichever end is nearer; whatever is not needed is not done. */
const fromNearerEnd = (ids: Ids): string => `
  case when ${ofTotal('2 * $2::bigint <= items')} then array(${ids(NEWEST_FIRST, '(select $1::bigint)', '(select $2::bigint)')})
    else array(${ids(
      OLDEST_FIRST,
      ofTotal('greatest(0, least($1::bigint, items - $2::bigint))'),
      ofTotal('greatest(0, items - $2::bigint - $1::bigint)'),
    )}) end`;

/**
 * Total and rows in one statement see one state of the tables. The counts beside the total are what the choice between ways
 * needs. The inner selects walk indexes that have the order.
 */
const statement = (name: string, totals: string, ids: string, newestPlace: string): Prepared => ({
  name,
  text: `with total as materialized (select ${totals})
    select items as "totalItems", ${newestPlace} as "newestPlace", id, city, state, price, description,
      email is not null as "hasEmail", phone is not null as "hasPhoneNumber"
    from total left join lead on id = any(${ids})
    ${NEWEST_FIRST}`,
});

const walk =
  (where: string): Ids =>
  (order, limit, offset) =>
    `select id from lead where ${SHOWN} and ${where} ${order} limit ${limit} offset ${offset}`;

export const EVERYTHING = statement('unsold', `${total(`= ''`, 'true')} as items`, fromNearerEnd(walk('true')), '0');

// $5 is the state.
const STATE = unseen('$5::text');

export const OF_STATE = statement(
  'unsold of a state',
  `${total(`= ${STATE}`, `state = ${STATE}`)} as items`,
  fromNearerEnd(walk(`state = ${STATE}`)),
  NEWEST_PLACE,
);

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

export const OF_FEW = statement(
  'unsold of few places',
  `${total(KEYS, FOUND)} as items`,
  fromNearerEnd(merge),
  NEWEST_PLACE,
);

/** So rare among all leads, they are found sooner place by place than by walking over the others. */
const RARE = 200;

/** Merged when rare, else picked out of all leads. */
export const OF_MANY = statement(
  'unsold of many places',
  `${total(KEYS, FOUND)} as items, ${total(`= ''`, 'true')} as among`,
  `case when ${ofTotal(`items * ${RARE}::bigint < among`)} then ${fromNearerEnd(merge)} else ${fromNearerEnd(walk(FOUND))} end`,
  NEWEST_PLACE,
);

/** What finds nothing may find something in a place that is not known yet. */
export const OF_NONE: Prepared = { name: 'newest place', text: `select ${NEWEST_PLACE} as "newestPlace"` };

/** $1 and $2 are the instants between which the leads came into the vault, $3 is how many are wanted. */
export const DEAREST: Prepared = {
  name: 'dearest vaulted leads',
  text: `select id, city, state, email, phone, description, price from lead
    where standing = 'vaulted' and vaulted_at > $1::timestamptz and vaulted_at <= $2::timestamptz
    order by price desc, vaulted_at desc, id desc limit (select $3::bigint)`,
};
