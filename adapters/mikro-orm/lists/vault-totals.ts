import type { VaultQuery } from '#application/ports/vault.ts';
import { basisOf, weekOf } from './kept-counts.ts';
import { timestamp, unseen } from '#adapters/mikro-orm/connection/statement.ts';
import type { Parameter } from '#adapters/mikro-orm/connection/statement.ts';

/** The time in which the requested leads came into the vault, in SQL: after the first instant, until the last. */
export type Span = { readonly after: string; readonly until: string };

/** The time of a query, its two instants added to the parameters. */
export const spanOf = ({ vaultedAfter, until }: VaultQuery, parameter: Parameter): Span => ({
  after: unseen(`${parameter(timestamp(vaultedAfter))}::timestamptz`),
  until: unseen(`${parameter(timestamp(until))}::timestamptz`),
});

/** The stored count of the vaulted leads of a kind, `of`, and the number of its changes. */
const kept = (of: string): string =>
  `select coalesce(sum(items), 0)::int as items, coalesce(sum(changes), 0) as changes
    from lead_count where standing = 'vaulted' and of = ${of}`;

const entries = (where: string): string => `(select count(*)::int from vault_entry where ${where})`;

/**
 * How many vaulted leads are from before the time: their 90 days are over, and the refresh has not removed them yet. They can be
 * thousands, so the stored weeks are summed up to the beginning of the time; leads of the last of these weeks that lie after that are
 * subtracted, and there is hardly ever one.
 */
const pastOf = (of: string, where: string, { after }: Span): string =>
  `(select items from (${kept(of)} and week <= ${weekOf(after)}) as weeks)
    - ${entries(`${where}vaulted_at > ${after} and vaulted_at < ${weekOf(after)} + interval '168 hours'`)}`;

/**
 * `kept`: how many leads are in the vault, of any time, and the number of changes. `edge`: how many of them are before the requested
 * time, and how many after it. Mostly there are none, and looking at the first and the last lead is enough to see that.
 */
const known = (span: Span): string => `
  kept as materialized (${kept("''")}),
  edge as materialized (select
    case when (select vaulted_at from vault_entry order by vaulted_at, lead_id limit 1) <= ${span.after}
      then ${pastOf("''", '', span)} else 0 end as past,
    case when (select vaulted_at from vault_entry order by vaulted_at desc, lead_id desc limit 1) > ${span.until}
      then ${entries(`vaulted_at > ${span.until}`)} else 0 end as ahead)`;

/** The number of all leads in the vault. A time that ends before it begins holds none. */
const EVERYTHING = 'greatest(0, kept.items - edge.past - edge.ahead)';

/** The same for one state. */
const ofState = (state: string, span: Span): string => `
  greatest(0, (select items from (${kept(state)}) as of_state)
    - case when edge.past = 0 then 0 else ${pastOf(state, `state = ${state} and `, span)} end
    - case when edge.ahead = 0 then 0 else ${entries(`state = ${state} and vaulted_at > ${span.until}`)} end)`;

/** If neither the leads have changed nor the number of those outside the time, the same leads are inside it. */
const BASIS = basisOf('kept.changes', 'edge.past', 'edge.ahead');

/** The table `total` of one row with both totals, from the stored counts alone. */
export const storedTotal = (state: string | undefined, span: Span): string => `${known(span)},
  total as materialized (select ${EVERYTHING} as "all", ${state === undefined ? EVERYTHING : ofState(state, span)} as items
    from kept, edge)`;

/** The same without the total of a search; `holds` says whether a count on this basis is still valid. */
export const standingTotal = (span: Span, basis: string): string => `${known(span)},
  total as materialized (select ${EVERYTHING} as "all", ${BASIS} = ${basis} as holds from kept, edge)`;

/** How many leads a search finds, and the `basis` on which they were counted. */
export type SearchCount = { readonly basis: string; readonly items: number };

/**
 * The same for a search. Its leads are counted by `count`, unless they were counted before on the same basis. `among`: the number of
 * leads that are searched.
 */
export const searchTotal = (
  count: string,
  state: string | undefined,
  span: Span,
  [basis, items]: readonly [basis: string, items: string],
): string => `${known(span)},
  now as materialized (select ${EVERYTHING} as "all", ${state === undefined ? EVERYTHING : ofState(state, span)} as among,
    ${BASIS} as basis from kept, edge),
  total as materialized (select "all", among, basis, case when basis = ${basis} then ${items} else (${count}) end as items
    from now)`;
