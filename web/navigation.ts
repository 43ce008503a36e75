import { untellError } from './stores/tell.ts';

/** How the screen on show was reached: loaded by the browser, by a link of ours, or by Back and Forward. */
export type Arrival = 'load' | 'link' | 'history';

let arrival: Arrival = 'load';

export const lastArrival = (): Arrival => arrival;

/** The visitor has pressed something here that may bring another screen in place: its h1 takes the focus as after a link. */
export const expectScreen = (): void => void (arrival = 'link');

const withoutPlace = (address: string): string | undefined => address.split('#')[0];

/** Keeps track of navigations; call once, before the first screen. Answers how to stop. The router announces its own as `pushState`. */
export const watchNavigation = (): (() => void) => {
  let shown = window.location.href;
  const onReplace = (): void => void (shown = window.location.href);
  const onPush = (): void => {
    onReplace();
    arrival = 'link';
  };
  const onPop = (): void => {
    const before = shown;
    onReplace();
    // A link to a place on the same screen comes here too. A step back at the very same address is none.
    if (before !== shown && withoutPlace(before) === withoutPlace(shown)) return;
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
