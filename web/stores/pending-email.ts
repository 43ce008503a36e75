import type { UserAnswer } from '#adapters/http/contract/user-contract.ts';
import { giveUpPendingEmail, resendEmailChange } from '#web/account-api.ts';
import { faultText } from '#web/fault-text.ts';
import { isSomebodyElse } from '#web/somebody-else.ts';

import { noticeSessionEnd } from './session-ended.ts';
import { tellError, tellSuccess, untellError } from './tell.ts';
import { meetVisitor } from './visitor.ts';

/** What is told where the address that was pending is not any more: its link may have been opened in another tab meanwhile. */
const settledText = (shown: UserAnswer, { email }: UserAnswer): string =>
  email === shown.email ? `Your email address stays ${email}.` : `Your email address is now ${email}.`;

type Wish = {
  readonly ask: () => Promise<UserAnswer | 'nobody'>;
  /** Tells what is true of an address that is still pending. */
  readonly pending: (pendingEmail: string) => void;
  readonly failed: string;
};

/** The answer of the server is what is shown then, and what is told. */
const wish = async (shown: UserAnswer, { ask, pending, failed }: Wish): Promise<void> => {
  untellError();
  try {
    const user = await ask();
    meetVisitor(user);
    if (user === 'nobody' || isSomebodyElse(shown, user)) return;
    if (user.email === shown.email && user.pendingEmail !== null) pending(user.pendingEmail);
    else tellSuccess(settledText(shown, user));
  } catch (fault) {
    if (!noticeSessionEnd(fault)) tellError(faultText(fault, failed));
  }
};

/** Mails the link to the pending address once more. */
export const sendLinkAgain = (shown: UserAnswer): Promise<void> =>
  wish(shown, {
    ask: resendEmailChange,
    pending: (pendingEmail) => tellSuccess(`We have sent the link to ${pendingEmail} again.`),
    failed: 'The link could not be sent. Please try again.',
  });

const NOT_KEPT = 'Failed to update profile';

/** Gives the pending address up, for the one that the user has. */
export const keepEmail = (shown: UserAnswer): Promise<void> =>
  wish(shown, { ask: () => giveUpPendingEmail(shown), pending: () => tellError(NOT_KEPT), failed: NOT_KEPT });
