import type { VaultQuery } from '#application/ports/vault.ts';
import type { VaultOrder } from '#domain/vault-order.ts';
import { isStorable } from './keys.ts';
import { literally, timestamp } from './statement.ts';
import type { Parameter } from './statement.ts';
import { unseen } from './vault-totals.ts';
import type { Span } from './vault-totals.ts';

/** Of the leads themselves, which are fetched one by one: what they are searched and sorted by is beside them. */
export const COLUMNS = `id, first_name as "firstName", last_name as "lastName", email, phone, address1, city, state, description,
  price, round(date_part('epoch', vaulted_at) * 1000) as "vaultedAt"`;

/** `compareVaulted` of the domain. One index, read forwards or backwards, has an order in both directions. */
export const orderBy = ({ by, direction }: VaultOrder, id: 'id' | 'lead_id' = 'lead_id'): string =>
  `order by ${by === 'price' ? `price ${direction}, ` : ''}vaulted_at ${direction}, ${id} ${direction}`;

export const backwards = ({ by, direction }: VaultOrder): VaultOrder => ({
  by,
  direction: direction === 'asc' ? 'desc' : 'asc',
});

const within = (time: string, { after, until }: Span): string => `${time} > ${after} and ${time} <= ${until}`;

/** The leads of a time and state. Sorted by price, the time must not tempt the planner to look there first and sort them all. */
export const entries = ({ by }: VaultOrder, state: string | undefined, span: Span): string =>
  `vault_entry where ${within(by === 'price' ? `vaulted_at + interval '0'` : 'vaulted_at', span)}
    ${state === undefined ? '' : `and state = ${state}`}`;

/** Those that a search finds, planned with its values: how many a pattern finds decides how to look for them. */
export const foundEntries = ({ search, state, vaultedAfter, until }: VaultQuery, parameter: Parameter): string => {
  const span = {
    after: `${parameter(timestamp(vaultedAfter))}::timestamptz`,
    until: `${parameter(timestamp(until))}::timestamptz`,
  };
  const inState = state === undefined ? '' : ` and state = ${parameter(state)}::text`;
  // What no column can hold, no search finds.
  const matches = isStorable(search) ? `search like ${parameter(`%${literally(search)}%`)}::text` : 'false';
  return `vault_entry where ${within('vaulted_at', span)}${inState} and ${matches}`;
};

export const stateOf = ({ state }: VaultQuery, parameter: Parameter): string | undefined =>
  state === undefined ? undefined : unseen(`${parameter(state)}::text`);

/** What is asked for, in the name of a prepared statement. */
export const nameOf = ({ order: { by, direction }, state }: VaultQuery): string =>
  `the vault ${by} ${direction}${state === undefined ? '' : ' of a state'}`;
