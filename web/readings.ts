import * as v from 'valibot';

import { FailureBody, UnsoldAnswer } from '#adapters/http/contract/contract.ts';
import { UserAnswer } from '#adapters/http/contract/user-contract.ts';

/**
 * The parts of an answer that the web needs: those that the API of the product promises. The rest is used where it is there, so that a
 * page goes on with a server of another version, or with another one behind the same API.
 */

/** A refusal. Its text has either of two names. */
export const RefusalReading = v.partial(FailureBody);

/** Without `totalItems` only the number of pages is known. */
export const UnsoldReading = v.object({ ...UnsoldAnswer.entries, totalItems: v.optional(v.number()) });
export type UnsoldReading = v.InferOutput<typeof UnsoldReading>;

const no = v.optional(v.boolean(), false);
const none = v.optional(v.nullable(v.string()), null);

/** A subscription of which nothing more is said goes on. */
export const UserReading = v.object({
  ...UserAnswer.entries,
  cancelAtPeriodEnd: no,
  canBeKept: no,
  accessUntil: none,
  renewsAt: none,
  paymentFailed: no,
  pendingEmail: none,
});
