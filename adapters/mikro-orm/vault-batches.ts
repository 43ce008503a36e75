import type { VaultQuery } from '#application/ports/vault.ts';
import type { VaultedLead } from '#domain/vault.ts';
import { isStorable } from './keys.ts';
import { literally, timestamp, valuesOf } from './statement.ts';
import type { Statement } from './statement.ts';
import { COLUMNS, nameOf, orderBy, walked } from './vault-entries.ts';
import { unseen } from './vault-totals.ts';

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

/**
 * The next leads after one that is known, by what they are sorted by: however many come and go meanwhile, none is met again.
 * A search is planned with its values: how many leads it finds decides how to look for them.
 */
export const batchStatement = (query: VaultQuery, last: Last | undefined, count: number): Statement => {
  const { values, parameter } = valuesOf();
  const { search, order } = query;
  const isSearch = search !== '';
  const valueOf = (value: unknown, type: string) =>
    isSearch ? `${parameter(value)}::${type}` : unseen(`${parameter(value)}::${type}`);
  const span = {
    after: valueOf(timestamp(query.vaultedAfter), 'timestamptz'),
    until: valueOf(timestamp(query.until), 'timestamptz'),
  };
  const state = query.state === undefined ? undefined : valueOf(query.state, 'text');
  const matches = !isSearch
    ? ''
    : ` and ${isStorable(search) ? `search like ${valueOf(`%${literally(search)}%`, 'text')}` : 'false'}`;
  const rest = last === undefined ? '' : behind(order, last, valueOf);
  const ids = `${walked(order, state, span)}${matches}${rest} ${orderBy(order)} limit ${valueOf(count, 'bigint')}`;
  const text = `select ${COLUMNS} from lead where id = any(array(select lead_id from ${ids})) ${orderBy(order, 'id')}`;
  return [isSearch ? text : { name: `${last === undefined ? 'first' : 'next'} of ${nameOf(query)}`, text }, values];
};
