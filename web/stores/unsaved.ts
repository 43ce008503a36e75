import { useLayoutEffect } from 'react';

import { untellError } from './tell.ts';

const QUESTION = 'You have unsaved changes. Leave without saving them?';

/** The address of the screen with unsaved changes, if there are any. */
let unsavedAt: string | undefined;

/** Whether there are changes that nobody has saved or given up. */
export const hasUnsaved = (): boolean => unsavedAt !== undefined;

/** They are saved, or given up. */
export const forgetUnsaved = (): void => void (unsavedAt = undefined);

/** Whether an address is the one on show, whatever its query and fragment. */
const isHere = (address: string): boolean =>
  new URL(address, window.location.href).pathname === window.location.pathname;

/** Whether the screen may be left: asks when there are unsaved changes. Who agrees is not asked again. */
export const mayLeave = (): boolean => {
  if (unsavedAt !== undefined && window.confirm(QUESTION)) unsavedAt = undefined;
  return unsavedAt === undefined;
};

type Navigate<Options> = (to: string, options?: Options) => void;

/**
 * What every link goes through. One that leads to the very same screen loses nothing; on any other, what failed here is history.
 * What only replaces the address may be what the failure leads to.
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
 * Asks before Back, Forward, a reload or a closed tab loses changes. Call once, before the first screen: listeners of the window
 * are heard in the order they came, and the router must not hear of a Back that is taken back. Answers how to stop.
 */
export const watchUnsaved = (): (() => void) => {
  const onUnload = (event: BeforeUnloadEvent): void => {
    if (unsavedAt !== undefined) event.preventDefault();
  };
  // The address has changed already. Who stays gets it back. A link to a place on the same screen comes here too.
  const onPop = (event: PopStateEvent): void => {
    const stayed = unsavedAt;
    if (stayed === undefined || isHere(stayed) || mayLeave()) return;
    event.stopImmediatePropagation();
    window.history.pushState(null, '', stayed);
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
    return () => {
      unsavedAt = undefined;
    };
  }, [exist]);
};
