/**
 * Clicks at one place that follow each other this fast are one press, in milliseconds. A browser counts such clicks only of a
 * mouse; where its user needs longer, it knows how long.
 */
const PAUSE = 500;

/** How far the pointer strays meanwhile, in pixels. */
const STRAY = 9;

/** What a click on an element presses. */
const controlOf = (element: Element): Element => {
  const near = element.closest('a,button,label');
  return (near instanceof HTMLLabelElement && near.control) || near || element;
};

/**
 * A double click is for what its first click has pressed: when that makes room for something else, the second does nothing to
 * it. Clicks that no pointer has made count each for itself. Call once.
 */
export const watchClicks = (): void => {
  let before: MouseEvent | undefined;
  let pressed: Element | undefined;
  const look = (click: MouseEvent): void => {
    if (click.detail === 0) return;
    const isAgain =
      click.detail > 1 ||
      (before !== undefined &&
        click.timeStamp - before.timeStamp < PAUSE &&
        Math.hypot(click.clientX - before.clientX, click.clientY - before.clientY) < STRAY);
    before = click;
    const control = controlOf(click.target as Element);
    if (!isAgain) pressed = control;
    if (control === pressed) return;
    click.preventDefault();
    click.stopImmediatePropagation();
  };
  window.addEventListener('click', look, true);
};
