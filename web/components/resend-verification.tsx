import { useState } from 'react';

import { resendVerification } from '#web/account-api.ts';
import { ApiFailure } from '#web/api.ts';

import { BusyButton } from './busy-button.tsx';

const FAILED = 'The verification e-mail could not be sent. Please try again.';

/** Offers another verification mail to who could not sign in for want of it. */
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
      {/* It takes no room while it is empty, but is there: what appears with its text is not heard. */}
      <p role="status" className="text-ink not-empty:mt-3">
        {said}
      </p>
    </>
  );
};
