import { Migration } from '@mikro-orm/migrations';

/** The rules for every purchase, by the names of the constraints that they replace. `new` is the row that is written. */
const ALWAYS = {
  purchase_amounts: 'new.list_price between 0 and 9999999 and new.price between 0 and 9999999',
  purchase_terms: `num_nonnulls(new.terms_version, new.terms_text_hash, new.terms_accepted_at, new.terms_address, new.terms_user_agent) in (0, 5)`,
  purchase_checkout: 'num_nonnulls(new.checkout_ref, new.checkout_closes_at) in (0, 2)',
  purchase_check_count: 'new.check_count >= 0',
};

/** How many columns are filled that belong to a progress. 0 for an open purchase, which needs no further check; most are open. */
const FILLED =
  'num_nonnulls(new.buyer_email, new.payment_ref, new.won_at, new.settled_at, new.delivery, new.sent_at, new.refused_at, new.contact_left_at, new.resends, new.refund_requested_at, new.refund_by, new.refund_reason, new.refunded_at, new.lost_at, new.loss_reason, new.loser_money, new.abandoned_at, new.lapsed_at)';

const FIRST_REASONS = ['sold', 'not-offered', 'coupon-used-up', 'amount-differs'];

/** The rules that depend on the progress. `lapsed`: the condition for a lapsed purchase. `reasons`: why a purchase may be lost. */
const byProgress = (lapsed: string, reasons: readonly string[]) => ({
  // Of the columns that belong to a progress, those that are not this one's must be null.
  purchase_progress: `case new.progress
    when 'open' then ${FILLED} = 0
    when 'won' then num_nonnulls(new.buyer_email, new.won_at) = 2 and num_nonnulls(new.settled_at, new.delivery, new.sent_at, new.refused_at, new.contact_left_at, new.resends, new.refund_requested_at, new.refund_by, new.refund_reason, new.refunded_at, new.lost_at, new.loss_reason, new.loser_money, new.abandoned_at, new.lapsed_at) = 0
    when 'settled' then num_nonnulls(new.buyer_email, new.won_at, new.settled_at, new.delivery, new.resends) = 5 and num_nonnulls(new.refund_requested_at, new.refund_by, new.refund_reason, new.refunded_at, new.lost_at, new.loss_reason, new.loser_money, new.abandoned_at, new.lapsed_at) = 0
    when 'refunding' then num_nonnulls(new.buyer_email, new.won_at, new.settled_at, new.delivery, new.resends, new.refund_requested_at, new.refund_by, new.refund_reason) = 8 and num_nonnulls(new.refunded_at, new.lost_at, new.loss_reason, new.loser_money, new.abandoned_at, new.lapsed_at) = 0
    when 'refunded' then num_nonnulls(new.buyer_email, new.won_at, new.settled_at, new.delivery, new.resends, new.refund_requested_at, new.refund_by, new.refund_reason, new.refunded_at) = 9 and num_nonnulls(new.lost_at, new.loss_reason, new.loser_money, new.abandoned_at, new.lapsed_at) = 0
    when 'lost' then num_nonnulls(new.lost_at, new.loss_reason, new.loser_money) = 3 and num_nonnulls(new.won_at, new.settled_at, new.delivery, new.sent_at, new.refused_at, new.contact_left_at, new.resends, new.refund_requested_at, new.refund_by, new.refund_reason, new.refunded_at, new.abandoned_at, new.lapsed_at) = 0
    when 'abandoned' then new.abandoned_at is not null and num_nonnulls(new.buyer_email, new.payment_ref, new.won_at, new.settled_at, new.delivery, new.sent_at, new.refused_at, new.contact_left_at, new.resends, new.refund_requested_at, new.refund_by, new.refund_reason, new.refunded_at, new.lost_at, new.loss_reason, new.loser_money, new.lapsed_at) = 0
    when 'lapsed' then ${lapsed} and num_nonnulls(new.payment_ref, new.won_at, new.settled_at, new.delivery, new.sent_at, new.refused_at, new.contact_left_at, new.resends, new.refund_requested_at, new.refund_by, new.refund_reason, new.refunded_at, new.lost_at, new.loss_reason, new.loser_money, new.abandoned_at) = 0
    else false end`,
  purchase_delivery: `case new.delivery when 'queued' then num_nonnulls(new.sent_at, new.refused_at) = 0
    when 'sent' then new.sent_at is not null and new.refused_at is null
    when 'refused' then new.refused_at is not null and new.sent_at is null
    else new.delivery is null end`,
  purchase_resends: 'new.resends >= 0',
  purchase_refund_by: `new.refund_by in ('operator', 'provider')`,
  purchase_loss_reason: `new.loss_reason in (${reasons.map((reason) => `'${reason}'`).join(', ')})`,
  purchase_loser_money: `case new.loser_money when 'untouched' then new.payment_ref is null
    when 'held' then new.payment_ref is not null when 'released' then new.payment_ref is not null
    when 'refunded' then new.payment_ref is not null else new.loser_money is null end`,
});

/** In SQL, the name of the first broken rule, or null. As in a constraint, a rule that evaluates to null is not broken. */
const broken = (rules: Readonly<Record<string, string>>): string =>
  `case ${Object.entries(rules)
    .map(([name, rule]) => `when not (${rule}) then '${name}'`)
    .join(' ')} end`;

/** The trigger function that checks the rules. Later migrations replace it by one with other `lapsed` and more `reasons`. */
export const rulesFunction = (
  lapsed: string,
  reasons: readonly string[] = [],
): string => `function purchase_rules() returns trigger language plpgsql as $$
      declare
        broken text := ${broken(ALWAYS)};
      begin
        if broken is null and (new.progress <> 'open' or ${FILLED} > 0) then
          broken := ${broken(byProgress(lapsed, [...FIRST_REASONS, ...reasons]))};
        end if;
        if broken is not null then
          raise exception 'a purchase breaks the rule %', broken
            using errcode = 'check_violation', table = 'purchase', constraint = broken;
        end if;
        return new;
      end $$`;

const WITH_BUYER = 'num_nonnulls(new.buyer_email, new.lapsed_at) = 2';

/**
 * Replaces the check constraints of purchases by a trigger. PostgreSQL parses a table's constraints again for each statement, which took
 * four fifths of the time of writing a purchase; it parses a function once for each connection.
 */
export class PurchaseRules extends Migration {
  override up(): void {
    this.addSql(`
      create ${rulesFunction(WITH_BUYER)}`);
    this.addSql(`
      create trigger purchase_rules before insert or update on purchase
      for each row execute function purchase_rules()`);
    const names = Object.keys({ ...ALWAYS, ...byProgress(WITH_BUYER, FIRST_REASONS) });
    this.addSql(`alter table purchase ${names.map((name) => `drop constraint ${name}`).join(', ')}`);
  }
}
