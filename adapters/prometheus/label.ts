/** More values than any label of ours has by itself; a label that grows past it is a mistake, and must not cost the memory. */
const MOST_VALUES = 100;

/** A label with so many values at most: those that come later are all `other`. */
export const boundedLabel = (): ((value: string | undefined) => string) => {
  const known = new Set<string>();
  return (value = 'none') => {
    if (known.size < MOST_VALUES) known.add(value);
    return known.has(value) ? value : 'other';
  };
};

/** A label with these values and no other. */
export const knownLabel = (values: readonly string[]): ((value: string | undefined) => string) => {
  const known = new Set(values);
  return (value = 'other') => (known.has(value) ? value : 'other');
};
