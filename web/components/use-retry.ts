import { useLayoutEffect } from 'react';
import type { RefObject } from 'react';

import { expectScreen } from '#web/navigation.ts';
import { onPageBack } from '#web/page-back.ts';

/**
 * Asks again whenever the visitor is back on the page, as what has failed may have passed; `undefined`: that would not help. Answers what
 * a press on 'Try again' does: the focus goes to the heading of the card, which stays.
 */
export const useRetry = (card: RefObject<HTMLElement | null>, tryAgain: (() => void) | undefined): (() => void) => {
  const retry = (): void => {
    expectScreen();
    card.current?.querySelector('h1')?.focus();
    tryAgain?.();
  };
  // Nobody has pressed anything: the focus moves only where it would be lost.
  const onBack = (): void => (card.current?.contains(document.activeElement) === true ? retry : tryAgain)?.();
  // Not after the drawing: whoever sees 'Try again' may be back in the same moment.
  useLayoutEffect(() => (tryAgain === undefined ? undefined : onPageBack(onBack)));
  return retry;
};
