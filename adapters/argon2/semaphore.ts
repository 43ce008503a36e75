import { PasswordsBusy } from '#application/ports/passwords.ts';

/** Runs `work` when a slot is free. */
export type Semaphore = <T>(work: () => Promise<T>) => Promise<T>;

/** `atOnce` run at the same time and `waiting` more wait, first come, first served. Any further one throws `PasswordsBusy`. */
export const semaphore = ({ atOnce, waiting }: { readonly atOnce: number; readonly waiting: number }): Semaphore => {
  let running = 0;
  const queue: (() => void)[] = [];
  return async (work) => {
    if (running < atOnce) running += 1;
    else {
      if (queue.length >= waiting) throw new PasswordsBusy(`${waiting} passwords wait to be hashed`);
      await new Promise<void>((resolve) => queue.push(resolve));
    }
    try {
      return await work();
    } finally {
      // Whoever is next takes over the slot: nobody who comes now can slip in.
      const next = queue.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
};
