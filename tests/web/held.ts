import { onTestFinished } from 'vitest';

/** Holds an answer back until the test has seen what stands meanwhile, however slow the machine is. */
export const held = (): { readonly released: Promise<void>; readonly release: () => void } => {
  const { promise, resolve } = Promise.withResolvers<void>();
  onTestFinished(() => resolve());
  return { released: promise, release: resolve };
};
