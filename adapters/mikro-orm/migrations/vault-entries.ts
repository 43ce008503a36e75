import { Migration } from '@mikro-orm/migrations';

const INDEXES = [
  'create index vault_entry_newest on vault_entry (vaulted_at desc, lead_id desc)',
  'create index vault_entry_newest_of_state on vault_entry (state, vaulted_at desc, lead_id desc)',
  'create index vault_entry_dearest on vault_entry (price desc, vaulted_at desc, lead_id desc)',
  'create index vault_entry_dearest_of_state on vault_entry (state, price desc, vaulted_at desc, lead_id desc)',
  'create index vault_entry_text on vault_entry using gin (search gin_trgm_ops)',
];

/** A narrow table of what vaulted leads are searched and sorted by. Triggers keep it, so that it is right whoever changes a lead. */
export class VaultEntries extends Migration {
  override up(): void {
    // Dropping the indexes below needs this lock, and what comes first takes a weaker one: raising it then could deadlock with a transaction
    // that has locked a lead and waits to write it.
    this.addSql('lock table lead in access exclusive mode');
    this.addSql(`
      create table vault_entry (
        lead_id uuid primary key constraint vault_entry_lead_id_foreign references lead (id) on update cascade on delete cascade,
        state text not null,
        price int not null,
        vaulted_at timestamptz(3) not null,
        search text collate "C" not null
      )`);
    // The planner estimates the hits of a search by a sample of the column: here by one that is three times the default of 100.
    this.addSql('alter table vault_entry alter column search set statistics 300');
    // Stored in the default order of lists, so that the entries of one page are in the same few blocks.
    this.addSql(
      `insert into vault_entry select id, state, price, vaulted_at, vault_search from lead where standing = 'vaulted'
       order by vaulted_at, id`,
    );
    for (const index of INDEXES) this.addSql(index);
    this.addSql('analyze vault_entry');

    this.addSql(`
      create function keep_vault_entry() returns trigger language plpgsql as $$
      begin
        if new.standing = 'vaulted' then
          insert into vault_entry values (new.id, new.state, new.price, new.vaulted_at, new.vault_search)
          on conflict (lead_id) do update set state = excluded.state, price = excluded.price, vaulted_at = excluded.vaulted_at,
            search = excluded.search;
        else
          delete from vault_entry where lead_id = new.id;
        end if;
        return null;
      end $$`);
    this.addSql(
      `create trigger lead_vault_entry_insert after insert on lead for each row when (new.standing = 'vaulted')
       execute function keep_vault_entry()`,
    );
    this.addSql(
      `create trigger lead_vault_entry_update after update on lead for each row
       when (old.standing = 'vaulted' or new.standing = 'vaulted') execute function keep_vault_entry()`,
    );
    this.addSql('drop index lead_vaulted_by_text');
    this.addSql('drop index lead_vaulted_by_state');
  }
}
