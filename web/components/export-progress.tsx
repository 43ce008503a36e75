import { useCallback, useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';

import { counted } from '#domain/count.ts';

/** How often the count is read out, in milliseconds. */
const SPOKEN_EVERY = 5_000;

/** Shows the progress only when an export takes longer than a moment. */
const LATE = 'fade [animation-delay:300ms] [animation-fill-mode:backwards]';

/** The same count for screen readers, which could not read out several a second. */
const Spoken = ({ count }: { readonly count: number }) => {
  const latest = useRef(0);
  const [spoken, setSpoken] = useState(0);
  useEffect(() => {
    latest.current = count;
  }, [count]);
  useEffect(() => {
    const timer = setInterval(() => setSpoken(latest.current), SPOKEN_EVERY);
    return () => clearInterval(timer);
  }, []);
  return (
    <p aria-live="polite" className="sr-only">
      {spoken > 0 && `${counted(spoken, 'lead')} so far`}
    </p>
  );
};

type Props = {
  readonly count: number;
  readonly onCancel: () => void;
  /** Gets the focus when the button that has it goes. */
  readonly heir: RefObject<HTMLButtonElement | null>;
};

/** How many leads of an export have come, and a way to stop. */
export const ExportProgress = ({ count, onCancel, heir }: Props) => {
  // Always the same function: React calls what another one has answered at each count, and the focus would go to the heir and back.
  const bequeath = useCallback(
    (cancel: HTMLButtonElement | null) => () => {
      if (document.activeElement === cancel) heir.current?.focus();
    },
    [heir],
  );
  return (
    <>
      <button ref={bequeath} type="button" className={`button-line ${LATE}`} onClick={onCancel}>
        Cancel
      </button>
      <p
        aria-hidden="true"
        className={`figures text-sm text-ink-muted max-lg:absolute max-lg:inset-x-0 max-lg:top-full max-lg:pt-1.5 max-lg:text-center max-lg:text-xs ${LATE}`}
      >
        {count > 0 && `${counted(count, 'lead')} so far`}
      </p>
      <Spoken count={count} />
    </>
  );
};
