import { useEffect } from 'react';

import { checkResetToken } from '#web/account-api.ts';
import { asksToWait, isFinalRefusal } from '#web/refusals.ts';

import { joined } from './joined.ts';
import { tellError } from './tell.ts';
import { toast } from './toasts.ts';
import { useAnswer } from './use-answer.ts';

/** The state of a reset link. `unknown`: the server could not be asked, or asks to wait; in place and in the toast alike. */
export type ResetLink =
  | { readonly is: 'checking' | 'invalid' }
  /** `email`: the owner of the password, where the server names it. */
  | { readonly is: 'valid'; readonly token: string; readonly email: string | undefined }
  | { readonly is: 'unknown'; readonly message: string };

const CHECKING: ResetLink = { is: 'checking' };
const INVALID: ResetLink = { is: 'invalid' };
const CHECK_FAILED = 'Something went wrong validating the token.';

const failureOf = (fault: unknown): ResetLink => {
  if (isFinalRefusal(fault)) return INVALID;
  return { is: 'unknown', message: asksToWait(fault) ? fault.message : CHECK_FAILED };
};

const check = joined(async (token): Promise<ResetLink> => {
  try {
    return { is: 'valid', token, email: await checkResetToken(token) };
  } catch (fault) {
    return failureOf(fault);
  }
});

const tell = (link: ResetLink): void => {
  if (link.is === 'unknown') tellError(link.message);
  if (link.is === 'invalid')
    toast({ title: 'Invalid Token', description: 'This reset token is invalid or expired.', tone: 'error' });
};

const checkAndTell = async (token: string, signal: AbortSignal): Promise<ResetLink> => {
  const link = await check(token);
  if (!signal.aborted) tell(link);
  return link;
};

/** Checks a reset token once it is known, which does not use it up. */
export const useResetLink = (
  token: string | undefined,
): { readonly link: ResetLink; readonly tryAgain: () => void } => {
  const { answer = CHECKING, askAgain } = useAnswer(token ?? '', checkAndTell);
  useEffect(() => {
    if (token === '') tellError('Missing reset token.');
  }, [token]);
  return { link: token === '' ? INVALID : answer, tryAgain: askAgain };
};
