import { useState } from 'react';

import { resendVerification } from '#web/account-api.ts';
import { ApiFailure } from '#web/api.ts';

import { BusyButton } from './busy-button.tsx';

const FAILED = 'The verification e-mail could not be sent. Please try again.';

/** Offers another verification mail to a user who could not sign in without it. */
export const ResendVerification = ({ email }: { readonly email: string }) => {
  const [isBusy, setBusy] = useState(false);
  const [said, setSaid] = useState('');

  const send = async (): Promise<void> => {
    setBusy(true);
    setSaid('');
    try {
      const { message } = await resendVerification({ email });
      setSaid(message);
    } catch (fault) {
      setSaid(fault instanceof ApiFailure && fault.status === 429 ? fault.message : FAILED);
    }
    setBusy(false);
  };

  return (
    <>
      <BusyButton className="button-line mt-3 w-full" busy={isBusy} busyText="Sending..." onClick={() => void send()}>
        Send the verification e-mail again
      </BusyButton>
      {/* Always there, without height while empty: a live region that appears together with its text is not announced. */}
      <p role="status" className="text-ink not-empty:mt-3">
        {said}
      </p>
    </>
  );
};
