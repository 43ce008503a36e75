import type { VaultQuery } from '#application/ports/vault.ts';
import { timestamp, unseen } from './statement.ts';
import type { Parameter } from './statement.ts';

/** The time that is asked for, in SQL. */
export type Span = { readonly after: string; readonly until: string };

export const spanOf = ({ vaultedAfter, until }: VaultQuery, parameter: Parameter): Span => ({
  after: unseen(`${parameter(timestamp(vaultedAfter))}::timestamptz`),
  until: unseen(`${parameter(timestamp(until))}::timestamptz`),
});

const KEPT = `select coalesce(sum(items), 0)::int as items, coalesce(sum(changes), 0) as changes
    from lead_count where standing = 'vaulted' and of = ''`;

/** How many entries are outside the time asked for. Mostly none is, which the index tells at its ends. */
const beforeAndAfter = ({ after, until }: Span, where = 'true'): readonly [past: string, ahead: string] => [
  `(select count(*)::int from vault_entry where ${where} and vaulted_at <= ${after})`,
  `(select count(*)::int from vault_entry where ${where} and vaulted_at > ${until})`,
];

const less = (items: string, parts: readonly string[]): string => `greatest(0, ${[items, ...parts].join(' - ')})`;

/** How many leads are in the vault at all. A time that ends before it begins holds none. */
const EVERYTHING = less('kept.items', ['edge.past', 'edge.ahead']);

/** The same of one state. */
const ofState = (state: string, span: Span): string =>
  less(
    `(select coalesce(sum(items), 0)::int from lead_count where standing = 'vaulted' and of = ${state})`,
    beforeAndAfter(span, `state = ${state}`),
  );

/**
 * What a count of a search stands on. On one server nobody ever sees other leads behind the same number of changes, and of the
 * same leads the same numbers outside the time leave the same ones inside. Another server, or the same one after a crash, may
 * have come to that number by other changes.
 */
const BASIS = `concat_ws(' ', extract(epoch from pg_postmaster_start_time()), kept.changes, edge.past, edge.ahead)`;

const tables = (span: Span): string => {
  const [past, ahead] = beforeAndAfter(span);
  return `(${KEPT}) as kept, (select ${past} as past, ${ahead} as ahead offset 0) as edge`;
};

/** Selects both totals, without a look at what they count. */
export const keptTotal = (state: string | undefined, span: Span): string => `
    select ${EVERYTHING} as "all", ${state === undefined ? EVERYTHING : ofState(state, span)} as items from ${tables(span)} offset 0`;

/** How many leads a search finds, and the `basis` on which they were counted. */
export type SearchCount = { readonly basis: string; readonly items: number };

/**
 * The same for a search that `count` counts if it has to: unless it was counted before, and on the same basis. `among` is how
 * many leads there are where it is looked for.
 */
export const searchTotal = (
  count: string,
  state: string | undefined,
  span: Span,
  [basis, items]: readonly [basis: string, items: string],
): string => `
  now as materialized (select ${EVERYTHING} as "all", ${state === undefined ? EVERYTHING : ofState(state, span)} as among,
    ${BASIS} as basis from ${tables(span)}),
  total as materialized (select "all", among, basis, case when basis = ${basis} then ${items} else (${count}) end as items
    from now)`;
