import { useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';

import type { UserAnswer } from '#adapters/http/contract/user-contract.ts';
import { keepEmail, sendLinkAgain } from '#web/stores/pending-email.ts';

import { Breakable } from './breakable.tsx';
import { BusyButton } from './busy-button.tsx';

type ChoiceProps = {
  readonly user: UserAnswer;
  /** Takes the focus over from one of these buttons when they go. */
  readonly heir: RefObject<HTMLElement | null>;
};

/** The actions for a link that does not come, or is not wanted any more. */
const Choices = ({ user, heir }: ChoiceProps) => {
  const [doing, setDoing] = useState<'sending' | 'keeping'>();
  const choices = useRef<HTMLDivElement>(null);

  // Whatever makes them go: a press on one of them, or what the user does in another tab.
  useLayoutEffect(() => {
    const [box, next] = [choices.current, heir.current];
    return () => {
      if (box?.contains(document.activeElement)) next?.focus();
    };
  }, [heir]);

  const send = async (): Promise<void> => {
    setDoing('sending');
    await sendLinkAgain(user);
    setDoing(undefined);
  };
  const keep = async (): Promise<void> => {
    setDoing('keeping');
    await keepEmail(user);
    setDoing(undefined);
  };

  return (
    <div ref={choices} className="mt-3 flex flex-col gap-2 sm:flex-row sm:flex-wrap">
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

type Props = ChoiceProps & {
  /** Whether to show the buttons: not beside the form of the profile, where saving does the same. */
  readonly offers: boolean;
};

/** Shows an address whose link has not been opened yet. */
export const PendingEmail = ({ user, offers, heir }: Props) => {
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
      {pendingEmail !== null && offers && <Choices user={user} heir={heir} />}
    </div>
  );
};
