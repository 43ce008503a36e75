import type { memoryStore } from '#adapters/memory/store.ts';
import type { Job } from '#application/ports/jobs.ts';
import type { Dice } from '#tests/race/dice.ts';
import type { Around } from './restarts.ts';
import { atOnce, mixed, severalTimes, textOf } from './sequence.ts';
import type { Step } from './sequence.ts';

export type Store = Omit<ReturnType<typeof memoryStore>, 'leadChanges'>;
export type StoreWith = (wiring: { readonly addJob: (job: Job) => void }) => Store;

/** An order or a subscription that has been opened, and all that may happen to it. */
export type Story = {
  /** What truly happens, in this order. */
  readonly truth: readonly Step[];
  /** What anybody tells of it, true or not, and what a shop does by itself. */
  readonly others: readonly Step[];
  /** Time passes until nothing is left to do, and everything is read again once. */
  readonly reconcile: () => Promise<void>;
  /** One run of the sweep, when it is due. */
  readonly sweep: () => Promise<void>;
  /** Where it stands, in a few words. */
  readonly stand: () => Promise<string>;
  /** What must never be, whatever has happened. */
  readonly faults: () => Promise<readonly string[]>;
};

export type Scene = { readonly end: string; readonly open: (around?: Around) => Promise<Story> };

/** Tells a story in an order that the dice choose. Answers what came out wrong. */
export const tell = async ({ end, open }: Scene, dice: Dice, around?: Around): Promise<readonly string[]> => {
  const story = await open(around);
  const steps = atOnce(mixed(story.truth, severalTimes(story.others, dice), dice), dice);
  try {
    for (const group of steps) await Promise.all(group.map(({ run }) => run()));
    await story.reconcile();
  } catch (error) {
    return [`${textOf(steps)}: ${String(error)}`];
  }
  const [stand, faults] = [await story.stand(), await story.faults()];
  const wrong = stand === end ? faults : [`ended as "${stand}", not as "${end}"`, ...faults];
  return wrong.map((what) => `${textOf(steps)}: ${what}`);
};

/** Tells only what truly happens, to nobody. Answers after how many sweeps it stood as it must; `undefined`: not after `most`. */
export const sweepsUntilEnd = async ({ end, open }: Scene, most: number): Promise<number | undefined> => {
  const story = await open();
  for (const { run } of story.truth) await run();
  for (let sweeps = 1; sweeps <= most; sweeps += 1) {
    await story.sweep();
    if ((await story.stand()) === end) return sweeps;
  }
  return undefined;
};
