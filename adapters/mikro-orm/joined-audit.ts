import { MOVED_NOTE } from '#domain/audit.ts';
import type { AuditEntry } from '#domain/audit.ts';
import type { Query } from './connection/query.ts';

const IS_MOVE = `(action = 'refresh' and note is not null and note ~ $1)`;

/** `joinMoves` of the domain over all stored entries, of which only few rows leave the database. */
const JOINED = `
  select id, round(date_part('epoch', at) * 1000)::float8 as at, who, action, subject, note from (
    (select id, at, who, action, subject, note from audit where not coalesce(${IS_MOVE}, false) order by at desc, id desc limit $2::int)
    union all
    (select (array_agg(id order by at desc, id desc))[1], max(at), who, action, subject,
       split_part(note, ' ', 1) || ' ' || sum(split_part(note, ' ', 2)::bigint)
     from audit where ${IS_MOVE} group by who, action, subject, split_part(note, ' ', 1))
  ) as joined order by at desc, id desc limit $2::int`;

type Row = Omit<AuditEntry, 'note'> & { readonly note: string | null };

/** The newest entries of the audit, the moves of a week joined. */
export const joinedAudit = async (query: Query, limit: number): Promise<readonly AuditEntry[]> => {
  const rows = await query<Row>(JOINED, [MOVED_NOTE, limit]);
  return rows.map(({ note, ...entry }) => ({ ...entry, note: note ?? undefined }));
};
