import type { Session } from '#domain/session.ts';
import { atOf, instantOf } from './column.ts';
import type { SessionRow } from './session-record.ts';

/** A session as its row's columns, all but the version, which the store counts. */
export const sessionColumns = ({ hash, accountId, createdAt, seenAt }: Session) => ({
  hash,
  accountId,
  createdAt: atOf(createdAt),
  seenAt: atOf(seenAt),
});

/** The session that a row holds. */
export const sessionOf = (row: Omit<SessionRow, 'version'>): Session => ({
  hash: row.hash,
  accountId: row.accountId,
  createdAt: instantOf(row.createdAt),
  seenAt: instantOf(row.seenAt),
});
