import { Migration } from '@mikro-orm/migrations';

/** What was paid after a subscription had ended is known until it has gone back. */
export class LateRefunds extends Migration {
  override up(): void {
    this.addSql(`
      alter table subscription
        add column late_payment_ref text,
        add column late_refund text,
        add constraint subscription_late_refund check (late_refund in ('wanted', 'made', 'failed')),
        drop constraint subscription_progress,
        add constraint subscription_progress check (case progress
          when 'open' then num_nonnulls(ref, payer_ref, since, paid_through, ends_at, is_overdue, gives_back, abandoned_at, ended_at, late_payment_ref, late_refund) = 0
          when 'abandoned' then abandoned_at is not null and num_nonnulls(ref, payer_ref, since, paid_through, ends_at, is_overdue, gives_back, ended_at, late_payment_ref, late_refund) = 0
          when 'live' then num_nonnulls(ref, payer_ref, since, paid_through, is_overdue) = 5 and num_nonnulls(gives_back, abandoned_at, ended_at, late_payment_ref, late_refund) = 0
          when 'unwanted' then num_nonnulls(ref, payer_ref, since, paid_through, gives_back) = 5 and num_nonnulls(ends_at, is_overdue, abandoned_at, ended_at, late_payment_ref, late_refund) = 0
          when 'ended' then num_nonnulls(ref, payer_ref, since, paid_through, ended_at) = 5 and num_nonnulls(late_payment_ref, late_refund) in (0, 2) and num_nonnulls(ends_at, is_overdue, gives_back, abandoned_at) = 0
          else false end)`);
    this.addSql('drop index subscription_due');
    this.addSql(
      `create index subscription_due on subscription (check_at, id) where progress in ('open', 'live', 'unwanted') or late_refund = 'wanted'`,
    );
  }
}
