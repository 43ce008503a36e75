import { Migration } from '@mikro-orm/migrations';

import { sqlOf } from '#adapters/mikro-orm/transaction/transaction-sql.ts';
import { fillVaultSearch } from './vault-search.ts';

export class SubscriptionsAndVault extends Migration {
  override async up(): Promise<void> {
    const sql = sqlOf(this.getEntityManager());
    await sql('alter table lead add column vault_search text collate "C"', []);
    await fillVaultSearch(sql);

    this.addSql(
      `alter table lead add constraint lead_vault_search check ((vault_search is not null) = (standing = 'vaulted'))`,
    );
    // The planner estimates the hits of a search by a sample of the column: here by one that is three times the default of 100.
    this.addSql('alter table lead alter column vault_search set statistics 300');
    this.addSql(
      `create index lead_vaulted_by_text on lead using gin (vault_search gin_trgm_ops) where standing = 'vaulted'`,
    );
    this.addSql(`create index lead_vaulted on lead (vaulted_at desc, id desc) where standing = 'vaulted'`);
    this.addSql(
      `create index lead_vaulted_by_state on lead (state, vaulted_at desc, id desc) where standing = 'vaulted'`,
    );
    // With the id in descending order as well, this one index serves both directions: it can be read backwards.
    this.addSql('drop index lead_vaulted_by_price');
    this.addSql(
      `create index lead_vaulted_by_price on lead (price desc, vaulted_at desc, id desc) where standing = 'vaulted'`,
    );

    this.addSql(`
      create table subscription (
        id uuid primary key,
        version int not null default 1,
        account_id uuid not null constraint subscription_account_id_foreign references account (id),
        opened_at timestamptz(3) not null,
        checkout_ref text constraint subscription_checkout_ref unique,
        checkout_closes_at timestamptz(3),
        check_at timestamptz(3) not null,
        check_count int not null,
        revision int not null,
        progress text not null,
        ref text constraint subscription_ref unique,
        payer_ref text,
        since timestamptz(3),
        paid_through timestamptz(3),
        ends_at timestamptz(3),
        is_overdue boolean,
        gives_back boolean,
        abandoned_at timestamptz(3),
        ended_at timestamptz(3),
        constraint subscription_checkout check (num_nonnulls(checkout_ref, checkout_closes_at) in (0, 2)),
        constraint subscription_counts check (check_count >= 0 and revision >= 0),
        constraint subscription_progress check (case progress
          when 'open' then num_nonnulls(ref, payer_ref, since, paid_through, ends_at, is_overdue, gives_back, abandoned_at, ended_at) = 0
          when 'abandoned' then abandoned_at is not null and num_nonnulls(ref, payer_ref, since, paid_through, ends_at, is_overdue, gives_back, ended_at) = 0
          when 'live' then num_nonnulls(ref, payer_ref, since, paid_through, is_overdue) = 5 and num_nonnulls(gives_back, abandoned_at, ended_at) = 0
          when 'unwanted' then num_nonnulls(ref, payer_ref, since, paid_through, gives_back) = 5 and num_nonnulls(ends_at, is_overdue, abandoned_at, ended_at) = 0
          when 'ended' then num_nonnulls(ref, payer_ref, since, paid_through, ended_at) = 5 and num_nonnulls(ends_at, is_overdue, gives_back, abandoned_at) = 0
          else false end)
      )`);
    this.addSql(
      `create index subscription_account on subscription (account_id, opened_at desc, id desc) where progress <> 'abandoned'`,
    );
    this.addSql(
      `create index subscription_due on subscription (check_at, id) where progress in ('open', 'live', 'unwanted')`,
    );
    this.addSql(`create unique index subscription_one_open on subscription (account_id) where progress = 'open'`);
    this.addSql(`create unique index subscription_one_live on subscription (account_id) where progress = 'live'`);
  }
}
