import { useLayoutEffect } from 'react';

import { verifyEmail } from '#web/account-api.ts';
import { ApiFailure } from '#web/api.ts';
import { isFinalRefusal } from '#web/refusals.ts';

import { joined } from './joined.ts';
import { useAnswer } from './use-answer.ts';
import { checkVisitor, tellTabs } from './visitor.ts';

/** How the opening of a verification link ends. */
export type VerificationState =
  | { readonly is: 'verifying' }
  /** `email`: the address that its account signs in with from now on, where the server names it. */
  | { readonly is: 'verified'; readonly email: string | undefined }
  | { readonly is: 'failed'; readonly message: string; readonly isExpired: boolean; readonly mayTryAgain: boolean };

const VERIFYING: VerificationState = { is: 'verifying' };
const MISSING: VerificationState = {
  is: 'failed',
  message: 'Token not found in the URL.',
  isExpired: false,
  mayTryAgain: false,
};

const saysExpired = (message: string): boolean => message.includes('expired');

const textOf = (message: string): string => {
  if (saysExpired(message)) return 'This verification link has expired. Please request a new one.';
  if (message.includes('already confirmed'))
    return 'Your email has already been verified. You can log in to your account.';
  return message === '' ? 'Verification failed.' : message;
};

const failureOf = (fault: unknown): VerificationState => {
  if (!(fault instanceof ApiFailure) || fault.code === 'UNREACHABLE')
    return { is: 'failed', message: 'Something went wrong. Please try again.', isExpired: false, mayTryAgain: true };
  return {
    is: 'failed',
    message: fault.code === 'UNREADABLE' ? 'Verification failed.' : textOf(fault.message),
    isExpired: saysExpired(fault.message),
    mayTryAgain: !isFinalRefusal(fault),
  };
};

/** What this history entry has been told before. */
const known = (): VerificationState | undefined =>
  (window.history.state as { readonly verification?: VerificationState } | null)?.verification;

const verify = joined(async (token): Promise<VerificationState> => {
  const before = known();
  if (before !== undefined) return before;
  try {
    const email = await verifyEmail(token);
    // The link may have changed the address of an account that other tabs show.
    tellTabs();
    // A changed address shows in the header too, and the next step depends on the visitor.
    await checkVisitor();
    return { is: 'verified', email };
  } catch (fault) {
    return failureOf(fault);
  }
});

/**
 * Opens the link with this token, once it is known, and once. `tryAgain` opens it once more after a failure that may pass. A success is
 * kept in this history entry: phones reload a page that they had put aside, and the link works only once.
 */
export const useVerification = (
  token: string | undefined,
): { readonly verification: VerificationState; readonly tryAgain: () => void } => {
  const { answer = VERIFYING, askAgain } = useAnswer(token ?? '', verify);
  // Before it can be seen: who sees it may leave at once.
  useLayoutEffect(() => {
    if (answer.is === 'verified') window.history.replaceState({ token, verification: answer }, '');
  }, [answer, token]);
  return { verification: token === '' ? MISSING : answer, tryAgain: askAgain };
};
