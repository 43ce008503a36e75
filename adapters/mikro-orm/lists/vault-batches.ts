import type { VaultQuery } from '#application/ports/vault.ts';
import { isStorable } from '#adapters/mikro-orm/records/keys.ts';
import { escapeLike, timestamp, valuesOf, unseen } from '#adapters/mikro-orm/connection/statement.ts';
import type { Statement } from '#adapters/mikro-orm/connection/statement.ts';
import { SHOWN_COLUMNS, behind, kindOf, orderBy, walked } from './vault-entries.ts';
import type { Last, Shown, ValueOf } from './vault-entries.ts';

const matching = (search: string, valueOf: ValueOf): string =>
  // What no column can hold, no search finds.
  ` and ${isStorable(search) ? `search like ${valueOf(`%${escapeLike(search)}%`, 'text')}` : 'false'}`;

/**
 * The next leads after a known one (keyset pagination): however many come and go meanwhile, none comes twice. A search is planned with
 * its values, as the best way to find leads depends on their number.
 */
export const batchStatement = (query: VaultQuery, last: Last | undefined, count: number): Statement => {
  const { values, parameter } = valuesOf();
  const { search, order } = query;
  const isSearch = search !== '';
  const shown: Shown = isSearch ? (value) => value : unseen;
  const valueOf: ValueOf = (value, type) => shown(`${parameter(value)}::${type}`);
  const span = {
    after: valueOf(timestamp(query.vaultedAfter), 'timestamptz'),
    until: valueOf(timestamp(query.until), 'timestamptz'),
  };
  const leads = walked(order, query.state === undefined ? undefined : valueOf(query.state, 'text'), span, shown);
  const asked = `${isSearch ? matching(search, valueOf) : ''}${last === undefined ? '' : behind(order, last, valueOf)}`;
  // The entries come in their order, and each lead is fetched in its turn: nothing has to be sorted.
  const text = `select ${SHOWN_COLUMNS}
    from (select * from ${leads}${asked} ${orderBy(order)} limit ${valueOf(count, 'bigint')}) as entry
      join lead on lead.id = entry.lead_id
    ${orderBy(order, 'entry')}`;
  return [isSearch ? text : { name: `${last === undefined ? 'first' : 'next'} of ${kindOf(query)}`, text }, values];
};
