import { Migration } from '@mikro-orm/migrations';

/** The characters that phones and word processors put in the place of an apostrophe. */
const TYPED = '’‘ʼʻ`´';

/**
 * Searches of the vault look for the plain apostrophe (') only, so search texts may have no other. A trigger replaces the others, because
 * processes of the previous version still write them during an update.
 */
export class OneApostrophe extends Migration {
  override up(): void {
    // The lock of `create trigger` lets others lock a lead, but not write it: the update below could deadlock with such a transaction.
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
    // Makes the trigger replace them in the search texts that are there already.
    this.addSql(`update lead set vault_search = vault_search where vault_search ~ '[${TYPED}]'`);
  }
}
