/** More values than any label of ours has by itself; a label that grows past it is a mistake, and must not cost the memory. */
const MOST_VALUES = 100;

/** A label that never has more than so many values: those that come later are all `other`. */
export const boundedLabel = (most = MOST_VALUES): ((value: string | undefined) => string) => {
  const known = new Set<string>();
  return (value = 'none') => {
    if (known.size < most) known.add(value);
    return known.has(value) ? value : 'other';
  };
};

/** A label with these values and no other. */
export const knownLabel = (values: readonly string[]): ((value: string | undefined) => string) => {
  const known = new Set(values);
  return (value = 'other') => (known.has(value) ? value : 'other');
};
