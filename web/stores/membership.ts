import type { UserAnswer } from '#adapters/http/contract/user-contract.ts';
import { ApiFailure } from '#web/api.ts';
import { faultText } from '#web/fault-text.ts';
import { endSubscription, keepSubscription } from '#web/subscription-api.ts';

import { noticeSessionEnd } from './session-ended.ts';
import { tellError, tellSuccess, untellError } from './tell.ts';
import { checkVisitor, meetVisitor } from './visitor.ts';

/** How a change of the subscription ended. `too-late`: there is nothing left to change, or nobody is signed in. Else why it failed. */
export type ChangeResult = 'done' | 'too-late' | { readonly why: string };

type Texts = { readonly done: string; readonly failed: string };

/** Whether the visitor is no longer who the screen takes them for. */
const isRefusal = (fault: unknown): fault is ApiFailure =>
  fault instanceof ApiFailure && [401, 403, 409].includes(fault.status);

const change = async (ask: () => Promise<UserAnswer | 'nobody'>, { done, failed }: Texts): Promise<ChangeResult> => {
  untellError();
  try {
    meetVisitor(await ask());
    tellSuccess(done);
    return 'done';
  } catch (fault) {
    if (noticeSessionEnd(fault)) return 'too-late';
    tellError(failed);
    const failure = { why: faultText(fault) };
    if (!isRefusal(fault)) return failure;
    await checkVisitor();
    return fault.code === 'NOT_SUBSCRIBED' ? 'too-late' : failure;
  }
};

export const UNSUBSCRIBE_FAILED = 'Failed to unsubscribe';

/** Ends the subscription with the month that is paid. What the server answers is what is shown then. */
export const unsubscribe = (): Promise<ChangeResult> =>
  change(endSubscription, { done: 'You have successfully unsubscribed.', failed: UNSUBSCRIBE_FAILED });

/** Takes the end back. */
export const keepGoing = (): Promise<ChangeResult> =>
  change(keepSubscription, { done: 'Your subscription goes on.', failed: 'Failed to keep your subscription' });
