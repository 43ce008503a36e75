import { Migration } from '@mikro-orm/migrations';

export class RateLimits extends Migration {
  override up(): void {
    // Written by rate-limiter-flexible, which relies on the order of the columns. No row outlives its window by more than an hour.
    this.addSql('create table rate_limit (key text primary key, points int not null default 0, expire bigint)');
  }
}
