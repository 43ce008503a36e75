import type { VaultQuery } from '#application/ports/vault.ts';
import { LARGEST_AMOUNT } from '#domain/money.ts';
import { NEWEST_FIRST } from '#domain/vault-order.ts';
import type { VaultOrder } from '#domain/vault-order.ts';
import { isStorable } from '#adapters/mikro-orm/records/keys.ts';
import { literally, unseen } from '#adapters/mikro-orm/connection/statement.ts';
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

/** What is shown of the leads themselves, which are fetched one by one: what they are searched and sorted by is beside them. */
export const SHOWN = `${COLUMNS.map((column) => `lead.${column}`).join(', ')},
  round(date_part('epoch', lead.vaulted_at) * 1000) as "vaultedAt"`;

/** What leads are sorted by is called differently in the index, in the table, and in what is shown. */
const NAMES = {
  vault_entry: { at: 'vaulted_at', id: 'lead_id' },
  entry: { at: 'vaulted_at', id: 'lead_id' },
  lead: { at: 'vaulted_at', id: 'id' },
  shown: { at: '"vaultedAt"', id: 'id' },
} as const;

/** `compareVaulted` of the domain. One index, read forwards or backwards, has an order in both directions. */
export const orderBy = ({ by, direction }: VaultOrder, of: keyof typeof NAMES = 'vault_entry'): string => {
  const { at, id } = NAMES[of];
  return `order by ${by === 'price' ? `${of}.price ${direction}, ` : ''}${of}.${at} ${direction}, ${of}.${id} ${direction}`;
};

export const backwards = ({ by, direction }: VaultOrder): VaultOrder => ({
  by,
  direction: direction === 'asc' ? 'desc' : 'asc',
});

/**
 * A condition for which no index is looked at, and which the planner takes for true of every second lead. Of a bare one it
 * believes that next to none is left, and that those can as well be sorted.
 */
const unindexed = (condition: string): string => `case when ${condition} then true else false end`;

const within = ({ after, until }: Span): string => `vaulted_at > ${after} and vaulted_at <= ${until}`;

const inState = (state: string | undefined): string => (state === undefined ? '' : ` and state = ${state}`);

/** Writes a value so that the planner sees it, or so that it does not. */
export type Shown = (value: string) => string;

/** All prices. Where a range is asked for the planner walks along the index that has it, as it does for the time. */
const anyPrice = (shown: Shown): string => `price >= ${shown('0')} and price <= ${shown(String(LARGEST_AMOUNT))}`;

/**
 * The leads of a time and state, to be met in an order that an index has. A statement that is planned with its values must see
 * all of them: of prices between two unseen ones the planner expects one in 200, and would rather sort these than walk along all.
 */
export const walked = ({ by }: VaultOrder, state: string | undefined, span: Span, shown: Shown = unseen): string =>
  `vault_entry where ${by === 'price' ? `${anyPrice(shown)} and ${unindexed(within(span))}` : within(span)}${inState(state)}`;

/** Leads that a search may find. */
export type Found = {
  /** To be met in an order, each looked at whether the search finds it: good for what many leads have. */
  readonly walked: string;
  /** To be found by the pieces of their text, in any order: good for what few have. */
  readonly looked: string;
  /** How many they are, counted in the way that is the faster one, as a query. */
  readonly counted: string;
  /** Whether a search has such a piece, of three letters. Another one looks at all leads. */
  readonly hasPiece: boolean;
};

/** So many of the newest leads are asked first whether a search finds them. */
const SAMPLE = 100;

/** What more of these have is counted by reading through all leads: to look up the pieces of such a text takes two to three times as long. */
const COMMON = 25;

export const foundBy = (
  { search, order }: VaultQuery,
  state: string | undefined,
  span: Span,
  parameter: Parameter,
): Found => {
  // What no column can hold, no search finds. Nor is any search text empty.
  const pattern = isStorable(search) ? `%${literally(search)}%` : '';
  const matches = `search like ${unseen(`${parameter(pattern)}::text`)}`;
  const hasPiece = /[\p{L}\p{N}]{3}/u.test(search);
  const those = `${unindexed(within(span))}${inState(state)}`;
  const read = `vault_entry where ${unindexed(matches)} and ${those}`;
  const looked = hasPiece ? `vault_entry where ${matches} and ${those}` : read;
  const count = (leads: string): string => `select count(*)::int from ${leads}`;
  const newest = `select search from vault_entry ${orderBy(NEWEST_FIRST)} limit ${SAMPLE}`;
  const isCommon = `(select count(*) > ${COMMON} from (${newest}) as newest where ${matches})`;
  return {
    walked: `${walked(order, state, span)} and ${unindexed(matches)}`,
    looked,
    counted: hasPiece ? `select case when ${isCommon} then (${count(read)}) else (${count(looked)}) end` : count(read),
    hasPiece,
  };
};

export const stateOf = ({ state }: VaultQuery, parameter: Parameter): string | undefined =>
  state === undefined ? undefined : unseen(`${parameter(state)}::text`);

/** What is asked for, in the name of a prepared statement. */
export const nameOf = ({ order: { by, direction }, state }: VaultQuery): string =>
  `the vault ${by} ${direction}${state === undefined ? '' : ' of a state'}`;
