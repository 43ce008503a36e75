import { Migrator } from '@mikro-orm/migrations';

import { AccountRecord } from './account-record.ts';
import { AuditRecord } from './audit-record.ts';
import { BatchRecord } from './batch-record.ts';
import { ContactMessageRecord } from './contact-message-record.ts';
import { CouponRecord } from './coupon-record.ts';
import { LeadRecord } from './lead-record.ts';
import { MIGRATIONS } from './migrations/list.ts';
import { NotificationRecord } from './notification-record.ts';
import { PersonKeyRecord } from './person-key-record.ts';
import { ProvenanceRecord } from './provenance-record.ts';
import { PurchaseRecord } from './purchase-record.ts';
import { SessionRecord } from './session-record.ts';
import { SubscriptionRecord } from './subscription-record.ts';
import { TokenRecord } from './token-record.ts';

/** What every connection's ORM has in common. */
export const ORM_OPTIONS = {
  entities: [
    ...[LeadRecord, PurchaseRecord, CouponRecord, NotificationRecord],
    ...[AccountRecord, TokenRecord, SessionRecord, ContactMessageRecord, SubscriptionRecord],
    ...[BatchRecord, ProvenanceRecord, PersonKeyRecord, AuditRecord],
  ],
  extensions: [Migrator],
  migrations: { migrationsList: [...MIGRATIONS], snapshot: false, snapshotOnMigrate: false, silent: true },
  schemaGenerator: {
    // Tables without entities, written by the statements of the adapters that own them or by triggers, which are the migrations' alone.
    skipTables: ['development_document', 'rate_limit', 'place', 'lead_count', 'vault_entry'],
    ignoreTriggers: true,
  },
  ensureDatabase: false,
  // A batch looks at the versions first and writes then: in between somebody else can write.
  useBatchUpdates: false,
};
