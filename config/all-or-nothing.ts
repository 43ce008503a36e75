import { setTimeout as wait } from 'node:timers/promises';

/** In milliseconds: a silent database lets no connection end. */
const FOR_CLOSING = 5_000;

/**
 * Opens something with several parts, or nothing: when a later step fails, what was put on the stack is closed, the last one first, and
 * the error is thrown. An error of the closing is dropped, as it does not explain the failure.
 */
export const allOrNothing = async <Whole>(
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
