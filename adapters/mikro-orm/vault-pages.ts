import type { VaultQuery } from '#application/ports/vault.ts';
import type { PageRequest } from '#domain/pages.ts';
import type { VaultOrder } from '#domain/vault-order.ts';
import { valuesOf } from './statement.ts';
import type { Parameter, Statement } from './statement.ts';
import { COLUMNS, backwards, entries, foundEntries, nameOf, orderBy, stateOf } from './vault-entries.ts';
import { keptTotal, searchTotal, spanOf, unseen } from './vault-totals.ts';

type PageQuery = VaultQuery & { readonly page: PageRequest };

const BASIS = '(select basis from total) as basis, ';

/** One row for each lead, or a single one without; both totals in each. Everything in it sees one state of the data. */
const pageOf = (tables: string, ids: string, order: VaultOrder, basis = ''): string =>
  `with ${tables}
   select (select "all" from total) as "totalAll", (select items from total) as "totalItems", ${basis}${COLUMNS}
   from (select) as once left join lead on id = any(${ids}) ${orderBy(order, 'id')}`;

const placeOf = ({ page: { page, size } }: PageQuery, parameter: Parameter) => ({
  size: `${parameter(size)}::bigint`,
  offset: `${parameter((page - 1) * size)}::bigint`,
});

/** A page of all leads, or of a state's: walked from that end of an index which is nearer. */
export const pageStatement = (query: PageQuery): Statement => {
  const { values, parameter } = valuesOf();
  const { order } = query;
  const { size, offset } = placeOf(query, parameter);
  const span = spanOf(query, parameter);
  const state = stateOf(query, parameter);
  const all = entries(order, state, span);
  const fromEnd = `limit (select greatest(0, least(${size}, items - ${offset})) from total)
    offset (select greatest(0, items - ${offset} - ${size}) from total)`;
  const ids = `case when (select ${offset} * 2 < items from total)
      then array(select lead_id from ${all} ${orderBy(order)} limit ${unseen(size)} offset ${unseen(offset)})
      else array(select lead_id from ${all} ${orderBy(backwards(order))} ${fromEnd}) end`;
  return [{ name: `a page of ${nameOf(query)}`, text: pageOf(keptTotal(state, span), ids, order) }, values];
};

/** A page of a search of which nobody knows how many leads it finds. */
export const countedPageStatement = (query: PageQuery): Statement => {
  const { values, parameter } = valuesOf();
  const { order } = query;
  const { size, offset } = placeOf(query, parameter);
  const all = foundEntries(query, parameter);
  const found = `found as materialized (select lead_id from ${all} ${orderBy(order)} limit ${size} offset ${offset}),
    shown as materialized (select count(*) as items from found)`;
  // The last lead is on a page that is not full: no other needs to be counted.
  const items = `(select case when items < ${size} and (items > 0 or ${offset} = 0) then (${offset} + items)::int
      else (select count(*)::int from ${all}) end from shown)`;
  const total = searchTotal(items, spanOf(query, parameter));
  return [pageOf(`${found}, ${total}`, 'array(select lead_id from found)', order, BASIS), values];
};

/** A page of a search that finds so many leads, if the `basis` is still the one on which they were counted. */
export const knownPageStatement = (query: PageQuery, items: number): Statement => {
  const { values, parameter } = valuesOf();
  const { page, size } = query.page;
  const offset = (page - 1) * size;
  const length = Math.max(0, Math.min(size, items - offset));
  const isNearer = offset * 2 < items;
  const order = isNearer ? query.order : backwards(query.order);
  const skipped = isNearer ? offset : Math.max(0, items - offset - length);
  const ids = `array(select lead_id from ${foundEntries(query, parameter)} ${orderBy(order)}
    limit ${parameter(length)}::bigint offset ${parameter(skipped)}::bigint)`;
  const total = searchTotal(`${parameter(items)}::int`, spanOf(query, parameter));
  return [pageOf(total, ids, query.order, BASIS), values];
};
