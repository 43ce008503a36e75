/** Chances that can be repeated: the same seed throws the same numbers. */
export type Dice = {
  /** From 0 up to, but without, 1. */
  readonly throwOne: () => number;
  /** A whole number from `from` to `to`, both possible. */
  readonly between: (from: number, to: number) => number;
  /** One of the outcomes, each as often as its weight says. */
  readonly pick: <Outcome extends string>(weights: Readonly<Record<Outcome, number>>) => Outcome;
  /** Dice of its own for somebody: what others throw does not change them. */
  readonly of: (somebody: number) => Dice;
};

/** Mulberry32: small, fast and even enough for this. */
export const diceOf = (seed: number): Dice => {
  let state = seed >>> 0;
  const throwOne = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    throwOne,
    between: (from, to) => from + Math.floor(throwOne() * (to - from + 1)),
    pick: <Outcome extends string>(weights: Readonly<Record<Outcome, number>>): Outcome => {
      const outcomes = Object.keys(weights) as Outcome[];
      let rest = throwOne() * outcomes.reduce((sum, outcome) => sum + weights[outcome], 0);
      for (const outcome of outcomes) {
        rest -= weights[outcome];
        if (rest < 0) return outcome;
      }
      throw new Error('no outcome has any weight');
    },
    of: (somebody) => diceOf(Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(somebody + 1, 0x85ebca6b)),
  };
};
