/** A stored value and how often it has changed. */
export type Row<Value> = { readonly value: Value; readonly version: number };

export type Table<Value> = Map<string, Row<Value>>;

/** Somebody else was faster: the work has to run again on fresh values. */
export class Conflict extends Error {
  override readonly name = 'Conflict';
}

/** What one transaction sees of a table: what is committed, and above it what it has read and changed itself. */
export type Overlay<Value> = {
  /** As this transaction first read it, or has changed it since. */
  readonly find: (key: string) => Value | undefined;
  /** As it is committed now, unless this transaction has changed it. */
  readonly findFresh: (key: string) => Value | undefined;
  /** Every row with this transaction's changes, uncopied: to look at, not to hand out. */
  readonly entries: () => readonly (readonly [key: string, value: Value])[];
  readonly add: (key: string, value: Value) => void;
  readonly save: (key: string, value: Value) => void;
  /** Takes a row away, whatever others have made of it; one that is gone already is no error. */
  readonly remove: (key: string) => void;
  /** `check` compares a row that was read although it has not been changed. */
  readonly compare: (key: string) => void;
  readonly changes: () => readonly Value[];
  /** The keys of the rows that this transaction has taken away. */
  readonly removed: () => ReadonlySet<string>;
  /** Throws `Conflict` if a changed or compared row is no longer what this transaction has read. */
  readonly check: () => void;
  readonly write: () => void;
};

/** Values are copied on their way in and out, so that nobody holds a piece of the store. */
export const overlayOf = <Value>(table: Table<Value>, assertOpen: () => void): Overlay<Value> => {
  const removed = new Set<string>();
  const read = new Map<string, Row<Value>>();
  const changed = new Map<string, Value>();
  const compared = new Set<string>();

  const findFresh = (key: string): Value | undefined => {
    assertOpen();
    const row = removed.has(key) ? undefined : table.get(key);
    if (row !== undefined && !changed.has(key)) read.set(key, row);
    return structuredClone(changed.get(key) ?? row?.value);
  };

  return {
    find: (key) => {
      assertOpen();
      const known = changed.get(key) ?? read.get(key)?.value;
      return known === undefined ? findFresh(key) : structuredClone(known);
    },
    findFresh,
    entries: () => {
      assertOpen();
      const unchanged = [...table].filter(([key]) => !changed.has(key) && !removed.has(key));
      return [...unchanged.map(([key, row]) => [key, row.value] as const), ...changed];
    },
    add: (key, value) => {
      assertOpen();
      if (changed.has(key) || read.has(key)) throw new Error('only what is new can be added');
      changed.set(key, structuredClone(value));
    },
    save: (key, value) => {
      assertOpen();
      if (!read.has(key) && !changed.has(key)) throw new Error('only what this transaction has found can be saved');
      changed.set(key, structuredClone(value));
    },
    remove: (key) => {
      assertOpen();
      read.delete(key);
      changed.delete(key);
      compared.delete(key);
      removed.add(key);
    },
    compare: (key) => {
      if (!removed.has(key)) compared.add(key);
    },
    changes: () => [...changed.values()],
    removed: () => removed,
    check: () => {
      for (const key of [...changed.keys(), ...compared])
        if (table.get(key)?.version !== read.get(key)?.version) throw new Conflict(`${key} is not what it was`);
    },
    write: () => {
      for (const key of removed) table.delete(key);
      for (const [key, value] of changed) table.set(key, { value, version: (read.get(key)?.version ?? 0) + 1 });
    },
  };
};

/** Copies of the rows that are wanted, as the transaction sees them. */
export const foundWhere = <Value>(
  { entries, find }: Overlay<Value>,
  isWanted: (value: Value) => boolean,
): readonly Value[] =>
  entries()
    .filter(([, value]) => isWanted(value))
    .flatMap(([key]) => find(key) ?? []);
