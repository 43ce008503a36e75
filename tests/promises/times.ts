export const medianOf = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** How likely one of `others` is larger than one of `values`: 0.5 when nothing tells them apart (the area under the ROC curve). */
export const likelihood = (values: readonly number[], others: readonly number[]): number => {
  let larger = 0;
  for (const value of values) for (const other of others) larger += other > value ? 1 : other === value ? 0.5 : 0;
  return larger / (values.length * others.length);
};
