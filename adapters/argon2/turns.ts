import { PasswordsBusy } from '#application/ports/passwords.ts';

/** Runs `work` when it is its turn. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

/** So many run at once and so many more wait, first come, first served. For any further one `PasswordsBusy` is thrown. */
export const turns = ({ atOnce, waiting }: { readonly atOnce: number; readonly waiting: number }): InTurn => {
  let running = 0;
  const line: (() => void)[] = [];
  return async (work) => {
    if (running < atOnce) running += 1;
    else {
      if (line.length >= waiting) throw new PasswordsBusy(`${waiting} passwords wait to be hashed`);
      await new Promise<void>((resolve) => line.push(resolve));
    }
    try {
      return await work();
    } finally {
      // Whoever is next takes over the place: nobody who comes now can slip in.
      const next = line.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
};
