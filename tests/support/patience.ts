/** How long a test waits for what is to come: long enough for a machine that has much else to do. In milliseconds. */
export const PATIENCE = { timeout: 10_000 };
