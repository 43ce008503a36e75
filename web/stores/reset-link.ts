import { useEffect, useState } from 'react';

import { checkResetToken } from '#web/account-api.ts';
import { ApiFailure } from '#web/api.ts';

import { joined } from './joined.ts';
import { tellError } from './tell.ts';
import { toast } from './toasts.ts';

/** What a reset link is worth. `unknown`: the server could not be asked. */
export type ResetLink = 'checking' | 'valid' | 'invalid' | 'unknown';

/** In place and in the toast alike. */
export const CHECK_FAILED = 'Something went wrong validating the token.';

const check = joined(async (token): Promise<ResetLink> => {
  try {
    await checkResetToken(token);
    return 'valid';
  } catch (fault) {
    const isRefusal = fault instanceof ApiFailure && fault.status >= 400 && fault.status < 500 && fault.status !== 429;
    return isRefusal ? 'invalid' : 'unknown';
  }
});

const tell = (link: ResetLink): void => {
  if (link === 'unknown') tellError(CHECK_FAILED);
  if (link === 'invalid')
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

  const answered = checked?.round === round ? checked.link : 'checking';
  return { link: token === '' ? 'invalid' : answered, tryAgain: () => setRound(round + 1) };
};
