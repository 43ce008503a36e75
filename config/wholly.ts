import { setTimeout as wait } from 'node:timers/promises';

/** A database that is silent lets no connection end: in milliseconds. */
const FOR_CLOSING = 5_000;

/**
 * Opens something that is made of several, or nothing: what was put on the stack is closed when a later step fails, the last one
 * first, and then the error goes on. What cannot be closed either says nothing about why.
 */
export const wholly = async <Whole>(
  open: (opened: AsyncDisposableStack) => Promise<Whole>,
  forClosing = FOR_CLOSING,
): Promise<Whole> => {
  const opened = new AsyncDisposableStack();
  try {
    return await open(opened);
  } catch (error) {
    await Promise.race([opened.disposeAsync().catch(() => {}), wait(forClosing, undefined, { ref: false })]);
    throw error;
  }
};
