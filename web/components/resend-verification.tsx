import { useState } from 'react';

import { resendVerification } from '#web/account-api.ts';
import { ApiFailure } from '#web/api.ts';
import { untellError } from '#web/stores/tell.ts';

import { BusyButton } from './busy-button.tsx';

const FAILED = 'The verification e-mail could not be sent. Please try again.';

const UNSAID = { text: '', isGood: false };

/** Offers another verification mail to a user who could not sign in without it. */
export const ResendVerification = ({ email }: { readonly email: string }) => {
  const [isBusy, setBusy] = useState(false);
  const [said, setSaid] = useState<{ readonly text: string; readonly isGood: boolean }>(UNSAID);

  const send = async (): Promise<void> => {
    setBusy(true);
    setSaid(UNSAID);
    // That of the sign-in which this mends.
    untellError();
    try {
      const { message } = await resendVerification({ email });
      setSaid({ text: message, isGood: true });
    } catch (fault) {
      const text = fault instanceof ApiFailure && fault.status === 429 ? fault.message : FAILED;
      setSaid({ text, isGood: false });
    }
    setBusy(false);
  };

  return (
    <>
      <BusyButton className="button-line mt-3 w-full" busy={isBusy} busyText="Sending..." onClick={() => void send()}>
        Send the verification e-mail again
      </BusyButton>
      {/* Always there, without height while empty: a live region that appears together with its text is not announced. */}
      <p
        role="status"
        className={
          said.isGood ? 'mt-3 rounded-control bg-brand-soft px-4 py-3 text-brand-ink' : 'text-ink not-empty:mt-3'
        }
      >
        {said.text}
      </p>
    </>
  );
};
