import { ApiFailure } from '#web/api.ts';

import { toast } from './toasts.ts';
import { meetVisitor } from './visitor.ts';

/** Says why a user whom we knew has to sign in again. */
export const tellSessionEnded = (): void =>
  void toast({ title: 'Your session has ended', description: 'Please sign in again.', tone: 'note' });

/**
 * Whether a call was refused because nobody is signed in any more; the visitor is known as nobody from then on, so that the screen
 * says so and leads to the sign-in.
 */
export const noticeSessionEnd = (fault: unknown): boolean => {
  if (!(fault instanceof ApiFailure) || fault.code !== 'NOT_SIGNED_IN') return false;
  meetVisitor('nobody');
  return true;
};
