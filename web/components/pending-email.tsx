import { useState } from 'react';

import type { UserAnswer } from '#adapters/http/contract/user-contract.ts';
import { keepEmail, sendLinkAgain } from '#web/stores/pending-email.ts';

import { Breakable } from './breakable.tsx';
import { BusyButton } from './busy-button.tsx';

type ChoiceProps = {
  readonly user: UserAnswer;
  readonly pendingEmail: string;
  /** Called when the address is no longer pending, and these buttons are gone. */
  readonly onKept: () => void;
};

/** The actions for a link that does not come, or is not wanted any more. */
const Choices = ({ user, pendingEmail, onKept }: ChoiceProps) => {
  const [doing, setDoing] = useState<'sending' | 'keeping'>();

  const send = async (): Promise<void> => {
    setDoing('sending');
    await sendLinkAgain(pendingEmail);
    setDoing(undefined);
  };
  const keep = async (): Promise<void> => {
    setDoing('keeping');
    const isKept = await keepEmail(user);
    setDoing(undefined);
    if (isKept) onKept();
  };

  return (
    <div className="mt-3 flex flex-col gap-2 sm:flex-row sm:flex-wrap">
      <BusyButton
        className="button-line"
        busy={doing === 'sending'}
        busyText="Sending..."
        disabled={doing === 'keeping'}
        onClick={() => void send()}
      >
        Send the link again
      </BusyButton>
      <BusyButton
        className="button-line min-w-0"
        busy={doing === 'keeping'}
        busyText="Keeping..."
        disabled={doing === 'sending'}
        onClick={() => void keep()}
      >
        <span className="wrap-anywhere">
          Keep <Breakable text={user.email} />
        </span>
      </BusyButton>
    </div>
  );
};

type Props = {
  readonly user: UserAnswer;
  /** Whether to show the buttons: not beside the form of the profile, where saving does the same. */
  readonly offers: boolean;
  readonly onKept: () => void;
};

/** Shows an address whose link has not been opened yet. */
export const PendingEmail = ({ user, offers, onKept }: Props) => {
  const { email, pendingEmail } = user;
  return (
    <div className={pendingEmail === null ? '' : 'mt-5 rounded-control bg-sun-soft px-4 py-3 text-sun-ink'}>
      <p role="status" className="wrap-anywhere">
        {pendingEmail !== null && (
          <span key={`${email} ${pendingEmail}`}>
            We have sent a link to{' '}
            <b className="font-semibold">
              <Breakable text={pendingEmail} />
            </b>
            . Open it to make this your email address; until then it is <Breakable text={email} />.
          </span>
        )}
      </p>
      {pendingEmail !== null && offers && <Choices user={user} pendingEmail={pendingEmail} onKept={onKept} />}
    </div>
  );
};
