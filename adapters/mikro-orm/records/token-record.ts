import { defineEntity, p } from '@mikro-orm/core';
import type { InferEntity } from '@mikro-orm/core';

import type { TokenEnd, TokenPurpose } from '#domain/token.ts';
import { AccountRecord } from './account-record.ts';
import { SECRET_HASH } from './secret-hash.ts';

export const TokenRecord = defineEntity({
  name: 'TokenRecord',
  tableName: 'account_token',
  properties: {
    hash: p.text().primary(),
    version: p.integer().version(),
    accountId: () =>
      p.manyToOne(AccountRecord).mapToPk().fieldName('account_id').deleteRule('no action').updateRule('no action'),
    purpose: p.text().$type<TokenPurpose>(),
    email: p.text(),
    createdAt: p.datetime(3),
    ending: p.text().$type<TokenEnd['is']>(),
    endedAt: p.datetime(3).strictNullable(),
  },
  checks: [
    { name: 'account_token_hash', expression: SECRET_HASH },
    { name: 'account_token_purpose', expression: `purpose in ('VERIFY_EMAIL', 'PASSWORD_RESET', 'CHANGE_EMAIL')` },
    {
      name: 'account_token_ending',
      expression: `case ending when 'none' then ended_at is null when 'used' then ended_at is not null
        when 'replaced' then ended_at is not null else false end`,
    },
  ],
  indexes: [
    {
      name: 'account_token_open',
      expression: `create index account_token_open on account_token (account_id) where ending = 'none'`,
    },
  ],
});

export type TokenRow = InferEntity<typeof TokenRecord>;
