import { Migration } from '@mikro-orm/migrations';

import { rulesFunction } from './purchase-rules.ts';

/** A purchase may be lost for want of an address to send the lead to, and for a payment that came after its page had closed. */
export class MoreLosses extends Migration {
  override up(): void {
    this.addSql(`create or replace ${rulesFunction('new.lapsed_at is not null', ['no-address', 'paid-too-late'])}`);
  }
}
