import { Migration } from '@mikro-orm/migrations';

import { sqlOf } from '#adapters/mikro-orm/transaction/transaction-sql.ts';
import { fillPersonKeys } from './person-keys.ts';

export class Operations extends Migration {
  override async up(): Promise<void> {
    const sql = sqlOf(this.getEntityManager());
    await sql(
      `create table person_key (
        key text not null,
        lead_id uuid not null,
        seen_at timestamptz(3) not null,
        primary key (key, lead_id),
        constraint person_key_key check (key ~ '^[0-9a-f]{64}$')
      )`,
      [],
    );
    await fillPersonKeys(sql);
    // Deferred to the commit, so that a lead and its keys can be written and removed in any order.
    this.addSql(
      `alter table person_key add constraint person_key_lead_id_foreign foreign key (lead_id) references lead (id) deferrable initially deferred`,
    );
    this.addSql('create index person_key_lead on person_key (lead_id)');

    this.addSql(`
      create table batch (
        id uuid primary key,
        version int not null default 1,
        imported_at timestamptz(3) not null,
        file_hash text not null,
        created int not null,
        ending text not null,
        undone_at timestamptz(3),
        constraint batch_file_hash check (file_hash ~ '^[0-9a-f]{64}$'),
        constraint batch_created check (created >= 0),
        constraint batch_ending check (case ending when 'none' then undone_at is null when 'undone' then undone_at is not null else false end)
      )`);
    this.addSql(`
      create table provenance (
        lead_id uuid primary key constraint provenance_lead_id_foreign references lead (id) on delete cascade,
        batch_id uuid not null constraint provenance_batch_id_foreign references batch (id),
        line int not null,
        consent jsonb,
        constraint provenance_line check (line > 0),
        constraint provenance_consent check (jsonb_typeof(consent) = 'object')
      )`);
    this.addSql('create index provenance_batch on provenance (batch_id)');
    this.addSql(`
      create table audit (
        id uuid primary key,
        at timestamptz(3) not null,
        who text not null,
        action text not null,
        subject text not null,
        note text
      )`);
    this.addSql('create index audit_newest on audit (at desc, id desc)');

    this.addSql(
      `create index lead_to_erase on lead (expired_at, id) where standing = 'expired' and (first_name <> '' or last_name <> '' or email is not null or phone is not null or address1 is not null)`,
    );

    this.addRefunds();
  }

  private addRefunds(): void {
    this.addSql(
      `alter table purchase add column contact_left_at timestamptz(3), add column resends int, add column refund_requested_at timestamptz(3),
         add column refund_by text, add column refund_reason text, add column refunded_at timestamptz(3)`,
    );
    this.addSql(`update purchase set resends = 0, contact_left_at = sent_at where progress = 'settled'`);
    this.addSql(`
      alter table purchase drop constraint purchase_progress, add constraint purchase_progress check (case progress
        when 'open' then num_nonnulls(buyer_email, payment_ref, won_at, settled_at, delivery, sent_at, refused_at, contact_left_at, resends, refund_requested_at, refund_by, refund_reason, refunded_at, lost_at, loss_reason, loser_money, abandoned_at, lapsed_at) = 0
        when 'won' then num_nonnulls(buyer_email, won_at) = 2 and num_nonnulls(settled_at, delivery, sent_at, refused_at, contact_left_at, resends, refund_requested_at, refund_by, refund_reason, refunded_at, lost_at, loss_reason, loser_money, abandoned_at, lapsed_at) = 0
        when 'settled' then num_nonnulls(buyer_email, won_at, settled_at, delivery, resends) = 5 and num_nonnulls(refund_requested_at, refund_by, refund_reason, refunded_at, lost_at, loss_reason, loser_money, abandoned_at, lapsed_at) = 0
        when 'refunding' then num_nonnulls(buyer_email, won_at, settled_at, delivery, resends, refund_requested_at, refund_by, refund_reason) = 8 and num_nonnulls(refunded_at, lost_at, loss_reason, loser_money, abandoned_at, lapsed_at) = 0
        when 'refunded' then num_nonnulls(buyer_email, won_at, settled_at, delivery, resends, refund_requested_at, refund_by, refund_reason, refunded_at) = 9 and num_nonnulls(lost_at, loss_reason, loser_money, abandoned_at, lapsed_at) = 0
        when 'lost' then num_nonnulls(lost_at, loss_reason, loser_money) = 3 and num_nonnulls(won_at, settled_at, delivery, sent_at, refused_at, contact_left_at, resends, refund_requested_at, refund_by, refund_reason, refunded_at, abandoned_at, lapsed_at) = 0
        when 'abandoned' then abandoned_at is not null and num_nonnulls(buyer_email, payment_ref, won_at, settled_at, delivery, sent_at, refused_at, contact_left_at, resends, refund_requested_at, refund_by, refund_reason, refunded_at, lost_at, loss_reason, loser_money, lapsed_at) = 0
        when 'lapsed' then num_nonnulls(buyer_email, lapsed_at) = 2 and num_nonnulls(payment_ref, won_at, settled_at, delivery, sent_at, refused_at, contact_left_at, resends, refund_requested_at, refund_by, refund_reason, refunded_at, lost_at, loss_reason, loser_money, abandoned_at) = 0
        else false end)`);
    this.addSql('alter table purchase add constraint purchase_resends check (resends >= 0)');
    this.addSql(`alter table purchase add constraint purchase_refund_by check (refund_by in ('operator', 'provider'))`);
    // While a purchase is being refunded, nobody else may buy its lead.
    this.addSql('drop index purchase_one_buyer');
    this.addSql(
      `create unique index purchase_one_buyer on purchase (lead_id) where progress in ('won', 'settled', 'refunding')`,
    );
    this.addSql('drop index purchase_due');
    this.addSql(
      `create index purchase_due on purchase (check_at, id) where progress in ('open', 'won', 'refunding') or (progress = 'lost' and loser_money = 'held')`,
    );
  }
}
