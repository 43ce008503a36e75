/** A value, or the promise of one that is not there yet. */
export type Awaitable<Value> = Value | Promise<Value>;

/** Goes on with a value, at once if it is there: an answer from memory would wait longer for that than it takes to find it. */
export const whenReady = <Value, Next>(
  value: Awaitable<Value>,
  work: (value: Value) => Awaitable<Next>,
): Awaitable<Next> => (value instanceof Promise ? value.then(work) : work(value));
