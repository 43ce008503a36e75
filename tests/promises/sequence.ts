import type { Dice } from '#tests/race/dice.ts';

/** Something that happens. */
export type Step = { readonly name: string; readonly run: () => Promise<unknown> };

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
  const rest = [...truth];
  const slots = shuffled([...truth.map(() => 'truth' as const), ...others], dice);
  return slots.flatMap((slot) => (slot === 'truth' ? (rest.shift() ?? []) : slot));
};

export const textOf = (steps: readonly Step[]): string => steps.map(({ name }) => name).join(', ');
