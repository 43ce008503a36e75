import { Migration } from '@mikro-orm/migrations';

import { rulesFunction } from './purchase-rules.ts';

/** Nothing was sold by a purchase that has lapsed, as by a lost or an abandoned one: so its buyer's personal data can be removed, too. */
export class LapsedBuyers extends Migration {
  override up(): void {
    this.addSql('drop index purchase_to_forget');
    this.addSql(
      `create index purchase_to_forget on purchase (coalesce(abandoned_at, lost_at, lapsed_at), id) where (progress in ('abandoned', 'lapsed') or (progress = 'lost' and loser_money <> 'held')) and (terms_address is not null or user_id is not null or buyer_email is not null)`,
    );
    this.addSql(`create or replace ${rulesFunction('new.lapsed_at is not null')}`);
  }
}
