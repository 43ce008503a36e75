import { ApiFailure } from '#web/api.ts';
import { expectScreen } from '#web/navigation.ts';

import { checkVisitor } from './visitor.ts';

/**
 * Whether a call was refused because the session or the subscription has ended: the visitor is checked anew then, and another screen
 * takes the place of this one. A refusal that the check does not confirm is a failure like any other.
 */
export const hasLostAccess = async (fault: unknown): Promise<boolean> => {
  if (!(fault instanceof ApiFailure) || (fault.status !== 401 && fault.status !== 403)) return false;
  expectScreen();
  const visitor = await checkVisitor();
  return visitor.standing === 'nobody' || (visitor.standing === 'signed-in' && !visitor.user.isSubscribed);
};
