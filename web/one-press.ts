/**
 * Clicks at one place that follow each other within this time are one press, in milliseconds. Browsers count such clicks (`detail`)
 * only for a mouse, and by the interval that its user has set, which may be longer.
 */
const PAUSE = 500;

/** How far apart such clicks may be, in pixels. */
const STRAY = 9;

/** The control that a click on an element presses. */
const controlOf = (element: Element): Element => {
  const near = element.closest('a,button,label');
  return (near instanceof HTMLLabelElement && near.control) || near || element;
};

/**
 * A double click is meant for the control that its first click has pressed: when another one takes its place, the second click does
 * nothing to that. Clicks without a pointer each count for themselves. Call once.
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

/**
 * Enter that is held down presses once, and nothing that the focus goes to meanwhile: a key repeats thirty times a second. In a text of
 * several lines it makes lines. Call once.
 */
export const watchKeys = (): void => {
  const look = (press: KeyboardEvent): void => {
    if (press.repeat && press.key === 'Enter' && !(press.target instanceof HTMLTextAreaElement)) press.preventDefault();
  };
  window.addEventListener('keydown', look, true);
};
