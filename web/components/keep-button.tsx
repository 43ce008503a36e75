import { useState } from 'react';

import { keepGoing } from '#web/stores/membership.ts';

import { BusyButton } from './busy-button.tsx';

type Props = {
  readonly className: string;
  /** Called when the subscription is kept, or can be kept no more: something else takes the place of the button. */
  readonly onGone?: () => void;
};

/** 'Keep my subscription', without a new payment. */
export const KeepButton = ({ className, onGone }: Props) => {
  const [isBusy, setBusy] = useState(false);

  const keep = async (): Promise<void> => {
    setBusy(true);
    const outcome = await keepGoing();
    setBusy(false);
    if (typeof outcome === 'string') onGone?.();
  };

  return (
    <BusyButton className={className} busy={isBusy} busyText="Keeping..." onClick={() => void keep()}>
      Keep my subscription
    </BusyButton>
  );
};
