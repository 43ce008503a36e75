import type { UserAnswer } from '#adapters/http/contract/user-contract.ts';

/** Whether this is not the user who was known before. That one may have the address by now that was pending. */
export const isSomebodyElse = (known: UserAnswer, { email }: UserAnswer): boolean =>
  email !== known.email && email !== known.pendingEmail;
