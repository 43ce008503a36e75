/** How long to wait before asking again while a payment is on its way, in milliseconds. */
export const PATIENCE: readonly number[] = [1_000, 2_000, 3_000, 5_000, 8_000];
