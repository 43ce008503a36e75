import { Migration } from '@mikro-orm/migrations';

/** A transaction that changes leads notifies every listening process when it commits: once, however many leads it changes. */
export class LeadNews extends Migration {
  override up(): void {
    this.addSql(`
      create function lead_news() returns trigger language plpgsql as $$
      begin
        perform pg_notify('lead_changed', '');
        return null;
      end $$`);
    this.addSql(`
      create trigger lead_news after insert or update or delete or truncate on lead
      for each statement execute function lead_news()`);
  }
}
