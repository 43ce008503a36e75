/** In milliseconds: how long a test waits for something, long enough for a busy machine. */
export const PATIENCE = { timeout: 10_000 };
