import { Migration } from '@mikro-orm/migrations';

import { personKeyTextsIn } from '#domain/person.ts';
import { sqlOf } from '#adapters/mikro-orm/transaction/transaction-sql.ts';
import { hash } from './person-keys.ts';

const AT_A_TIME = 500;

/** `keys` are those that it has already. */
type KnownRow = {
  readonly id: string;
  readonly state: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly keys: readonly string[];
};

const REACHABLE = `select id, state, email, phone, array(select key from person_key where lead_id = lead.id) as keys from lead
  where id > $1::uuid and (email is not null or phone is not null) order by id limit $2::int`;

/**
 * Waits for whoever is just taking a lead back or erasing it, which then gets no key, and lets nobody do it until the keys are there. A
 * lead without any key is as if it was imported when it was listed. They are locked in the order in which the others do it.
 */
const ADD = `insert into person_key (key, lead_id, seen_at)
  select given.key, lead.id,
    coalesce((select max(seen_at) from person_key where lead_id = lead.id), least(lead.listed_at, now()))
  from unnest($1::text[], $2::uuid[]) as given (key, id) join lead on lead.id = given.id
  where lead.email is not null or lead.phone is not null
  order by lead.id
  for share of lead
  on conflict (key, lead_id) do nothing`;

const missingKeysOf = ({ id, state, email, phone, keys }: KnownRow): readonly { id: string; key: string }[] =>
  [email, phone]
    .flatMap((text) => personKeyTextsIn(state, text ?? ''))
    .map((text) => ({ id, key: hash(text) }))
    .filter(({ key }) => !keys.includes(key));

/**
 * The rules by which addresses and numbers are compared have changed since older versions stored the keys of persons: each lead gets those
 * of today, too. Not in SQL, because the domain writes them. Only leads that lack one are locked, and each batch is a transaction of its
 * own, so that nobody waits for the others; a run that was broken off begins again.
 */
export class KnownPersons extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override async up(): Promise<void> {
    let last: string | undefined = '00000000-0000-0000-0000-000000000000';
    while (last !== undefined) last = await this.addBehind(last);
  }

  /** Adds to the leads behind an id; answers the last one's, or `undefined` if there are none. */
  private addBehind(id: string): Promise<string | undefined> {
    return this.getEntityManager().transactional(async (em) => {
      const sql = sqlOf(em);
      const { rows } = await sql<KnownRow>(REACHABLE, [id, AT_A_TIME]);
      const missing = rows.flatMap(missingKeysOf);
      if (missing.length > 0) await sql(ADD, [missing.map(({ key }) => key), missing.map((one) => one.id)]);
      return rows.at(-1)?.id;
    });
  }
}
