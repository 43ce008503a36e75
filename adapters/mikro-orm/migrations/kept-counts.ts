import { Migration } from '@mikro-orm/migrations';

import { LOCKS } from '#adapters/mikro-orm/advisory-locks.ts';

/** Sets a lead's `place_id`: that of its city and state, which get one if they are new. */
const FIND_PLACE = `
  create function find_place() returns trigger language plpgsql as $$
  begin
    select id into new.place_id from place where city = new.city and state = new.state;
    if not found then
      -- Until this transaction has ended nobody else adds a place: whoever sees one sees all with lower numbers.
      perform pg_advisory_xact_lock(${LOCKS.addPlace});
      select id into new.place_id from place where city = new.city and state = new.state;
      if not found then
        insert into place (city, state) values (new.city, new.state) returning id into new.place_id;
      end if;
    end if;
    return new;
  end $$`;

/** The leads of a table that are counted, each with a sign. */
export const signed = (table: string, sign: number): string =>
  `select id, standing, coalesce(vaulted_at, listed_at) as at, state, place_id, vault_search, ${sign} as sign
   from ${table} where standing in ('listed', 'vaulted')`;

/** `latest`: also the last instant since which one of the leads was listed or vaulted. It never goes back. */
type Noted = { readonly latest?: boolean };

/**
 * Counts leads by standing, week and `of`, which is one of the places where a list may be limited to: everywhere (''), a state ('TX') or,
 * of listed leads, a place ('#7'). Each lead has a sign, -1 before a change and 1 after it, so that what has not changed adds up to 0.
 */
export const counted = (leads: string, { latest = false }: Noted = {}): string => `
  select standing, kept.of, date_bin('7 days', at, timestamptz '1970-01-05 15:00Z') as week, sum(sign)::int as items, count(*) as changes${latest ? ', max(at) as latest' : ''}
  from (select id, standing, at, state, place_id, vault_search, sum(sign)::int as sign from (${leads}) as leads
    group by id, standing, at, state, place_id, vault_search having sum(sign) <> 0) as changed
  cross join lateral unnest(case standing when 'listed' then array['', state, '#' || place_id] else array['', state] end) as kept (of)
  group by standing, kept.of, week`;

/**
 * A trigger function that adds the counts of changed leads to `lead_count`. Concurrent transactions must neither wait for each other nor
 * deadlock, so it adds to any row of the same key that nobody has locked, and inserts another row if there is none. A key then has about
 * as many rows as there were writers at once; its count is their sum. Under stricter isolation than 'read committed' it always inserts:
 * updating a row that another transaction has just changed would fail there.
 *
 * Hash and merge joins are off because the planner's statistics of this table may be out of date: with them it could read the whole table.
 */
export const countLeads = (name: string, leads: string, { latest = false }: Noted = {}): string => `function ${name}()
  returns trigger language plpgsql set enable_hashjoin = off set enable_mergejoin = off as $$
  begin
    with change as (${counted(leads, { latest })}),
    placed as materialized (select change.*, free.id from change left join lateral (
      select id from lead_count as kept where kept.standing = change.standing and kept.of = change.of and kept.week = change.week
        and current_setting('transaction_isolation') = 'read committed'
      limit 1 for update skip locked) as free on true),
    added as (update lead_count as kept set items = kept.items + placed.items, changes = kept.changes + placed.changes${
      latest ? ', latest = greatest(kept.latest, placed.latest)' : ''
    }
      from placed where kept.id = placed.id)
    insert into lead_count (standing, of, week, items, changes${latest ? ', latest' : ''})
      select standing, of, week, items, changes${latest ? ', latest' : ''} from placed where id is null;
    return null;
  end $$`;

/** What changes leads, the tables in which a trigger then finds them, and those to count, each with its sign. */
export const LEAD_EVENTS = [
  { event: 'insert', tables: 'new table as new_leads', leads: signed('new_leads', 1) },
  { event: 'delete', tables: 'old table as old_leads', leads: signed('old_leads', -1) },
  {
    event: 'update',
    tables: 'old table as old_leads new table as new_leads',
    leads: `${signed('old_leads', -1)} union all ${signed('new_leads', 1)}`,
  },
] as const;

/** The numbers of listed and vaulted leads by week and place. Triggers keep them, so that they are right whoever changes a lead. */
export class KeptCounts extends Migration {
  override up(): void {
    this.addSql(`
      create table place (
        id int primary key generated always as identity,
        city text not null,
        state text not null,
        constraint place_city_state unique (city, state)
      )`);
    // Half of each page stays free for new versions of its rows: an update then need not touch the index (a heap-only tuple).
    this.addSql(`
      create table lead_count (
        id bigint primary key generated always as identity,
        standing text collate "C" not null,
        of text collate "C" not null,
        week timestamptz(3) not null,
        items int not null,
        changes bigint not null
      ) with (fillfactor = 50)`);
    this.addSql('create index lead_count_of on lead_count (standing, of, week)');

    this.addSql('alter table lead add column place_id int');
    this.addSql('insert into place (city, state) select city, state from lead group by city, state');
    this.addSql('drop index lead_listed_by_city');
    this.addSql(
      'update lead set place_id = place.id from place where place.city = lead.city and place.state = lead.state',
    );
    this.addSql('alter table lead alter column place_id set not null');
    // The included columns are what a search filters by: it can pass over leads in the index without reading their rows.
    this.addSql('drop index lead_listed');
    this.addSql(
      `create index lead_listed on lead (listed_at desc, id) include (state, place_id) where standing = 'listed'`,
    );
    this.addSql(`create index lead_listed_by_place on lead (place_id, listed_at desc, id) where standing = 'listed'`);
    this.addSql(`insert into lead_count (standing, of, week, items, changes) ${counted(signed('lead', 1))}`);

    this.addSql(FIND_PLACE);
    this.addSql(
      'create trigger lead_place before insert or update of city, state on lead for each row execute function find_place()',
    );
    for (const { event, tables, leads } of LEAD_EVENTS) {
      const name = `count_leads_after_${event}`;
      this.addSql(`create ${countLeads(name, leads)}`);
      this.addSql(
        `create trigger lead_count_${event} after ${event} on lead referencing ${tables} for each statement execute function ${name}()`,
      );
    }
    this.addSql(`
      create function count_no_leads() returns trigger language plpgsql as $$
      begin
        insert into lead_count (standing, of, week, items, changes)
          select standing, of, week, -sum(items), 1 from lead_count group by standing, of, week having sum(items) <> 0;
        return null;
      end $$`);
    this.addSql(
      'create trigger lead_count_truncate after truncate on lead for each statement execute function count_no_leads()',
    );
  }
}
