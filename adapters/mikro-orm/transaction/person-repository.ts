import type { Persons } from '#application/ports/operation-repositories.ts';
import type { PersonKey } from '#domain/batch.ts';
import { vaultStart } from '#domain/lead.ts';
import { isId, isStorable } from '#adapters/mikro-orm/records/keys.ts';
import { slicesOf } from './slices.ts';
import { timestamp } from '#adapters/mikro-orm/connection/statement.ts';
import { LOCKS } from '#adapters/mikro-orm/advisory-locks.ts';
import type { Transaction } from './transaction.ts';

const SEEN = `select distinct key from person_key where key = any($1::text[]) and seen_at >= $2::timestamptz`;

/**
 * The condition of `isShownAfter`: a lead has at most one of these instants, and on the list none. Each key is looked up by itself: for
 * some hundred at once the planner reads all keys of the table, which takes ten times as long.
 */
const SHOWN = `select given.key from unnest($1::text[]) as given (key), lateral (
    select from person_key join lead on lead.id = lead_id where person_key.key = given.key
      and coalesce(vaulted_at > $3::timestamptz, sold_at > $2::timestamptz, withdrawn_at > $2::timestamptz, true) limit 1
  ) as shown`;

const LEADS = `select distinct lead_id as id from person_key where key = any($1::text[]) order by lead_id`;

const ADD = `insert into person_key (key, lead_id, seen_at)
  select key, lead_id, max(seen_at) from unnest($1::text[], $2::uuid[], $3::timestamptz[]) as given (key, lead_id, seen_at)
  group by key, lead_id
  on conflict (key, lead_id) do update set seen_at = greatest(person_key.seen_at, excluded.seen_at)`;

/** The keys of persons, by statements of one transaction. */
export const personsOn = ({ sql, flush }: Transaction): Persons => ({
  lock: async () => {
    await sql('select pg_advisory_xact_lock($1::bigint)', [LOCKS.knowPersons]);
  },
  seenSince: async (keys, since) => {
    const { rows } = await sql<Pick<PersonKey, 'key'>>(SEEN, [keys.filter(isStorable), timestamp(since)]);
    return new Set(rows.map(({ key }) => key));
  },
  shownAfter: async (keys, at) => {
    await flush();
    const instants = [timestamp(at), timestamp(vaultStart(at))];
    const { rows } = await sql<Pick<PersonKey, 'key'>>(SHOWN, [keys.filter(isStorable), ...instants]);
    return new Set(rows.map(({ key }) => key));
  },
  leadIdsOf: async (keys) => {
    const { rows } = await sql<{ readonly id: string }>(LEADS, [keys.filter(isStorable)]);
    return rows.map(({ id }) => id);
  },
  add: async (keys) => {
    for (const slice of slicesOf(keys))
      await sql(ADD, [
        slice.map(({ key }) => key),
        slice.map(({ leadId }) => leadId),
        slice.map(({ seenAt }) => timestamp(seenAt)),
      ]);
  },
  removeOf: async (leadIds) => {
    for (const slice of slicesOf(leadIds.filter(isId)))
      await sql('delete from person_key where lead_id = any($1::uuid[])', [slice]);
  },
});
