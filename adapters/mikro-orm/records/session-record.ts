import { defineEntity, p } from '@mikro-orm/core';
import type { InferEntity } from '@mikro-orm/core';

import { AccountRecord } from './account-record.ts';
import { SECRET_HASH } from './secret-hash.ts';

export const SessionRecord = defineEntity({
  name: 'SessionRecord',
  tableName: 'session',
  properties: {
    hash: p.text().primary(),
    version: p.integer().version(),
    accountId: () =>
      p
        .manyToOne(AccountRecord)
        .mapToPk()
        .fieldName('account_id')
        .index('session_account')
        .deleteRule('no action')
        .updateRule('no action'),
    createdAt: p.datetime(3),
    seenAt: p.datetime(3),
  },
  checks: [{ name: 'session_hash', expression: SECRET_HASH }],
});

export type SessionRow = InferEntity<typeof SessionRecord>;
