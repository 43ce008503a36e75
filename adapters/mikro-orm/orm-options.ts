import { Migrator } from '@mikro-orm/migrations';

import { AccountRecord } from './records/account-record.ts';
import { AuditRecord } from './records/audit-record.ts';
import { BatchRecord } from './records/batch-record.ts';
import { ContactMessageRecord } from './records/contact-message-record.ts';
import { CouponRecord } from './records/coupon-record.ts';
import { LeadRecord } from './records/lead-record.ts';
import { MIGRATIONS } from './migrations/list.ts';
import { NotificationRecord } from './records/notification-record.ts';
import { PersonKeyRecord } from './records/person-key-record.ts';
import { ProvenanceRecord } from './records/provenance-record.ts';
import { PurchaseRecord } from './records/purchase-record.ts';
import { SessionRecord } from './records/session-record.ts';
import { SubscriptionRecord } from './records/subscription-record.ts';
import { TokenRecord } from './records/token-record.ts';

/** What every connection's ORM has in common. */
export const ORM_OPTIONS = {
  entities: [
    LeadRecord,
    PurchaseRecord,
    CouponRecord,
    NotificationRecord,
    AccountRecord,
    TokenRecord,
    SessionRecord,
    ContactMessageRecord,
    SubscriptionRecord,
    BatchRecord,
    ProvenanceRecord,
    PersonKeyRecord,
    AuditRecord,
  ],
  extensions: [Migrator],
  migrations: {
    migrationsList: [...MIGRATIONS],
    // One transaction for all would hold the locks of the first migrations until the last: long, and in another order than buyers'
    // locks.
    allOrNothing: false,
    snapshot: false,
    snapshotOnMigrate: false,
    silent: true,
  },
  schemaGenerator: {
    // Tables without entities, written by statements of the adapters that own them or by triggers: only the migrations know them.
    skipTables: ['development_document', 'rate_limit', 'place', 'lead_count', 'vault_entry'],
    ignoreTriggers: true,
  },
  ensureDatabase: false,
  // A batch checks the versions first and then writes: somebody else can write in between.
  useBatchUpdates: false,
};
