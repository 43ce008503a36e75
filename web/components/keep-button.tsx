import { useState } from 'react';

import { keepGoing } from '#web/stores/membership.ts';

import { BusyButton } from './busy-button.tsx';

type Props = {
  readonly className: string;
  /** It was kept, or it is too late for that: something else is in the place of the button. */
  readonly onGone?: () => void;
};

/** 'Keep my subscription', without a new payment. */
export const KeepButton = ({ className, onGone }: Props) => {
  const [isBusy, setBusy] = useState(false);

  const keep = async (): Promise<void> => {
    setBusy(true);
    const outcome = await keepGoing();
    setBusy(false);
    if (outcome !== 'failed') onGone?.();
  };

  return (
    <BusyButton className={className} busy={isBusy} busyText="Keeping..." onClick={() => void keep()}>
      Keep my subscription
    </BusyButton>
  );
};
