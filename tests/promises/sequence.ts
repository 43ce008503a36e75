import type { Dice } from '#tests/race/dice.ts';

/** Something that happens. */
export type Step = {
  readonly name: string;
  readonly run: () => Promise<unknown>;
  /** Made of several things between which nothing else may happen. */
  readonly isAlone?: boolean;
  /** It truly happens: one after the other. */
  readonly isFact?: boolean;
};

const shuffled = <Value>(values: readonly Value[], dice: Dice): readonly Value[] =>
  values
    .map((value) => ({ value, at: dice.throwOne() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ value }) => value);

/** Each of the steps none to three times. */
export const severalTimes = (steps: readonly Step[], dice: Dice): readonly Step[] =>
  steps.flatMap((step) => Array.from({ length: dice.between(0, 3) }, () => step));

/** `truth` in its order, everything else anywhere between, before and after. */
export const mixed = (truth: readonly Step[], others: readonly Step[], dice: Dice): readonly Step[] => {
  const rest = truth.map((step) => ({ ...step, isFact: true }));
  const slots = shuffled([...truth.map(() => 'truth' as const), ...others], dice);
  return slots.flatMap((slot) => (slot === 'truth' ? (rest.shift() ?? []) : slot));
};

/** Up to three steps that follow each other happen at once, so that an old answer may come after a newer one. */
export const atOnce = (steps: readonly Step[], dice: Dice): readonly (readonly Step[])[] => {
  const groups: Step[][] = [];
  for (const step of steps) {
    const last = groups.at(-1);
    const joins =
      last !== undefined &&
      last.length < 3 &&
      ![...last, step].some(({ isAlone }) => isAlone) &&
      !(step.isFact && last.some(({ isFact }) => isFact));
    if (joins && dice.throwOne() < 0.4) last.push(step);
    else groups.push([step]);
  }
  return groups;
};

export const textOf = (groups: readonly (readonly Step[])[]): string =>
  groups.map((group) => group.map(({ name }) => name).join(' & ')).join(', ');
