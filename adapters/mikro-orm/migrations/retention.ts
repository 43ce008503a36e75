import { Migration } from '@mikro-orm/migrations';

export class Retention extends Migration {
  override up(): void {
    this.addSql(
      `create index lead_withdrawn_to_erase on lead (withdrawn_at, id) where standing = 'withdrawn' and (first_name <> '' or last_name <> '' or email is not null or phone is not null or address1 is not null)`,
    );
    this.addSql(
      `create index purchase_to_forget on purchase (coalesce(abandoned_at, lost_at), id) where (progress = 'abandoned' or (progress = 'lost' and loser_money <> 'held')) and (terms_address is not null or user_id is not null or buyer_email is not null)`,
    );
  }
}
