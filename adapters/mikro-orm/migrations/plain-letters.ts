import { Migration } from '@mikro-orm/migrations';

/** Letters that are one with their stroke, and the ligatures, each with what is typed for it. */
const [STROKED, PLAIN] = ['øłđðħı', 'olddhi'];
const LIGATURES = [
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ß', 'ss'],
  ['þ', 'th'],
] as const;

const TYPED = `[${STROKED}${LIGATURES.map(([letter]) => letter).join('')}]`;

const plainOf = (text: string): string =>
  LIGATURES.reduce(
    (sql, [letter, plain]) => `replace(${sql}, '${letter}', '${plain}')`,
    `translate(${text}, '${STROKED}', '${PLAIN}')`,
  );

/**
 * Searches of the vault look for plain letters only, so search texts may have no others. A trigger replaces them, because processes of
 * the previous version still write them during an update.
 */
export class PlainLetters extends Migration {
  override up(): void {
    // The lock of `create trigger` lets others lock a lead, but not write it: the update below could deadlock with such a transaction.
    this.addSql('lock table lead in exclusive mode');
    this.addSql(`
      create function plain_letters() returns trigger language plpgsql as $$
      begin
        new.vault_search := ${plainOf('new.vault_search')};
        return new;
      end $$`);
    this.addSql(
      `create trigger lead_plain_letters before insert or update of vault_search on lead for each row
       when (new.vault_search ~ '${TYPED}') execute function plain_letters()`,
    );
    // Makes the trigger replace them in the search texts that are there already.
    this.addSql(`update lead set vault_search = vault_search where vault_search ~ '${TYPED}'`);
  }
}
