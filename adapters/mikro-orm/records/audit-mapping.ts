import type { AuditEntry } from '#domain/audit.ts';
import type { AuditRow } from './audit-record.ts';
import { atOf, instantOf, someOf } from './column.ts';

/** An entry of the audit as its row's columns. */
export const auditColumns = ({ id, at, who, action, subject, note }: AuditEntry) => ({
  id,
  at: atOf(at),
  who,
  action,
  subject,
  note: note ?? null,
});

/** The entry that a row holds. */
export const auditEntryOf = ({ id, at, who, action, subject, note }: AuditRow): AuditEntry => ({
  id,
  at: instantOf(at),
  who,
  action,
  subject,
  note: someOf(note),
});
