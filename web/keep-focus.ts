import { flushSync } from 'react-dom';

/**
 * Makes a change of a list that may take away the control with the focus. The one that comes in its place gets it then, or else the
 * list's heading; the page stays where it stands.
 */
export const keepFocus = (change: () => void): void => {
  const { scrollY } = window;
  const list = document.activeElement?.closest('section');
  const stops = () => [
    ...(list?.querySelectorAll<HTMLElement>('a, button:not([disabled]), input, select, [tabindex]') ?? []),
  ];
  const place = stops().findIndex((stop) => stop === document.activeElement);
  flushSync(change);
  if (place < 0 || document.activeElement !== document.body) return;
  (stops()[place] ?? stops()[0])?.focus({ preventScroll: true });
  // The browser looked for the lost focus while the list was empty, and the page so short that it had to move up.
  window.scrollTo(0, scrollY);
};
