import { Migration } from '@mikro-orm/migrations';

/** What phones and word processors type for an apostrophe. */
const TYPED = '’‘ʼʻ`´';

/**
 * Searches of the vault know one apostrophe. The database itself writes it in search texts: in those that are there, and in those
 * that a process of the version before writes until it is replaced.
 */
export class OneApostrophe extends Migration {
  override up(): void {
    // This lock at once, and not a weaker one first: to raise it later could deadlock with whoever has read a lead to write it.
    this.addSql('lock table lead in exclusive mode');
    this.addSql(`
      create function one_apostrophe() returns trigger language plpgsql as $$
      begin
        new.vault_search := translate(new.vault_search, '${TYPED}', repeat('''', ${TYPED.length}));
        return new;
      end $$`);
    this.addSql(
      `create trigger lead_one_apostrophe before insert or update of vault_search on lead for each row
       when (new.vault_search ~ '[${TYPED}]') execute function one_apostrophe()`,
    );
    // The trigger mends them.
    this.addSql(`update lead set vault_search = vault_search where vault_search ~ '[${TYPED}]'`);
  }
}
