import type { Pair } from './rounds.ts';
import { median, spreadOf } from './statistics.ts';

export const NOT_KNOWN = 'n/a';

/** Two digits that count: `1234`, `123`, `1.2`, `0.12`. */
export const short = (value: number): string =>
  Number.isNaN(value)
    ? NOT_KNOWN
    : value >= 10
      ? Math.round(value).toLocaleString('en-US')
      : value.toFixed(value >= 1 ? 1 : 2);

export const figure = (value: number): string => (Number.isFinite(value) ? value.toFixed(2) : NOT_KNOWN);

type Look<Value> = (of: Value) => number | undefined;

const ratiosOf = <Value>(rounds: readonly Pair<Value>[], value: Look<Value>): readonly number[] =>
  rounds.flatMap(({ product, floor }) => {
    const [ours, theirs] = [value(product), value(floor)];
    return ours === undefined || theirs === undefined || theirs === 0 ? [] : [ours / theirs];
  });

/** The product's value divided by the floor's, the median of the rounds; `NaN` where nobody knows it. */
export const medianRatio = <Value>(rounds: readonly Pair<Value>[], value: Look<Value>): number =>
  median(ratiosOf(rounds, value));

/** `0.91 (0.88–0.95)`: the same, with the least and the most of the rounds. */
export const ratio = <Value>(rounds: readonly Pair<Value>[], value: Look<Value>): string => {
  const known = ratiosOf(rounds, value);
  if (known.length === 0) return NOT_KNOWN;
  const spread = spreadOf(known);
  return `${figure(spread.median)} (${figure(spread.least)}–${figure(spread.most)})`;
};

/** `900 / 1,000`: the medians of the product and of the floor. */
export const both = <Value>(rounds: readonly Pair<Value>[], value: (of: Value) => number): string =>
  [rounds.map(({ product }) => value(product)), rounds.map(({ floor }) => value(floor))]
    .map((values) => short(median(values)))
    .join(' / ');

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
export const table = (heads: readonly string[], rows: readonly (readonly string[])[]): readonly string[] => [
  row(heads),
  row(heads.map(() => '---')),
  ...rows.map(row),
];
