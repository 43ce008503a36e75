import type { Instant } from './instant.ts';

/** What an operator did, and to what: no contact data, only ids. */
export type AuditEntry = {
  readonly id: string;
  readonly at: Instant;
  /** The operator's name on their machine, or `schedule`. */
  readonly who: string;
  readonly action: AuditAction;
  /** The id of what it was done to: a lead, purchase or batch, a coupon's code, or a hashed person. */
  readonly subject: string;
  /** A few words or figures, such as a reason: checked to hold no e-mail address and no phone number. */
  readonly note: string | undefined;
};

export type AuditAction =
  | 'import'
  | 'undo-import'
  | 'refresh'
  | 'withdraw'
  | 'erase'
  | 'coupon-create'
  | 'coupon-stop'
  | 'purchase-resend'
  | 'purchase-refund'
  | 'reconcile';
