import * as v from 'valibot';

import { FailureBody, UnsoldAnswer } from '#adapters/http/contract/contract.ts';
import { UserAnswer } from '#adapters/http/contract/user-contract.ts';

/**
 * What the web needs of an answer, where that is less than our server tells: what the product's calls are said to answer. All that it
 * tells besides is used where it is there, so that a page goes on with a server of another version, or with another one behind
 * the same calls.
 */

/** A refusal, in a text by either of two names. */
export const RefusalReading = v.partial(FailureBody);

/** Without `totalItems` nobody knows how many leads there are, only how many pages. */
export const UnsoldReading = v.object({ ...UnsoldAnswer.entries, totalItems: v.optional(v.number()) });
export type UnsoldReading = v.InferOutput<typeof UnsoldReading>;

const no = v.optional(v.boolean(), false);
const none = v.optional(v.nullable(v.string()), null);

/** Of a subscription that nothing more is told of, it goes on. */
export const UserReading = v.object({
  ...UserAnswer.entries,
  cancelAtPeriodEnd: no,
  canBeKept: no,
  accessUntil: none,
  renewsAt: none,
  paymentFailed: no,
  pendingEmail: none,
});
