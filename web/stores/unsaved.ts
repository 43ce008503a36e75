import { useLayoutEffect } from 'react';

const QUESTION = 'You have unsaved changes. Leave without saving them?';

let unsaved = false;

/** Whether the screen may be left: asks when there are unsaved changes. Who agrees is not asked again. */
export const mayLeave = (): boolean => {
  if (unsaved) unsaved = !window.confirm(QUESTION);
  return !unsaved;
};

type Navigate<Options> = (to: string, options?: Options) => void;

/** What every link goes through. One that leads to the very same screen loses nothing. */
export const askFirst = <Options>(navigate: Navigate<Options>, to: string, options?: Options): void => {
  const { pathname } = new URL(to, window.location.href);
  if (pathname === window.location.pathname || mayLeave()) navigate(to, options);
};

/** Asks before changes are lost: to a link, to Back and Forward, to a reload or a closed tab. */
export const useUnsavedChanges = (exist: boolean): void => {
  useLayoutEffect(() => {
    if (!exist) return;
    const here = window.location.href;
    unsaved = true;
    const onUnload = (event: BeforeUnloadEvent): void => {
      if (unsaved) event.preventDefault();
    };
    // The address has changed already. Who stays gets it back, before the router has seen anything.
    const onPop = (event: PopStateEvent): void => {
      if (mayLeave()) return;
      event.stopImmediatePropagation();
      window.history.pushState(null, '', here);
    };
    window.addEventListener('beforeunload', onUnload);
    window.addEventListener('popstate', onPop, { capture: true });
    return () => {
      unsaved = false;
      window.removeEventListener('beforeunload', onUnload);
      window.removeEventListener('popstate', onPop, { capture: true });
    };
  }, [exist]);
};
