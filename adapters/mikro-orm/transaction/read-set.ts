/** A row as it was read: found by this condition, of a table's statements, as long as it has this version. */
export type ReadRow = { readonly found: string; readonly key: string; readonly version: number };

/** The work has done something with a row from memory for which it has to read the row. */
export class MustRead extends Error {
  override readonly name = 'MustRead';
}

/** The rows that the work of one transaction depends on, which its commit validates. */
export type ReadSet = {
  /**
   * The work depends on this row: a new row that is all it changes is written only if this one is still so. If it comes from memory,
   * whatever else the transaction is to do throws `MustRead`.
   */
  readonly dependOn: (row: ReadRow, from: 'memory' | 'store') => void;
  /** Throws `MustRead` if the work depends on a row from memory: then its error may come from that. */
  readonly assertRead: () => void;
  /** The row, if it is a single one. */
  readonly only: () => ReadRow | undefined;
};

export const readSet = (): ReadSet => {
  const rows = new Map<string, ReadRow>();
  let isFromMemory = false;
  return {
    dependOn: (row, from) => {
      const key = `${row.found} ${row.key}`;
      // The first: from then on the work depends on it.
      rows.set(key, rows.get(key) ?? row);
      isFromMemory ||= from === 'memory';
    },
    assertRead: () => {
      if (isFromMemory) throw new MustRead();
    },
    only: () => (rows.size === 1 ? [...rows.values()][0] : undefined),
  };
};
