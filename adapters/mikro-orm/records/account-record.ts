import { defineEntity, p } from '@mikro-orm/core';
import type { InferEntity } from '@mikro-orm/core';

import type { Verification } from '#domain/account.ts';

export const AccountRecord = defineEntity({
  name: 'AccountRecord',
  tableName: 'account',
  properties: {
    id: p.uuid().primary(),
    version: p.integer().version(),
    email: p.text().unique('account_email'),
    fullName: p.text(),
    phone: p.text().strictNullable(),
    address: p.text().strictNullable(),
    passwordHash: p.text(),
    verification: p.text().$type<Verification['state']>(),
    verifiedAt: p.datetime(3).strictNullable(),
    pendingEmail: p.text().strictNullable(),
    // Named by a version that kept there the address before the last change.
    emailToWarn: p.text().fieldName('former_email').strictNullable(),
    createdAt: p.datetime(3),
  },
  checks: [
    // In the form of any hash: a password as it was typed does not get in.
    { name: 'account_password_hash', expression: `password_hash ~ '^[$][a-z0-9-]+[$]'` },
    {
      name: 'account_verification',
      expression: `case verification when 'unverified' then verified_at is null
        when 'verified' then verified_at is not null else false end`,
    },
  ],
});

export type AccountRow = InferEntity<typeof AccountRecord>;
