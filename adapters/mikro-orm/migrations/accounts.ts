import { Migration } from '@mikro-orm/migrations';

export class Accounts extends Migration {
  override up(): void {
    this.addSql(`
      create table account (
        id uuid primary key,
        version int not null default 1,
        email text not null constraint account_email unique,
        full_name text not null,
        phone text,
        address text,
        password_hash text not null,
        verification text not null,
        verified_at timestamptz(3),
        pending_email text,
        former_email text,
        created_at timestamptz(3) not null,
        constraint account_password_hash check (password_hash ~ '^[$][a-z0-9-]+[$]'),
        constraint account_verification check (case verification when 'unverified' then verified_at is null
          when 'verified' then verified_at is not null else false end)
      )`);

    this.addSql(`
      create table account_token (
        hash text primary key,
        version int not null default 1,
        account_id uuid not null constraint account_token_account_id_foreign references account (id),
        purpose text not null,
        email text not null,
        created_at timestamptz(3) not null,
        ending text not null,
        ended_at timestamptz(3),
        constraint account_token_hash check (hash ~ '^[0-9a-f]{64}$'),
        constraint account_token_purpose check (purpose in ('VERIFY_EMAIL', 'PASSWORD_RESET', 'CHANGE_EMAIL')),
        constraint account_token_ending check (case ending when 'none' then ended_at is null when 'used' then ended_at is not null
          when 'replaced' then ended_at is not null else false end)
      )`);
    this.addSql(`create index account_token_open on account_token (account_id) where ending = 'none'`);

    this.addSql(`
      create table session (
        hash text primary key,
        version int not null default 1,
        account_id uuid not null constraint session_account_id_foreign references account (id),
        created_at timestamptz(3) not null,
        seen_at timestamptz(3) not null,
        constraint session_hash check (hash ~ '^[0-9a-f]{64}$')
      )`);
    this.addSql('create index session_account on session (account_id)');

    this.addSql(`
      create table contact_message (
        id uuid primary key,
        name text not null,
        email text not null,
        subject text not null,
        text text not null,
        received_at timestamptz(3) not null,
        is_spam boolean not null
      )`);
  }
}
