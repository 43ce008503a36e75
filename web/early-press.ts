/** The root element has this once the page is hydrated, and answers to what is done on it: `main.tsx` sets it. */
const AWAKE = 'data-awake';

/** The buttons of a page that is not hydrated yet. What would send a form is disabled until then. */
const UNHYDRATED = `:root:not([${AWAKE}]) #root button`;

/**
 * A page that the server has drawn can be pressed before it answers. The last press on one of its buttons is kept until then, while
 * the button looks busy, and then it is made. A press on anything else, or typing, takes it back; so does whatever ends the wait: the
 * page is left, or its script does not come. Call once.
 */
export const keepPress = (): void => {
  let pressed: HTMLElement | null = null;
  const keep = (button: HTMLElement | null): void => {
    if (pressed) pressed.ariaDisabled = null;
    if (button) button.ariaDisabled = 'true';
    pressed = button;
  };

  /** What was busy or had nothing to do before it was pressed stays so. */
  const press = (button: HTMLElement | null): void =>
    keep(button !== pressed && button?.ariaDisabled === 'true' ? null : button);

  window.addEventListener('click', ({ target }) => press((target as Element).closest<HTMLElement>(UNHYDRATED)), true);
  for (const end of ['input', 'pagehide', 'error']) window.addEventListener(end, () => keep(null), true);

  new MutationObserver(() => {
    const button = pressed;
    keep(null);
    // One that was drawn anew meanwhile hears nothing.
    button?.click();
  }).observe(document.documentElement, { attributeFilter: [AWAKE] });
};
