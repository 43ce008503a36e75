import { Migration } from '@mikro-orm/migrations';

export class LeadsAndPurchases extends Migration {
  override up(): void {
    this.addSql('create extension if not exists pg_trgm');

    this.addSql(`
      create table lead (
        id uuid primary key,
        version int not null default 1,
        city text not null,
        state text not null,
        city_search text not null,
        first_name text not null,
        last_name text not null,
        email text,
        phone text,
        address1 text,
        description text not null,
        price int not null,
        standing text not null,
        listed_at timestamptz(3) not null,
        sold_at timestamptz(3),
        purchase_id uuid,
        vaulted_at timestamptz(3),
        expired_at timestamptz(3),
        withdrawn_at timestamptz(3),
        constraint lead_state check (state ~ '^[A-Z]{2}$'),
        constraint lead_price check (price >= 0 and price <= 9999999),
        constraint lead_standing check (case standing
          when 'listed' then num_nonnulls(sold_at, purchase_id, vaulted_at, expired_at, withdrawn_at) = 0
          when 'sold' then num_nonnulls(sold_at, purchase_id) = 2 and num_nonnulls(vaulted_at, expired_at, withdrawn_at) = 0
          when 'vaulted' then vaulted_at is not null and num_nonnulls(sold_at, purchase_id, expired_at, withdrawn_at) = 0
          when 'expired' then num_nonnulls(vaulted_at, expired_at) = 2 and num_nonnulls(sold_at, purchase_id, withdrawn_at) = 0
          when 'withdrawn' then withdrawn_at is not null and num_nonnulls(sold_at, purchase_id, vaulted_at, expired_at) = 0
          else false end)
      )`);
    this.addSql(`create index lead_listed on lead (listed_at desc, id) where standing = 'listed'`);
    this.addSql(`create index lead_listed_by_state on lead (state, listed_at desc, id) where standing = 'listed'`);
    this.addSql(
      `create index lead_listed_by_city on lead using gin (city_search gin_trgm_ops) where standing = 'listed'`,
    );
    this.addSql(
      `create index lead_vaulted_by_price on lead (price desc, vaulted_at desc, id) where standing = 'vaulted'`,
    );

    this.addSql(`
      create table purchase (
        id uuid primary key,
        version int not null default 1,
        sale_number text not null constraint purchase_sale_number unique,
        lead_id uuid not null constraint purchase_lead_id_foreign references lead (id),
        line_item text not null,
        list_price int not null,
        price int not null,
        coupon_code text,
        visitor_hash text not null,
        user_id text,
        terms_version text,
        terms_text_hash text,
        terms_accepted_at timestamptz(3),
        terms_address text,
        terms_user_agent text,
        opened_at timestamptz(3) not null,
        checkout_ref text constraint purchase_checkout_ref unique,
        checkout_closes_at timestamptz(3),
        check_at timestamptz(3) not null,
        check_count int not null,
        progress text not null,
        buyer_email text,
        payment_ref text,
        won_at timestamptz(3),
        settled_at timestamptz(3),
        delivery text,
        sent_at timestamptz(3),
        refused_at timestamptz(3),
        lost_at timestamptz(3),
        loss_reason text,
        loser_money text,
        abandoned_at timestamptz(3),
        lapsed_at timestamptz(3),
        constraint purchase_amounts check (list_price >= 0 and list_price <= 9999999 and price >= 0 and price <= 9999999),
        constraint purchase_terms check (num_nonnulls(terms_version, terms_text_hash, terms_accepted_at, terms_address, terms_user_agent) in (0, 5)),
        constraint purchase_checkout check (num_nonnulls(checkout_ref, checkout_closes_at) in (0, 2)),
        constraint purchase_check_count check (check_count >= 0),
        constraint purchase_progress check (case progress
          when 'open' then num_nonnulls(buyer_email, payment_ref, won_at, settled_at, delivery, sent_at, refused_at, lost_at, loss_reason, loser_money, abandoned_at, lapsed_at) = 0
          when 'won' then num_nonnulls(buyer_email, won_at) = 2 and num_nonnulls(settled_at, delivery, sent_at, refused_at, lost_at, loss_reason, loser_money, abandoned_at, lapsed_at) = 0
          when 'settled' then num_nonnulls(buyer_email, won_at, settled_at, delivery) = 4 and num_nonnulls(lost_at, loss_reason, loser_money, abandoned_at, lapsed_at) = 0
          when 'lost' then num_nonnulls(lost_at, loss_reason, loser_money) = 3 and num_nonnulls(won_at, settled_at, delivery, sent_at, refused_at, abandoned_at, lapsed_at) = 0
          when 'abandoned' then abandoned_at is not null and num_nonnulls(buyer_email, payment_ref, won_at, settled_at, delivery, sent_at, refused_at, lost_at, loss_reason, loser_money, lapsed_at) = 0
          when 'lapsed' then num_nonnulls(buyer_email, lapsed_at) = 2 and num_nonnulls(payment_ref, won_at, settled_at, delivery, sent_at, refused_at, lost_at, loss_reason, loser_money, abandoned_at) = 0
          else false end),
        constraint purchase_delivery check (case delivery when 'queued' then num_nonnulls(sent_at, refused_at) = 0
          when 'sent' then sent_at is not null and refused_at is null
          when 'refused' then refused_at is not null and sent_at is null
          else delivery is null end),
        constraint purchase_loss_reason check (loss_reason in ('sold', 'not-offered', 'coupon-used-up', 'amount-differs')),
        constraint purchase_loser_money check (case loser_money when 'untouched' then payment_ref is null
          when 'held' then payment_ref is not null when 'released' then payment_ref is not null
          when 'refunded' then payment_ref is not null else loser_money is null end)
      )`);
    this.addSql('create index purchase_lead on purchase (lead_id)');
    this.addSql(`create unique index purchase_one_buyer on purchase (lead_id) where progress in ('won', 'settled')`);
    this.addSql(
      `create index purchase_due on purchase (check_at, id) where progress in ('open', 'won') or (progress = 'lost' and loser_money = 'held')`,
    );

    this.addSql(`
      create table coupon (
        code text primary key,
        version int not null default 1,
        discount text not null,
        discount_value int not null,
        starts_at timestamptz(3),
        ends_at timestamptz(3),
        uses int not null,
        max_uses int,
        smallest_price int,
        active boolean not null,
        constraint coupon_uses check (uses >= 0 and uses <= coalesce(max_uses, uses)),
        constraint coupon_discount check (case discount when 'percent' then discount_value >= 0 and discount_value <= 10000
          when 'amount' then discount_value >= 0 and discount_value <= 9999999 else false end),
        constraint coupon_smallest_price check (smallest_price >= 0 and smallest_price <= 9999999)
      )`);

    this.addSql('create table notification (id text primary key, received_at timestamptz(3) not null)');

    this.addSql(`
      create table development_document (
        collection text not null,
        id text not null,
        seq bigint not null generated always as identity,
        body json not null,
        primary key (collection, id)
      )`);
  }
}
