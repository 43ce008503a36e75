import { untellError } from './stores/tell.ts';

/** How the screen on show was reached: loaded by the browser, by a link of ours, or by Back and Forward. */
export type Arrival = 'load' | 'link' | 'history';

let arrival: Arrival = 'load';

export const lastArrival = (): Arrival => arrival;

/** To be called when a press may bring another screen in place: the h1 of that screen takes the focus, as after a link. */
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
    // A link to a place on the same screen fires this event too. A step back to the very same address is no such link.
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
