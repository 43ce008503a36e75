import { useEffect, useState } from 'react';

import { checkResetToken } from '#web/account-api.ts';
import { ApiFailure } from '#web/api.ts';

import { joined } from './joined.ts';
import { tellError } from './tell.ts';
import { toast } from './toasts.ts';

/** What a reset link is worth. `unknown`: the server could not be asked, or asks to wait; in place and in the toast alike. */
export type ResetLink =
  | { readonly is: 'checking' | 'valid' | 'invalid' }
  | { readonly is: 'unknown'; readonly message: string };

const CHECKING: ResetLink = { is: 'checking' };
const INVALID: ResetLink = { is: 'invalid' };
const CHECK_FAILED = 'Something went wrong validating the token.';

const failureOf = (fault: unknown): ResetLink => {
  if (!(fault instanceof ApiFailure)) return { is: 'unknown', message: CHECK_FAILED };
  if (fault.code === 'TOO_MANY_TRIES') return { is: 'unknown', message: fault.message };
  const isRefusal = fault.status >= 400 && fault.status < 500 && fault.status !== 429;
  return isRefusal ? INVALID : { is: 'unknown', message: CHECK_FAILED };
};

const check = joined(async (token): Promise<ResetLink> => {
  try {
    await checkResetToken(token);
    return { is: 'valid' };
  } catch (fault) {
    return failureOf(fault);
  }
});

const tell = (link: ResetLink): void => {
  if (link.is === 'unknown') tellError(link.message);
  if (link.is === 'invalid')
    toast({ title: 'Invalid Token', description: 'This reset token is invalid or expired.', tone: 'error' });
};

/** Checks a reset token, which does not use it up. */
export const useResetLink = (token: string): { readonly link: ResetLink; readonly tryAgain: () => void } => {
  const [round, setRound] = useState(0);
  const [checked, setChecked] = useState<{ readonly round: number; readonly link: ResetLink }>();

  useEffect(() => {
    if (token === '') return tellError('Missing reset token.');
    let isLeft = false;
    void check(token).then((link) => {
      if (isLeft) return;
      setChecked({ round, link });
      tell(link);
    });
    return () => void (isLeft = true);
  }, [token, round]);

  const answered = checked?.round === round ? checked.link : CHECKING;
  return { link: token === '' ? INVALID : answered, tryAgain: () => setRound(round + 1) };
};
