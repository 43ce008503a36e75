import { executionAsyncResource } from 'node:async_hooks';

/** One of the objects that Node makes for each `process.nextTick`. */
const ownTick = (): Promise<object> =>
  new Promise((resolve) => {
    process.nextTick(() => resolve(executionAsyncResource()));
  });

let kept: Promise<object> | undefined;

/**
 * Keeps one tick object of Node, and with it the shape of them all. Each request takes several ticks. A full garbage collection that
 * finds none of them, as in a quiet minute, drops their shape, and for the rest of the process V8 makes each by its slow path: a request
 * then costs up to a third more (decision 27).
 */
export const keepTickShape = (): Promise<object> => (kept ??= ownTick());
