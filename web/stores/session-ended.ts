import { ApiFailure } from '#web/api.ts';

import { meetVisitor } from './visitor.ts';

/**
 * Whether a call was refused because nobody is signed in any more; the visitor counts as nobody from then on, so that the screen says
 * so and leads to the sign-in.
 */
export const noticeSessionEnd = (fault: unknown): boolean => {
  if (!(fault instanceof ApiFailure) || fault.code !== 'NOT_SIGNED_IN') return false;
  meetVisitor('nobody');
  return true;
};
