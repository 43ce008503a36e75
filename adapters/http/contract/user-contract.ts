import * as v from 'valibot';

/**
 * The part of the contract about the signed-in user. The first page needs it, and none of the forms' rules: those are in another file,
 * which that page does not load.
 */

/**
 * The signed-in user. `pendingEmail` is an address that waits for its link to be opened. Of the subscription: `subscriptionDate`
 * is the start of its unbroken run, `accessUntil` when access ends if nothing more is paid, `renewsAt` when the next month is
 * paid, `cancelAtPeriodEnd` that none will be, `canBeKept` that this can be undone, `paymentFailed` that the last renewal was
 * not paid.
 */
export const UserAnswer = v.object({
  fullName: v.string(),
  email: v.string(),
  phoneNumber: v.nullable(v.string()),
  address: v.nullable(v.string()),
  isSubscribed: v.boolean(),
  subscriptionDate: v.nullable(v.string()),
  cancelAtPeriodEnd: v.boolean(),
  canBeKept: v.boolean(),
  accessUntil: v.nullable(v.string()),
  renewsAt: v.nullable(v.string()),
  paymentFailed: v.boolean(),
  pendingEmail: v.nullable(v.string()),
});
export type UserAnswer = v.InferOutput<typeof UserAnswer>;

export const MessageAnswer = v.object({ message: v.string() });
export type MessageAnswer = v.InferOutput<typeof MessageAnswer>;
