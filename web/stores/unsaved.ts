import { useLayoutEffect } from 'react';

import { untellError } from './tell.ts';

const QUESTION = 'You have unsaved changes. Leave without saving them?';

/** The address of the screen with unsaved changes, if there are any. */
let unsavedAt: string | undefined;

/** Whether they are given up for the departure that is under way. */
let areGivenUp = false;

/** Whether there are changes that nobody has saved or given up. */
export const hasUnsaved = (): boolean => unsavedAt !== undefined && !areGivenUp;

/** Takes back that changes were given up: the departure has failed, and they are still there. */
export const keepUnsaved = (): void => void (areGivenUp = false);

/** Forgets the changes: they are saved, or gone. */
export const forgetUnsaved = (): void => {
  unsavedAt = undefined;
  keepUnsaved();
};

/** Whether an address is the one on screen, whatever its query and fragment. */
const isHere = (address: string): boolean =>
  new URL(address, window.location.href).pathname === window.location.pathname;

/** Whether the screen may be left: asks when there are unsaved changes. After a yes they count as given up, until `keepUnsaved`. */
export const mayLeave = (): boolean => {
  if (hasUnsaved()) areGivenUp = window.confirm(QUESTION);
  return !hasUnsaved();
};

type Navigate<Options> = (to: string, options?: Options) => void;

/**
 * Every link goes through this. A link within the same screen loses nothing; any other dismisses the errors of this screen, unless it
 * only replaces the address: that may be where an error leads to.
 */
export const askFirst = <Options extends { readonly replace?: boolean }>(
  navigate: Navigate<Options>,
  to: string,
  options?: Options,
): void => {
  const isLeft = !isHere(to);
  if (isLeft && !mayLeave()) return;
  if (isLeft && options?.replace !== true) untellError();
  navigate(to, options);
};

/**
 * Asks before Back, Forward, a reload or a closed tab loses changes. Call once, before the first screen: listeners of the window are
 * called in the order they were added, and the router must not see a Back that is taken back. Answers how to stop.
 */
export const watchUnsaved = (): (() => void) => {
  const onUnload = (event: BeforeUnloadEvent): void => {
    if (hasUnsaved()) event.preventDefault();
  };
  // The address has changed already: a visitor who stays gets it back. A link to a place on the same screen fires this event too.
  const onPop = (event: PopStateEvent): void => {
    const stayed = unsavedAt;
    if (stayed === undefined || isHere(stayed) || mayLeave()) return;
    event.stopImmediatePropagation();
    const { scrollY } = window;
    window.history.pushState(null, '', stayed);
    // The browser is about to scroll to where the screen was left that it has gone Back to.
    requestAnimationFrame(() => window.scrollTo(0, scrollY));
  };
  window.addEventListener('beforeunload', onUnload);
  window.addEventListener('popstate', onPop);
  return () => {
    window.removeEventListener('beforeunload', onUnload);
    window.removeEventListener('popstate', onPop);
  };
};

/** Says whether this screen has unsaved changes. */
export const useUnsavedChanges = (exist: boolean): void => {
  useLayoutEffect(() => {
    if (!exist) return;
    unsavedAt = window.location.href;
    return forgetUnsaved;
  }, [exist]);
};
