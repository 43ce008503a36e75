import type { UserAnswer } from '#adapters/http/contract/user-contract.ts';
import { profileOf, resendEmailChange, saveProfile } from '#web/account-api.ts';
import { faultText } from '#web/fault-text.ts';

import { noticeSessionEnd } from './session-ended.ts';
import { tellError, tellSuccess, untellError } from './tell.ts';
import { meetVisitor } from './visitor.ts';

type Texts = { readonly done: string; readonly failed: string };

/** Whether it could be done. The answer of the server is what is shown then. */
const tried = async (ask: () => Promise<UserAnswer | 'nobody'>, { done, failed }: Texts): Promise<boolean> => {
  untellError();
  try {
    meetVisitor(await ask());
    tellSuccess(done);
    return true;
  } catch (fault) {
    if (!noticeSessionEnd(fault)) tellError(faultText(fault, failed));
    return false;
  }
};

/** Mails the link to the pending address once more. */
export const sendLinkAgain = (pendingEmail: string): Promise<boolean> =>
  tried(resendEmailChange, {
    done: `We have sent the link to ${pendingEmail} again.`,
    failed: 'The link could not be sent. Please try again.',
  });

/** Gives the pending address up: the profile is saved with its present address. */
export const keepEmail = (user: UserAnswer): Promise<boolean> =>
  tried(() => saveProfile({ ...profileOf(user), email: user.email }, ['email']), {
    done: `Your email address stays ${user.email}.`,
    failed: 'Failed to update profile',
  });
