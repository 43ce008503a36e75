import { untellError } from './stores/tell.ts';

/** How the screen on show was reached: loaded by the browser, by a link of ours, or by Back and Forward. */
export type Arrival = 'load' | 'link' | 'history';

let arrival: Arrival = 'load';

export const lastArrival = (): Arrival => arrival;

/** The visitor has pressed something here that may bring another screen in place: its h1 takes the focus as after a link. */
export const expectScreen = (): void => void (arrival = 'link');

/** Keeps track of navigations; call once, before the first screen. Answers how to stop. The router announces its own as `pushState`. */
export const watchNavigation = (): (() => void) => {
  const address = (): string => window.location.pathname + window.location.search;
  let shown = address();
  const onReplace = (): void => void (shown = address());
  const onPush = (): void => {
    onReplace();
    arrival = 'link';
  };
  // A link to a place on the same screen comes here too.
  const onPop = (): void => {
    if (shown === address()) return;
    onReplace();
    arrival = 'history';
    untellError();
  };
  window.addEventListener('replaceState', onReplace);
  window.addEventListener('pushState', onPush);
  window.addEventListener('popstate', onPop);
  return () => {
    arrival = 'load';
    window.removeEventListener('replaceState', onReplace);
    window.removeEventListener('pushState', onPush);
    window.removeEventListener('popstate', onPop);
  };
};
