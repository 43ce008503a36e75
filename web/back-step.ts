/** The state of the entry of the history that stands for what lies over a screen. */
const OVER = 'over';

/** Closes what is open; nothing is, without it. */
let close: (() => void) | undefined;

/** Whether a step back of our own is under way. */
let isLeaving = false;

/** Brings the history to what it should be: one entry past the screen's own while something lies over it. */
const settle = (): void => {
  const isOver = history.state === OVER;
  if (isLeaving || isOver === (close !== undefined)) return;
  if (!isOver) return history.pushState(OVER, '');
  isLeaving = true;
  history.back();
};

const onPop = (): void => {
  if (!isLeaving && history.state !== OVER) return close?.();
  // Our own step is done, or Forward came to the entry of what has been closed long since.
  isLeaving = false;
  settle();
};

/**
 * Gives what opens over a screen a place in the history, so that Back closes it and leaves the screen as it is. Answers how to
 * take the place back, when it is closed in any other way. One at a time.
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
// The page may have been loaded anew at such a place, with nothing open over it.
settle();
