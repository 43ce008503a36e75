/** An attribute of the root element once the page is hydrated; `main.tsx` sets it. */
const HYDRATED = 'data-hydrated';

/** Buttons that do nothing before hydration. Those that would send a form are disabled until then. */
const UNHYDRATED = `:root:not([${HYDRATED}]) #root button`;

/**
 * A page that the server has drawn can be pressed before it is hydrated. The last press on one of its buttons is kept, while the button
 * looks busy, and made after hydration. A press on anything else, or typing, cancels it; so does Back, leaving the page, or a script that
 * fails to load. The step back of `early-back.ts` would too, but it is made before a hand can press. Call once.
 */
export const keepPress = (): void => {
  let pressed: HTMLElement | null = null;
  const keep = (button: HTMLElement | null): void => {
    if (pressed) pressed.ariaDisabled = null;
    if (button) button.ariaDisabled = 'true';
    pressed = button;
  };

  /** A button that was busy or disabled before it was pressed stays so. */
  const press = (button: HTMLElement | null): void =>
    keep(button !== pressed && button?.ariaDisabled === 'true' ? null : button);

  window.addEventListener('click', ({ target }) => press((target as Element).closest<HTMLElement>(UNHYDRATED)), true);
  for (const end of ['input', 'popstate', 'pagehide', 'error']) window.addEventListener(end, () => keep(null), true);

  new MutationObserver(() => {
    const button = pressed;
    keep(null);
    // A button that was drawn anew meanwhile is detached, and this does nothing.
    button?.click();
  }).observe(document.documentElement, { attributeFilter: [HYDRATED] });
};
