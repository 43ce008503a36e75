import * as v from 'valibot';

/** The part of the contract about the monthly subscription. Opening its checkout answers as a purchase's does. */

/** `status` tells `success: false` for good from a payment that is still on its way. `goesOn`: what was paid before goes on, nothing has begun. */
export const ConfirmAnswer = v.object({
  success: v.boolean(),
  status: v.picklist(['subscribed', 'processing', 'failed']),
  error: v.optional(v.string()),
  goesOn: v.optional(v.boolean()),
});
export type ConfirmAnswer = v.InferOutput<typeof ConfirmAnswer>;
