import { useRef } from 'react';
import type { ReactNode } from 'react';

import { NoticeCard } from './notice-card.tsx';
import type { Notice } from './notice-card.tsx';
import { useRetry } from './use-retry.ts';

type Props = Notice & {
  readonly children?: ReactNode;
  /** What to do next: buttons. */
  readonly actions?: ReactNode;
  /** The action of 'Try again', where that may help: it comes before the others, and by itself when the visitor is back on the page. */
  readonly onRetry?: (() => void) | false;
};

/** A screen with one message and the next steps. Changes of it are announced. */
export const NoticeScreen = ({ children, actions, onRetry = false, ...notice }: Props) => {
  const card = useRef<HTMLDivElement>(null);
  const retry = useRetry(card, onRetry || undefined);
  return (
    <div className="page py-10 sm:py-20">
      <NoticeCard
        {...notice}
        ref={card}
        actions={
          <>
            {onRetry !== false && (
              <button type="button" className="button-solid" onClick={retry}>
                Try again
              </button>
            )}
            {actions}
          </>
        }
      >
        {children}
      </NoticeCard>
    </div>
  );
};
