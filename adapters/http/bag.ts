/** Values that come and go, in no order. */
export type Bag<Value> = {
  /** Puts a value in, and answers how to take it out again. */
  readonly put: (value: Value) => () => void;
  readonly values: () => readonly Value[];
};

/**
 * A set for values that come and go with every request. V8 gives a `Set` a new table now and then, and the old table points to the new
 * one. Once such a table is in the old generation of the heap, everything that was ever in the set stays there until the next full
 * garbage collection, and these take a third of the processor's time.
 */
export const bag = <Value>(): Bag<Value> => {
  const places: (Value | undefined)[] = [];
  const free: number[] = [];
  return {
    put: (value) => {
      const place = free.pop() ?? places.length;
      places[place] = value;
      let isIn = true;
      return () => {
        if (!isIn) return;
        isIn = false;
        places[place] = undefined;
        free.push(place);
      };
    },
    values: () => places.filter((value) => value !== undefined),
  };
};
