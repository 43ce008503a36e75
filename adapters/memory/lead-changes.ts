import type { LeadChanges, LeadsState } from '#application/ports/lead-changes.ts';

export type MemoryLeadChanges = LeadChanges & {
  /** A lead has changed. */
  readonly tell: () => void;
  /** Whether anybody can know: as when the line to a database is broken, and when it is there again. */
  readonly hear: (hears: boolean) => void;
};

const aState = (): LeadsState => ({ leads: Symbol('a state of the leads') });

/** Knows of a change as soon as it is told. */
export const memoryLeadChanges = (): MemoryLeadChanges => {
  let state = aState();
  let isHeard = true;
  return {
    current: () => (isHeard ? state : undefined),
    tell: () => {
      state = aState();
    },
    hear: (hears) => {
      // Nobody knows what happened meanwhile.
      state = aState();
      isHeard = hears;
    },
  };
};
