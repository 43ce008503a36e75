import { Conflict } from './overlay.ts';

/** Rows that a transaction keeps to itself until it ends. */
export type RowHolds = {
  readonly isHeldByOther: (key: string, owner: object) => boolean;
  readonly hold: (key: string, owner: object) => void;
  /** Waits until nobody else holds the row, then holds it. */
  readonly take: (key: string, owner: object) => Promise<void>;
  readonly freeAll: (owner: object) => void;
};

export const rowHolds = (): RowHolds => {
  const held = new Map<string, { readonly owner: object; readonly freed: PromiseWithResolvers<void> }>();

  const isHeldByOther = (key: string, owner: object): boolean => (held.get(key)?.owner ?? owner) !== owner;
  const hold = (key: string, owner: object): void => {
    if (!held.has(key)) held.set(key, { owner, freed: Promise.withResolvers() });
  };

  return {
    isHeldByOther,
    hold,
    take: async (key, owner) => {
      while (isHeldByOther(key, owner)) {
        // Two that hold one row each and want the other's would wait for ever: the work runs again instead.
        if ([...held.values()].some((other) => other.owner === owner)) throw new Conflict(`${key} is held`);
        await held.get(key)?.freed.promise;
      }
      hold(key, owner);
    },
    freeAll: (owner) => {
      for (const [key, { freed }] of [...held].filter(([, other]) => other.owner === owner)) {
        held.delete(key);
        freed.resolve();
      }
    },
  };
};
