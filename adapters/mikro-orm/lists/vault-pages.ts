import type { VaultQuery } from '#application/ports/vault.ts';
import type { PageRequest } from '#domain/pages.ts';
import type { VaultOrder } from '#domain/vault-order.ts';
import { longestWalk } from './nearer-end.ts';
import type { Walk } from './nearer-end.ts';
import { valuesOf, unseen } from '#adapters/mikro-orm/connection/statement.ts';
import type { Parameter, Statement } from '#adapters/mikro-orm/connection/statement.ts';
import { SHOWN_COLUMNS, backwards, behind, foundBy, kindOf, orderBy, stateParameter, walked } from './vault-entries.ts';
import type { Last } from './vault-entries.ts';
import { searchTotal, spanOf, standingTotal, storedTotal } from './vault-totals.ts';
import type { SearchCount } from './vault-totals.ts';

export type PageQuery = VaultQuery & { readonly page: PageRequest };
type Place = { readonly size: string; readonly offset: string };

const placeOf = ({ page: { page, size } }: PageQuery, parameter: Parameter): Place => ({
  size: `${parameter(size)}::bigint`,
  offset: `${parameter((page - 1) * size)}::bigint`,
});

const forwards = (leads: string, order: VaultOrder, { size, offset }: Place): string =>
  `select lead_id from ${leads} ${orderBy(order)} limit ${unseen(size)} offset ${unseen(offset)}`;

/** The same leads, walked from the other end. */
const fromEnd = (leads: string, order: VaultOrder, { size, offset }: Place): string =>
  `select lead_id from ${leads} ${orderBy(backwards(order))}
     limit (select greatest(0, least(${size}, items - ${offset})) from total)
     offset (select greatest(0, items - ${offset} - ${size}) from total)`;

const TOTALS = 'total."all" as "totalAll", total.items as "totalItems"';

/** A page of all leads, or of a state's, walked from one end of an index. One row for each lead, or a single one without. */
export const pageStatement = (query: PageQuery, { from, isShort }: Walk): Statement => {
  const { values, parameter } = valuesOf();
  const { order } = query;
  const place = placeOf(query, parameter);
  const span = spanOf(query, parameter);
  const state = stateParameter(query, parameter);
  const leads = walked(order, state, span);
  // The leads are fetched one by one by their ids, by the statement that reads the totals: everything is of one state of the tables.
  const text = `with ${storedTotal(state, span)}
    select ${TOTALS}, shown.* from total left join lateral (
      select ${SHOWN_COLUMNS} from (${from === 'start' ? forwards(leads, order, place) : fromEnd(leads, order, place)}) as page
        cross join lateral (select * from lead where id = page.lead_id offset 0) as lead) as shown on true
    ${orderBy(order, 'shown')}`;
  return [{ name: `a page of ${kindOf(query)}, from its ${from}`, text, ...(isShort && { isShort }) }, values];
};

/** Walking past so many entries takes as long as looking up and sorting one. */
const WALKED_FOR_ONE_LOOKED_UP = 2;

/**
 * A page of a search. Walking in the order is the faster way to many leads, looking up and sorting to few. The statement itself decides
 * once it knows their number, so that one plan serves all searches. Where many leads are all far from the end at which a walk begins,
 * such as those of one old file, it gives up and looks them up too; else the page `isNear`. `isShort`: between the beginning and the end
 * of a page there are, on average, no more than `short` entries of the index.
 */
export const searchStatement = (query: PageQuery, known: SearchCount | undefined, short: number): Statement => {
  const { values, parameter } = valuesOf();
  const { order } = query;
  const place = placeOf(query, parameter);
  const { size, offset } = place;
  const span = spanOf(query, parameter);
  const state = stateParameter(query, parameter);
  const found = foundBy(query, state, span, parameter);
  const total = searchTotal(found.counted, state, span, [
    `${parameter(known?.basis ?? '')}::text`,
    `${parameter(known?.items ?? 0)}::int`,
  ]);
  const way = `way as materialized (select forwards, past * among < ${WALKED_FOR_ONE_LOOKED_UP} * items::float8 * items as walk,
    ${longestWalk('past', { items: 'items', among: 'among' })} as longest,
    ${size} * among <= ${parameter(short)}::float8 * items as short,
    greatest(0, least(${size}, items - ${offset})) as wanted
    from (select items, among, ${offset} * 2 < items as forwards,
      (least(${offset}, greatest(0, items - ${offset} - ${size})) + ${size})::float8 as past from total) as measured)`;
  const near = (along: VaultOrder): string =>
    `(select * from (select lead_id, price, vaulted_at, search from ${found.walked} ${orderBy(along)}
      limit (select longest from way)) as vault_entry where ${found.condition}) as vault_entry`;
  const walk = `walked as materialized (select case when forwards
    then array(${forwards(near(order), order, place)}) else array(${fromEnd(near(backwards(order)), order, place)}) end as ids from way)`;
  const sorted = `(select * from ${found.looked} offset 0) as vault_entry`;
  const isWalked = `case when (select walk from way)
    then cardinality((select ids from walked)) = (select wanted from way) else false end`;
  const name = `a search of ${kindOf(query)}${found.hasPiece ? '' : ' without a piece'}`;
  const text = `with ${total}, ${way}, ${walk}, chosen as materialized (select ${isWalked} as walked)
    select ${TOTALS}, total.basis, (select walk and short from way) as "isShort", (select walked from chosen) as "isNear", ${SHOWN_COLUMNS}
    from total left join lead on id = any(
      case when (select items from total) <= ${offset} then array[]::uuid[]
        when (select walked from chosen) then (select ids from walked)
        else array(${forwards(sorted, order, place)}) end)
    ${orderBy(order, 'lead')}`;
  return [{ name, text }, values];
};

/** The count of a search, and the lead after which one of its pages begins; the first page begins after none. */
export type SearchMilestone = SearchCount & { readonly last: Last | undefined };

/**
 * A page of a search whose beginning is known: it walks past no earlier page, and need not choose a way, so that it takes half as long
 * as `searchStatement` or less. If the vault has changed, `holds` is false and no lead is found. It reads at most `short` entries, so
 * that other statements may wait behind it, and finds too few leads where these lie farther apart.
 */
export const onwardsStatement = (
  query: PageQuery,
  { basis, items, last }: SearchMilestone,
  short: number,
): Statement => {
  const { values, parameter } = valuesOf();
  const valueOf = (value: unknown, type: string): string => unseen(`${parameter(value)}::${type}`);
  const { order, page } = query;
  const span = spanOf(query, parameter);
  const state = stateParameter(query, parameter);
  const { condition } = foundBy(query, state, span, parameter);
  const onwards = `${walked(order, state, span)}${last === undefined ? '' : behind(order, last, valueOf)}`;
  const next = `(select lead_id, vaulted_at, price, search from ${onwards} ${orderBy(order)} limit ${valueOf(short, 'bigint')}) as vault_entry`;
  const text = `with ${standingTotal(span, `${parameter(basis)}::text`)}
    select total.holds, total."all" as "totalAll", ${parameter(items)}::int as "totalItems", ${SHOWN_COLUMNS}
    from total left join lead on total.holds and id = any(
      array(select lead_id from ${next} where ${condition} ${orderBy(order)} limit ${valueOf(page.size, 'bigint')}))
    ${orderBy(order, 'lead')}`;
  const name = `the ${last === undefined ? 'first' : 'next'} page of a search of ${kindOf(query)}`;
  return [{ name, text, isShort: true }, values];
};
