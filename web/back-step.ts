/**
 * The state of the history entry of a layer that lies over a screen; `early-back.ts` knows it, too. Also an event, just before that entry is
 * made: what is about to change the address does so now, or its own entry would lie above.
 */
const OVER = 'over';

/** Closes the layer that is open; `undefined` while none is. */
let close: (() => void) | undefined;

/** Whether a step back of our own is under way. */
let isLeaving = false;

/** Brings the history in line: one entry past the screen's own while a layer is open. */
const settle = (): void => {
  const isOver = history.state === OVER;
  if (isLeaving || isOver === (close !== undefined)) return;
  if (!isOver) {
    window.dispatchEvent(new Event(OVER));
    return history.pushState(OVER, '');
  }
  isLeaving = true;
  history.back();
};

const onPop = (): void => {
  if (!isLeaving && history.state !== OVER) return close?.();
  // Either our own step is done, or Forward has reached the entry of a layer that was closed long ago.
  isLeaving = false;
  settle();
};

/**
 * Gives a layer that opens over a screen a history entry, so that Back closes it and leaves the screen as it is. Answers how to remove
 * the entry when the layer is closed in any other way. One at a time.
 */
export const takeBackStep = (onBack: () => void): (() => void) => {
  close = onBack;
  settle();
  return () => {
    close = undefined;
    settle();
  };
};

window.addEventListener('popstate', onPop);
