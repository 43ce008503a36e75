import type { LeadChanges, LeadsState } from '#application/ports/lead-changes.ts';

type Read<Value> = () => Promise<Value>;
type Found<Value> = { readonly value: Value } | undefined;

const found = <Value>(value: Value): Found<Value> => ({ value });
/** Whether the same read fails again is seen when it is needed. */
const nothing = (): undefined => undefined;

/**
 * Reads what will be needed next while what was read before is dealt with: the database and this process then work at the same time. It
 * is used only if no lead has changed from before the read until after it. If one has, it is read once more, and nothing further is read
 * ahead: in a busy shop that would be read in vain.
 */
export const readAhead = <Value>({ current }: LeadChanges) => {
  let ahead: { readonly state: LeadsState; readonly reading: Promise<Found<Value>> } | undefined;
  let isCalm = true;
  return {
    /** Begins a read, unless nobody can know whether it will hold. */
    begin: (read: Read<Value>): void => {
      const state = isCalm ? current() : undefined;
      if (state === undefined) return;
      ahead = { state, reading: read().then(found, nothing) };
    },
    /** What was begun, if it holds; otherwise what is read now. */
    take: async (read: Read<Value>): Promise<Value> => {
      if (ahead === undefined) return read();
      const { state, reading } = ahead;
      ahead = undefined;
      const before = await reading;
      if (before !== undefined && current() === state) return before.value;
      isCalm = false;
      return read();
    },
  };
};
