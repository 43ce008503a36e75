import { IS_SHOWN, listedPages, pickedOut, walk } from './listed-pages.ts';
import type { Ids, Kind, ListedPages } from './listed-pages.ts';
import { NEWEST_PLACE } from './learn-places.ts';
import { fromMilestone } from './milestone-statements.ts';
import type { FromMilestone } from './milestone-statements.ts';
import { unindexed, unseen } from '#adapters/mikro-orm/connection/statement.ts';
import type { Prepared } from '#adapters/mikro-orm/connection/statement.ts';

/** The pages of leads that are walked in order along an index. */
export type Walked = ListedPages & FromMilestone;

/** Whoever asks for the leads on offer does so for everybody who wants the same in one turn of the event loop, and so at its end. */
const LATE = { isShort: true, isLate: true } as const;

const walked = (kind: Kind): Walked => {
  const { start, end, exact } = listedPages(kind, walk(kind.where));
  return { start: { ...start, ...LATE }, end: { ...end, ...LATE }, exact, ...fromMilestone(kind) };
};

export const EVERYTHING = walked({ name: 'unsold', of: `= ''`, where: 'true', newestPlace: 'null', parameters: 4 });

// $5 is the state.
export const OF_STATE = walked({
  name: 'unsold of a state',
  of: `= ${unseen('$5::text')}`,
  where: `state = ${unseen('$5::text')}`,
  newestPlace: NEWEST_PLACE,
  parameters: 5,
});

// $5 is the place.
export const OF_PLACE = walked({
  name: 'unsold of a place',
  of: `= ${unseen(`'#' || $5::int`)}`,
  where: `place_id = ${unseen('$5::int')}`,
  newestPlace: NEWEST_PLACE,
  parameters: 5,
});

// $5 are states, $6 places outside these.
const [STATES, PLACES] = [unseen('$5::text[]'), unseen('$6::int[]')];
const KEYS = `= any(${STATES} || array(select '#' || id from unnest(${PLACES}) as wanted (id)))`;
const FOUND = `(state = any(array(select unnest($5::text[]))) or place_id in (select unnest($6::int[])))`;

/**
 * Takes from each state and each place as many leads as there are up to the end of the page, each from its own index, and merges them.
 */
const merge: Ids = (order, limit, offset) => {
  const tops = (wanted: string, where: string): string =>
    `select top.id, top.listed_at from unnest(${wanted}) as wanted (one) cross join lateral
      (select id, listed_at from lead where ${IS_SHOWN} and ${where} ${order} limit ${limit} + ${offset}) as top`;
  return `select id from (${tops(STATES, 'state = wanted.one')} union all
    ${tops(PLACES, 'place_id = wanted.one')}) as tops ${order} limit ${limit} offset ${offset}`;
};

const SCATTERED = { of: KEYS, where: FOUND, newestPlace: NEWEST_PLACE, parameters: 6 };

export const OF_FEW = listedPages({ name: 'unsold of few places', ...SCATTERED }, merge);

const MANY: Kind = { name: 'unsold of many places', ...SCATTERED, isSparse: true };

/** Picked out of all leads, or merged. */
export const OF_MANY: Walked = { ...listedPages(MANY, pickedOut(FOUND, merge)), ...fromMilestone(MANY) };

/** For a search that matches no known place: a place that is not known yet may match. */
export const OF_NONE: Prepared = {
  name: 'newest place',
  text: `select ${NEWEST_PLACE} as "newestPlace"`,
  ...LATE,
};

/** $1 and $2 are the instants between which the leads came into the vault, $3 is their number. */
export const DEAREST: Prepared = {
  name: 'dearest vaulted leads',
  text: `select id, city, state, email, phone, description, price from lead
    where standing = 'vaulted' and ${unindexed('vaulted_at > $1::timestamptz and vaulted_at <= $2::timestamptz')}
    order by price desc, vaulted_at desc, id desc limit (select $3::bigint)`,
  ...LATE,
};
