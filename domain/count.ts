/**
 * A whole number the way people read it: `1200` → `1,200`. By hand: the first use of `Intl` takes a slow telephone some 50 ms, for which
 * the home page would have to wait.
 */
export const figures = (count: number): string => count.toString().replaceAll(/\B(?=(\d{3})+$)/g, ',');

/** A count with its noun: `1 lead`, `2 leads`, `1,200 leads`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${figures(count)} ${count === 1 ? one : many}`;
