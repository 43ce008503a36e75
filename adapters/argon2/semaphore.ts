import { PasswordsBusy } from '#application/ports/passwords.ts';

/** Runs `work` when a slot is free. */
export type Semaphore = <T>(work: () => Promise<T>) => Promise<T>;

/** Called as work begins; its answer is called as the work ends, and says how many milliseconds the slot then stays empty. */
export type Rest = () => () => number;

type Settings = {
  readonly atOnce: number;
  readonly waiting: number;
  /** Without it no slot rests. */
  readonly rest?: Rest;
};

/** `atOnce` run at the same time and `waiting` more wait, first come, first served. Any further one throws `PasswordsBusy`. */
export const semaphore = ({ atOnce, waiting, rest = () => () => 0 }: Settings): Semaphore => {
  let running = 0;
  const queue: (() => void)[] = [];
  /** Whoever is next takes over the slot: nobody who comes now can slip in. */
  const release = (): void => {
    const next = queue.shift();
    if (next === undefined) running -= 1;
    else next();
  };
  return async (work) => {
    if (running < atOnce) running += 1;
    else {
      if (queue.length >= waiting) throw new PasswordsBusy(`${waiting} passwords wait to be hashed`);
      await new Promise<void>((resolve) => queue.push(resolve));
    }
    const restOf = rest();
    try {
      return await work();
    } finally {
      const pause = restOf();
      if (pause > 0) setTimeout(release, pause);
      else release();
    }
  };
};
