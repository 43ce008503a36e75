import type { Dice } from '#tests/race/dice.ts';

/** How often a provider does what, from 0 to 1; the rest goes well. */
export type Mix = {
  /** Fails before anything is done. */
  readonly fails: number;
  /** Does all, but its answer is lost. */
  readonly drops: number;
  /** Too many requests. */
  readonly busy: number;
  /** Takes so long that others come between. */
  readonly slow: number;
};

export type Fault = keyof Mix | 'none';

/** Mixes of all sorts, from nearly well to hardly ever well. */
export const mixOf = (dice: Dice): Mix => ({
  fails: dice.between(0, 30) / 100,
  drops: dice.between(0, 30) / 100,
  busy: dice.between(0, 10) / 100,
  slow: dice.between(0, 20) / 100,
});

/** Throws faults until it is healed. */
export const faultsBy = (mix: Mix, dice: Dice) => {
  let isWell = false;
  const { fails, drops, busy, slow } = mix;
  const rest = Math.max(0, 1 - fails - drops - busy - slow);
  return {
    next: (): Fault => (isWell ? 'none' : dice.pick<Fault>({ fails, drops, busy, slow, none: rest })),
    heal: () => void (isWell = true),
  };
};
