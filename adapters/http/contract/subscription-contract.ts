import * as v from 'valibot';

/** The part of the contract about the monthly subscription. Opening its checkout answers as a purchase's does. */

/**
 * `status` separates a final `success: false` from a payment that is still on its way. `goesOn`: it continues what was paid before, and
 * nothing has begun.
 */
export const ConfirmAnswer = v.object({
  success: v.boolean(),
  status: v.picklist(['subscribed', 'processing', 'failed']),
  error: v.optional(v.string()),
  goesOn: v.optional(v.boolean()),
});
export type ConfirmAnswer = v.InferOutput<typeof ConfirmAnswer>;
