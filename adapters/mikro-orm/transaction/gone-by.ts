/** A row as it was read: found by this condition, of a table's statements, as long as it has this version. */
export type ReadRow = { readonly found: string; readonly key: string; readonly version: number };

/** The work has done something with a row from memory for which it has to be read. */
export class NotRead extends Error {
  override readonly name = 'NotRead';
}

/** The rows that the work of one transaction has gone by. */
export type GoneBy = {
  /**
   * The work goes by this row: a new row that is all it changes is written only if this one is still so. If it comes from memory,
   * whatever else the transaction is to do throws `NotRead`.
   */
  readonly goBy: (row: ReadRow, from: 'memory' | 'store') => void;
  /** Throws `NotRead` if the work goes by a row from memory: then its error may come from that. */
  readonly assertRead: () => void;
  /** The row, if it is a single one. */
  readonly only: () => ReadRow | undefined;
};

export const goneBy = (): GoneBy => {
  const rows = new Map<string, ReadRow>();
  let isFromMemory = false;
  return {
    goBy: (row, from) => {
      const key = `${row.found} ${row.key}`;
      // The first: from then on the work has gone by it.
      rows.set(key, rows.get(key) ?? row);
      isFromMemory ||= from === 'memory';
    },
    assertRead: () => {
      if (isFromMemory) throw new NotRead();
    },
    only: () => (rows.size === 1 ? [...rows.values()][0] : undefined),
  };
};
