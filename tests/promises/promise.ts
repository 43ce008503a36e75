import { expect } from 'vitest';

/*
 * How the promises I1–I19 of docs/reliability.md are proved: one file per promise in this folder, named after its noun.
 *
 * - `reach(fast, long)` is how much a run tries: the first in `npm test`, the second in `npm run soak` (`isLong`).
 * - Chances come from `diceOf(seed)` of tests/race/dice.ts, or from fast-check's `seed`, and seeds from `firstSeed` on: `SEED=7` repeats a run.
 * - `prove` runs a procedure, prints one line, and fails with what it found:
 *   `promise I4: 500 sequences, seed 7, 0 violations, 4.2 s`. The soak collects these lines for the table of the page.
 * - `sabotaged` runs the same procedure on a product that was broken on purpose, and fails unless that is noticed: a harness that
 *   never failed proves nothing. Sabotage lives in tests only, put between the use-cases and their needs; the product has no
 *   switch for it.
 */

/** `--mode long` sets it: the whole reach, for hours instead of minutes. */
export const isLong = import.meta.env.MODE === 'long';

/** Why something is left out of a short run. */
export const FOR_THE_SOAK = 'it takes its time: `npm run soak` tries it';

/** `SEED` repeats the plans of a run that has found something; what meets when, between processes, is up to the machine. */
export const firstSeed = Number(process.env['SEED'] ?? Date.now() % 1_000_000);

export const reach = (fast: number, long: number): number => (isLong ? long : fast);

/** As many seeds as are wanted, each another one. */
export const seedsFor = (count: number): readonly number[] =>
  Array.from({ length: count }, (_, each) => firstSeed + each);

export type PromiseName = `I${number}`;

/** What a procedure tells on its way. */
export type Tally = {
  /** So many more are done. */
  readonly done: (count?: number) => void;
  /** Something that must never be, with all that helps to find out why. */
  readonly wrong: (what: string) => void;
  /** `false` once enough is wrong to stop. */
  readonly goesOn: () => boolean;
};

/** So many violations are printed, and after so many a procedure may stop. */
const ENOUGH = 20;

type Run = { readonly count: number; readonly violations: readonly string[]; readonly seconds: string };

const run = async (
  goesOn: (violations: readonly string[]) => boolean,
  work: (tally: Tally) => Promise<void>,
): Promise<Run> => {
  const started = performance.now();
  const violations: string[] = [];
  let count = 0;
  const tally: Tally = {
    done: (more = 1) => void (count += more),
    wrong: (what) => void violations.push(what),
    goesOn: () => goesOn(violations),
  };
  try {
    await work(tally);
  } catch (error) {
    tally.wrong(`the procedure broke off: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  }
  return { count, violations, seconds: ((performance.now() - started) / 1_000).toFixed(1) };
};

/** What was done, in the plural, and the first of its seeds. */
type Procedure = { readonly what: string; readonly seed?: number };

/** Fails with what the procedure finds wrong, and prints its figures. */
export const prove = async (
  promise: PromiseName,
  { what, seed = firstSeed }: Procedure,
  work: (tally: Tally) => Promise<void>,
): Promise<void> => {
  const { count, violations, seconds } = await run(({ length }) => length < ENOUGH, work);
  console.log(`promise ${promise}: ${count} ${what}, seed ${seed}, ${violations.length} violations, ${seconds} s`);
  const shown = violations.slice(0, ENOUGH).join('\n');
  expect(violations.length, `${promise}, seed ${seed} (SEED=${firstSeed} repeats the run):\n${shown}`).toBe(0);
  expect(count, 'nothing was done').toBeGreaterThan(0);
};

/** Fails unless the procedure, on a product that is broken as `how` says, finds what `sign` describes. */
export const sabotaged = async (
  promise: PromiseName,
  { how, sign, seed = firstSeed }: { readonly how: string; readonly sign: RegExp; readonly seed?: number },
  work: (tally: Tally) => Promise<void>,
): Promise<void> => {
  // What else goes wrong on the way does not end the search for the sign.
  const signsIn = (found: readonly string[]) => found.filter((what) => sign.test(what));
  const { count, violations, seconds } = await run((found) => signsIn(found).length === 0, work);
  const caught = signsIn(violations);
  console.log(`sabotage of ${promise}: ${how}, caught ${caught.length} times in ${count}, seed ${seed}, ${seconds} s`);
  const others = violations.slice(0, ENOUGH).join('\n') || 'nothing at all';
  expect(
    caught.length,
    `${promise}: ${how}, and nobody noticed. Found was, with seed ${seed}:\n${others}`,
  ).toBeGreaterThan(0);
};
