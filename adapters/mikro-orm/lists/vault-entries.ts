import type { VaultQuery } from '#application/ports/vault.ts';
import { LARGEST_AMOUNT } from '#domain/money.ts';
import { NEWEST_FIRST } from '#domain/vault-order.ts';
import type { VaultOrder } from '#domain/vault-order.ts';
import type { VaultedLead } from '#domain/vault.ts';
import { isStorable } from '#adapters/mikro-orm/records/keys.ts';
import { escapeLike, timestamp, unindexed, unseen } from '#adapters/mikro-orm/connection/statement.ts';
import type { Parameter } from '#adapters/mikro-orm/connection/statement.ts';
import type { Span } from './vault-totals.ts';

const COLUMNS = [
  'id',
  'first_name as "firstName"',
  'last_name as "lastName"',
  'email',
  'phone',
  'address1',
  'city',
  'state',
  'description',
  'price',
];

/** The columns that are shown, from the lead itself. The columns for search and order are in `vault_entry`. */
export const SHOWN_COLUMNS = `${COLUMNS.map((column) => `lead.${column}`).join(', ')},
  round(date_part('epoch', lead.vaulted_at) * 1000) as "vaultedAt"`;

/** The columns of an order have other names in the index, in the table, and in the result. */
const NAMES = {
  vault_entry: { at: 'vaulted_at', id: 'lead_id' },
  entry: { at: 'vaulted_at', id: 'lead_id' },
  lead: { at: 'vaulted_at', id: 'id' },
  shown: { at: '"vaultedAt"', id: 'id' },
} as const;

/** `compareVaulted` of the domain. One index, read forwards or backwards, serves both directions. */
export const orderBy = ({ by, direction }: VaultOrder, of: keyof typeof NAMES = 'vault_entry'): string => {
  const { at, id } = NAMES[of];
  return `order by ${by === 'price' ? `${of}.price ${direction}, ` : ''}${of}.${at} ${direction}, ${of}.${id} ${direction}`;
};

export const backwards = ({ by, direction }: VaultOrder): VaultOrder => ({
  by,
  direction: direction === 'asc' ? 'desc' : 'asc',
});

const within = ({ after, until }: Span): string => `vaulted_at > ${after} and vaulted_at <= ${until}`;

const inState = (state: string | undefined): string => (state === undefined ? '' : ` and state = ${state}`);

/** Writes a value so that the planner sees it, or so that it does not. */
export type Shown = (value: string) => string;

/**
 * All prices. Without a state, the planner walks along the index of the prices only where a range of them is asked for. With one the
 * state does for that: of the leads of a state and a range it would expect so few that it would rather sort them.
 */
const anyPrice = (shown: Shown): string => `price >= ${shown('0')} and price <= ${shown(String(LARGEST_AMOUNT))}`;

/**
 * The leads of a time and state, in a form for which the planner walks along the index with the order. A statement that is planned with
 * its values must show it all of them: for prices between two hidden values it expects one lead in 200, and would rather sort these.
 */
export const walked = ({ by }: VaultOrder, state: string | undefined, span: Span, shown: Shown = unseen): string => {
  if (by === 'date') return `vault_entry where ${within(span)}${inState(state)}`;
  return `vault_entry where ${state === undefined ? `${anyPrice(shown)} and ` : ''}${unindexed(within(span))}${inState(state)}`;
};

/** The lead after which a walk along an index goes on. */
export type Last = Pick<VaultedLead, 'id' | 'price' | 'vaultedAt'>;

/** Adds a value to a statement; answers the SQL for it. */
export type ValueOf = (value: unknown, type: string) => string;

/** Restricts a walk to the leads after a known one. */
export const behind = ({ by, direction }: VaultOrder, last: Last, valueOf: ValueOf): string => {
  const price = by === 'price' ? `${valueOf(last.price, 'int')}, ` : '';
  const place = `${price}${valueOf(timestamp(last.vaultedAt), 'timestamptz')}, ${valueOf(last.id, 'uuid')}`;
  return ` and (${by === 'price' ? 'price, ' : ''}vaulted_at, lead_id) ${direction === 'desc' ? '<' : '>'} (${place})`;
};

/** The leads that a search finds, as pieces of SQL. */
export type SearchSql = {
  /** Whether the search finds a lead: for leads that are met one by one. */
  readonly condition: string;
  /** All leads of the state and time, for walking in the order and checking each one: good for a text that many leads have. */
  readonly walked: string;
  /** By the trigram index, in any order: good for a text that few leads have. */
  readonly looked: string;
  /** A query that counts them, in whichever of these ways is the faster one. */
  readonly counted: string;
  /** Whether the search has three letters in a row, a trigram. Without one all leads are looked at. */
  readonly hasPiece: boolean;
};

/** The number of newest leads on which a search is tried first. */
const SAMPLE = 100;

/**
 * If it matches more of these, all leads are read to count the matches: by the trigram index that would take two to three times as
 * long.
 */
const COMMON = 25;

/** The search of a query as SQL, among the leads of a state and a time. Adds its text to the parameters. */
export const foundBy = (
  { search, order }: VaultQuery,
  state: string | undefined,
  span: Span,
  parameter: Parameter,
): SearchSql => {
  // What no column can hold, no search finds. Nor is any search text empty.
  const pattern = isStorable(search) ? `%${escapeLike(search)}%` : '';
  const matches = `search like ${unseen(`${parameter(pattern)}::text`)}`;
  const hasPiece = /[\p{L}\p{N}]{3}/u.test(search);
  const those = `${unindexed(within(span))}${inState(state)}`;
  const condition = unindexed(matches);
  const read = `vault_entry where ${condition} and ${those}`;
  const looked = hasPiece ? `vault_entry where ${matches} and ${those}` : read;
  const count = (leads: string): string => `select count(*)::int from ${leads}`;
  const newest = `select search from vault_entry ${orderBy(NEWEST_FIRST)} limit ${SAMPLE}`;
  const isCommon = `(select count(*) > ${COMMON} from (${newest}) as newest where ${matches})`;
  return {
    condition,
    walked: walked(order, state, span),
    looked,
    counted: hasPiece ? `select case when ${isCommon} then (${count(read)}) else (${count(looked)}) end` : count(read),
    hasPiece,
  };
};

/** The reference to the state of a query, as a parameter; `undefined` where it names none. */
export const stateParameter = ({ state }: VaultQuery, parameter: Parameter): string | undefined =>
  state === undefined ? undefined : unseen(`${parameter(state)}::text`);

/** The kind of a query, for the name of a prepared statement. */
export const kindOf = ({ order: { by, direction }, state }: VaultQuery): string =>
  `the vault ${by} ${direction}${state === undefined ? '' : ' of a state'}`;
