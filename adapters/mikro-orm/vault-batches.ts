import type { VaultQuery } from '#application/ports/vault.ts';
import type { VaultedLead } from '#domain/vault.ts';
import { timestamp, valuesOf } from './statement.ts';
import type { Statement } from './statement.ts';
import { COLUMNS, entries, foundEntries, nameOf, orderBy, stateOf } from './vault-entries.ts';
import { spanOf, unseen } from './vault-totals.ts';

type Last = Pick<VaultedLead, 'id' | 'price' | 'vaultedAt'>;

/** The condition to come after a lead. `valueOf` answers a value of it in SQL. */
const behind = (
  { by, direction }: VaultQuery['order'],
  last: Last,
  valueOf: (value: unknown, type: string) => string,
): string => {
  const price = by === 'price' ? `${valueOf(last.price, 'int')}, ` : '';
  const place = `${price}${valueOf(timestamp(last.vaultedAt), 'timestamptz')}, ${valueOf(last.id, 'uuid')}`;
  return ` and (${by === 'price' ? 'price, ' : ''}vaulted_at, lead_id) ${direction === 'desc' ? '<' : '>'} (${place})`;
};

const batch = (ids: string, { order }: VaultQuery): string =>
  `select ${COLUMNS} from lead where id = any(array(select lead_id from ${ids})) ${orderBy(order, 'id')}`;

const preparedBatch = (query: VaultQuery, last: Last | undefined, count: number): Statement => {
  const { values, parameter } = valuesOf();
  const hidden = (value: unknown, type: string) => unseen(`${parameter(value)}::${type}`);
  const all = entries(query.order, stateOf(query, parameter), spanOf(query, parameter));
  const rest = last === undefined ? '' : behind(query.order, last, hidden);
  const ids = `${all}${rest} ${orderBy(query.order)} limit ${hidden(count, 'bigint')}`;
  return [{ name: `${last === undefined ? 'first' : 'next'} of ${nameOf(query)}`, text: batch(ids, query) }, values];
};

const searchedBatch = (query: VaultQuery, last: Last | undefined, count: number): Statement => {
  const { values, parameter } = valuesOf();
  const shown = (value: unknown, type: string) => `${parameter(value)}::${type}`;
  const rest = last === undefined ? '' : behind(query.order, last, shown);
  const ids = `${foundEntries(query, parameter)}${rest} ${orderBy(query.order)} limit ${shown(count, 'bigint')}`;
  return [batch(ids, query), values];
};

/** The next leads after one that is known, by what they are sorted by: however many come and go meanwhile, none is met again. */
export const batchStatement = (query: VaultQuery, last: Last | undefined, count: number): Statement =>
  (query.search === '' ? preparedBatch : searchedBatch)(query, last, count);
