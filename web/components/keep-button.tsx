import { useLayoutEffect, useRef, useState } from 'react';

import { keepGoing } from '#web/stores/membership.ts';

import { BusyButton } from './busy-button.tsx';
import { SubscribeButton } from './subscribe-button.tsx';

type Props = {
  readonly className?: string;
  readonly look: 'button-solid' | 'button-line';
  readonly onKept?: () => void;
};

/** 'Keep my subscription', without a new payment; where it is too late for that, 'Subscribe Now'. */
export const KeepButton = ({ className = '', look, onKept }: Props) => {
  const [standing, setStanding] = useState<'idle' | 'busy' | 'too-late'>('idle');

  const keep = async (): Promise<void> => {
    setStanding('busy');
    const outcome = await keepGoing();
    setStanding(outcome === 'too-late' ? 'too-late' : 'idle');
    if (outcome === 'done') onKept?.();
  };

  // The button that was pressed is another one by now.
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (standing === 'too-late') place.current?.querySelector('button')?.focus();
  }, [standing]);

  return (
    <div ref={place} className={`grid ${className}`}>
      {standing === 'too-late' ? (
        <SubscribeButton />
      ) : (
        <BusyButton className={look} busy={standing === 'busy'} busyText="Keeping..." onClick={() => void keep()}>
          Keep my subscription
        </BusyButton>
      )}
    </div>
  );
};
