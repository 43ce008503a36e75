import { createHash } from 'node:crypto';

import { personKeyTexts } from '#domain/person.ts';
import type { TransactionSql } from '#adapters/mikro-orm/transaction/transaction-sql.ts';

const AT_A_TIME = 500;

type ReachableRow = { readonly id: string; readonly email: string | null; readonly phone: string | null };

/** The same hash as that of the port `Secrets`: SHA-256, in hex. */
export const hash = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');

/** Adds to every lead the keys by which its person is recognized in later imports. Not in SQL, because the domain writes them. */
export const fillPersonKeys = async (sql: TransactionSql): Promise<void> => {
  let last = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const { rows } = await sql(
      `select id, email, phone from lead where id > $1::uuid and (email is not null or phone is not null)
       order by id limit $2::int`,
      [last, AT_A_TIME],
    );
    const leads = rows as readonly ReachableRow[];
    const end = leads.at(-1);
    if (end === undefined) return;
    const keys = leads.flatMap(({ id, email, phone }) =>
      personKeyTexts({ email: email ?? undefined, phone: phone ?? undefined }).map((text) => ({ id, key: hash(text) })),
    );
    // When these leads were imported is not stored. It was before they were listed, and before now for those that are still scheduled.
    await sql(
      `insert into person_key (key, lead_id, seen_at)
       select given.key, lead.id, least(lead.listed_at, now())
       from unnest($1::text[], $2::uuid[]) as given (key, id) join lead on lead.id = given.id`,
      [keys.map(({ key }) => key), keys.map(({ id }) => id)],
    );
    last = end.id;
  }
};
