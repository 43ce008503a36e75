import type { AuditAction } from '#domain/audit.ts';
import type { LossReason } from '#domain/purchase.ts';
import type { TokenPurpose } from '#domain/token.ts';

/** Every word of a union: the types fail while one is missing here, so the contracts of the store learn of each new one. */
const everyOne = <Word extends string>(words: Readonly<Record<Word, true>>): readonly Word[] =>
  Object.keys(words) as Word[];

export const LOSS_REASONS = everyOne<LossReason>({
  sold: true,
  'not-offered': true,
  'coupon-used-up': true,
  'amount-differs': true,
  'no-address': true,
  'paid-too-late': true,
});

export const TOKEN_PURPOSES = everyOne<TokenPurpose>({ VERIFY_EMAIL: true, PASSWORD_RESET: true, CHANGE_EMAIL: true });

export const AUDIT_ACTIONS = everyOne<AuditAction>({
  import: true,
  'undo-import': true,
  refresh: true,
  withdraw: true,
  erase: true,
  'coupon-create': true,
  'coupon-stop': true,
  'purchase-resend': true,
  'purchase-refund': true,
  'purchase-money-back': true,
  reconcile: true,
  forget: true,
  export: true,
});
