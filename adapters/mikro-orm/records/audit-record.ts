import { defineEntity, p } from '@mikro-orm/core';
import type { InferEntity } from '@mikro-orm/core';

import type { AuditAction } from '#domain/audit.ts';

/** Only ever added to: nothing in the product changes or removes an entry. */
export const AuditRecord = defineEntity({
  name: 'AuditRecord',
  tableName: 'audit',
  properties: {
    id: p.uuid().primary(),
    at: p.datetime(3),
    who: p.text(),
    action: p.text().$type<AuditAction>(),
    subject: p.text(),
    note: p.text().strictNullable(),
  },
  indexes: [{ name: 'audit_newest', expression: `create index audit_newest on audit (at desc, id desc)` }],
});

export type AuditRow = InferEntity<typeof AuditRecord>;
