import { MikroORM } from '@mikro-orm/postgresql';

import { openPostgres } from '#adapters/mikro-orm/connection.ts';
import { databaseStore } from '#adapters/mikro-orm/store.ts';
import type { Query } from '#adapters/mikro-orm/connection/query.ts';
import { ORM_OPTIONS } from '#adapters/mikro-orm/orm-options.ts';
import { MIGRATIONS } from '#adapters/mikro-orm/migrations/list.ts';
import { diceOf } from '#tests/race/dice.ts';
import { freshDatabase } from '#tests/support/postgres.ts';
import { earlierRows } from './earlier-rows.ts';
import type { EarlierRow } from './earlier-rows.ts';
import type { Tally } from './promise.ts';

/** Brings the database at an address to today's schema. */
export type Bring = (url: string) => Promise<void>;

/** Runs `work` with an ORM of its own, and only some of the migrations. */
export const withMigrations = async (
  url: string,
  names: readonly string[],
  work: (orm: MikroORM) => Promise<unknown>,
): Promise<void> => {
  const migrationsList = MIGRATIONS.filter(({ name }) => names.includes(name));
  const orm = new MikroORM({
    ...ORM_OPTIONS,
    clientUrl: url,
    driverOptions: { connectionString: url, max: 2, options: '-c TimeZone=UTC' },
    migrations: { ...ORM_OPTIONS.migrations, migrationsList },
  });
  try {
    await work(orm);
  } finally {
    await orm.close();
  }
};

export const NAMES = MIGRATIONS.map(({ name }) => name);

const insert = async (query: Query, { table, columns }: EarlierRow): Promise<void> => {
  const names = Object.keys(columns);
  await query(
    `insert into ${table} (${names.join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')})`,
    Object.values(columns),
  );
};

/** Every column, constraint, index, trigger and function of ours. */
const definitionsIn = async (query: Query): Promise<readonly string[]> =>
  (
    await query<{ readonly line: string }>(
      `select concat_ws(' ', table_name, column_name, data_type, datetime_precision, collation_name, is_nullable, column_default) as line
         from information_schema.columns where table_schema = 'public'
       union all
       select concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint
         where connamespace = 'public'::regnamespace
       union all
       select indexdef from pg_indexes where schemaname = 'public'
       union all
       select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
       union all
       select pg_get_functiondef(pg_proc.oid) from pg_proc join pg_language on pg_language.oid = prolang
         where pronamespace = 'public'::regnamespace and lanname = 'plpgsql'
       order by 1`,
    )
  ).map(({ line }) => line);

let today: Promise<readonly string[]> | undefined;

const askToday = async (): Promise<readonly string[]> => {
  const { url, drop } = await freshDatabase();
  try {
    const { query, close } = await openPostgres({ url, poolSize: 1 });
    const definitions = await definitionsIn(query);
    await close();
    return definitions;
  } finally {
    await drop();
  }
};

/** The same of today's schema, asked once. */
const definitionsToday = (): Promise<readonly string[]> => (today ??= askToday());

/** Every row, as a text. */
const contentsOf = async (query: Query): Promise<readonly string[]> => {
  const tables = await query<{ readonly name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' order by 1`,
  );
  const all = await Promise.all(
    tables.map(async ({ name }) =>
      (await query<{ readonly row: string }>(`select to_jsonb(t)::text as row from ${name} as t order by 1`)).map(
        ({ row }) => `${name} ${row}`,
      ),
    ),
  );
  return all.flat();
};

type Leftover = { readonly what: string; readonly statement: string };

/** `since`: the first migration after which there are such rows. */
type Refused = Leftover & { readonly since: number };

/** What no database may have once it is at today's schema. */
const LEFTOVERS: readonly Leftover[] = [
  {
    what: 'a lead that can be reached is not known by its address',
    statement: `select id from lead where email is not null and not exists (select 1 from person_key
      where lead_id = lead.id and key = encode(sha256(convert_to('email:' || email, 'UTF8')), 'hex'))`,
  },
  {
    what: 'a vaulted lead is not found by its name',
    statement: `select id from lead where standing = 'vaulted' and vault_search not like '%' || lower(first_name) || ' lee%'`,
  },
  {
    what: 'a vaulted lead has no entry in the vault, or not its own text there',
    statement: `select id from lead left join vault_entry on lead_id = id
      where (standing = 'vaulted' or lead_id is not null) and search is distinct from vault_search`,
  },
  {
    what: 'a kept count is not the number of the leads',
    statement: `select standing from lead where standing in ('listed', 'vaulted') group by standing
      having count(*) <> coalesce((select sum(items) from lead_count where of = '' and lead_count.standing = lead.standing), 0)`,
  },
  {
    what: 'a delivered purchase does not know when the contact left',
    statement: `select id from purchase where delivery = 'sent' and (contact_left_at <> sent_at or contact_left_at is null)`,
  },
  {
    what: 'a sold lead has no sale',
    statement: `select id from lead where standing = 'sold' and not exists
      (select 1 from purchase where id = lead.purchase_id and progress in ('won', 'settled'))`,
  },
];

/** What the database itself must refuse. */
const REFUSED: readonly Refused[] = [
  {
    since: 1,
    what: 'a second buyer of a lead',
    statement: `update purchase set progress = 'won', won_at = now(), buyer_email = 'second@people.example',
      lead_id = (select lead_id from purchase where progress = 'settled' limit 1) where progress = 'open'`,
  },
  { since: 3, what: 'a second account of an address', statement: `update account set email = 'same@people.example'` },
  {
    since: 4,
    what: 'a second live subscription',
    statement: `update subscription set progress = 'live', is_overdue = false, ended_at = null where progress = 'ended'`,
  },
];

/** A database with the data of an earlier schema comes to today's: nothing is lost, and all that holds today holds there. */
export const comeFrom = async (
  schema: number,
  seed: number,
  bring: Bring,
  { done, wrong: tell }: Tally,
): Promise<void> => {
  const wrong = (what: string): void => tell(`from ${NAMES[schema - 1] ?? 'nothing'}: ${what}`);
  const fresh = await freshDatabase({ migrated: false });
  const rows = earlierRows(schema, diceOf(seed));
  try {
    if (schema > 0) await withMigrations(fresh.url, NAMES.slice(0, schema), (orm) => orm.migrator.up());
    const database = await openPostgres({ url: fresh.url, poolSize: 4 });
    const { query } = database;
    try {
      for (const row of rows) await insert(query, row);
      const before = await contentsOf(query);
      try {
        await bring(fresh.url);
      } catch (error) {
        return wrong(`it does not come to today's schema: ${String(error)}`);
      }
      const [is, must] = [await definitionsIn(query), await definitionsToday()];
      for (const line of must.filter((one) => !is.includes(one))) wrong(`lacks ${line}`);
      for (const line of is.filter((one) => !must.includes(one))) wrong(`has ${line}`);
      if (is.join() !== must.join()) return;

      for (const line of before.filter((one) => !one.startsWith('mikro_orm_migrations'))) {
        const [table = ''] = line.split(' ', 1);
        const found = await query(`select 1 from ${table} as t where to_jsonb(t) @> $1::jsonb`, [
          line.slice(table.length + 1),
        ]);
        if (found.length !== 1) wrong(`this row is there ${found.length} times: ${line}`);
        done();
      }
      for (const { what, statement } of schema > 0 ? LEFTOVERS : [])
        for (const row of await query(statement)) wrong(`${what}: ${JSON.stringify(row)}`);
      const atomically = databaseStore(database, { addJob: () => Promise.reject(new Error('no job here')) });
      for (const { table, columns } of rows) {
        const id = String(columns['id']);
        const found = await atomically(async ({ leads, purchases, accounts, subscriptions }) => {
          const finders = { lead: leads, purchase: purchases, account: accounts, subscription: subscriptions };
          return Object.hasOwn(finders, table) ? finders[table as keyof typeof finders].find(id) : columns;
        });
        if (found === undefined) wrong(`the store finds no ${table} ${id}`);
      }
      for (const { what, statement } of REFUSED.filter(({ since }) => schema >= since)) {
        const refusal = await query(statement).then(
          () => 'taken',
          (error: unknown) => String(error),
        );
        if (!refusal.includes('23505')) wrong(`${what} is ${refusal}`);
      }
      const contents = await contentsOf(query);
      await bring(fresh.url);
      if ((await contentsOf(query)).join('\n') !== contents.join('\n')) wrong('to come there again changes something');
      if ((await definitionsIn(query)).join('\n') !== must.join('\n')) wrong('to come there again changes the schema');
      done();
    } finally {
      await database.close();
    }
  } finally {
    await fresh.drop();
  }
};
