import { figure, medianRatio } from './cells.ts';
import type { Measured, Pair, Sample } from './rounds.ts';
import { median } from './statistics.ts';

/** What is wished for, what was found, and whether that is enough; `undefined` where it was not measured. */
export type Goal = {
  readonly work: string;
  readonly goal: string;
  readonly measured: string;
  readonly isReached: boolean | undefined;
};

/** One number that a goal looks at, with the name of where it is worst. */
export type Found = { readonly name: string; readonly value: number };

const worstOf = (found: readonly Found[], isWorse: (one: number, other: number) => boolean): Found | undefined =>
  found
    .filter(({ value }) => !Number.isNaN(value))
    .reduce<Found | undefined>(
      (worst, one) => (worst === undefined || isWorse(one.value, worst.value) ? one : worst),
      undefined,
    );

const told = ({ name, value }: Found): string => `${figure(value)} (${name})`;

/** A goal that the least of what was found decides. */
export const atLeast = (work: string, least: number, goal: string, found: readonly Found[]): Goal => {
  const worst = worstOf(found, (one, other) => one < other);
  return worst === undefined
    ? { work, goal, measured: 'not measured', isReached: undefined }
    : { work, goal, measured: told(worst), isReached: worst.value >= least };
};

/** A goal that the most of what was found decides. */
export const atMost = (work: string, most: number, goal: string, found: readonly Found[]): Goal => {
  const worst = worstOf(found, (one, other) => one > other);
  return worst === undefined
    ? { work, goal, measured: 'not measured', isReached: undefined }
    : { work, goal, measured: told(worst), isReached: worst.value <= most };
};

/** Of each kind of request, the product's divided by the other server's, the median of the rounds. */
export const ratios = (cases: readonly Measured[], value: (of: Sample) => number | undefined): readonly Found[] =>
  cases.map(({ name, rounds }) => ({ name, value: medianRatio(rounds, value) }));

export const perSecond = ({ perSecond: value }: Sample): number => value;
export const serverTime = ({ serverTime: value }: Sample): number | undefined => value;

/** The product's own, the median of the rounds. */
export const ours = (cases: readonly Measured[], name: string, value: (of: Sample) => number): number =>
  median(cases.find((one) => one.name === name)?.rounds.map(({ product }) => value(product)) ?? []);

export const medianOf = <Value>(rounds: readonly Pair<Value>[], value: (of: Value) => number | undefined): number =>
  median(rounds.map(({ product }) => value(product) ?? Number.NaN));
