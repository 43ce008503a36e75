import type { LeadColumns } from '#domain/lead-columns.ts';
import { readLead } from '#domain/lead-import.ts';
import type { LeadDraft, RowRead } from '#domain/lead-import.ts';
import type { Cents } from '#domain/money.ts';
import { KNOWN_DAYS } from '#domain/person.ts';
import type { FileRow } from './ports/lead-file.ts';

/** A row with what was read in it; `keys` are the hashes that identify its person. */
export type ReadRow = { readonly row: FileRow; readonly read: RowRead; readonly keys: readonly string[] };

export type SortedRow = { readonly row: FileRow; readonly warnings: readonly string[] } & (
  | { readonly is: 'new'; readonly draft: LeadDraft; readonly keys: readonly string[] }
  /** `already`: another run of this very file has added it. */
  | { readonly is: 'already' | 'blank' }
  | { readonly is: 'duplicate' | 'invalid'; readonly reasons: readonly string[] }
);

/** The persons of the rows so far, with their lines. A short form of each key is enough, and keeps long files small in memory. */
export type PersonLines = Map<number, number>;

const KNOWN = `this person was taken in at most ${KNOWN_DAYS} days before this file, or is still on the list or in the vault`;

/** 52 bits, as many as a number holds exactly. */
const SHORT_HEX = 13;
const short = (key: string): number => Number.parseInt(key.slice(0, SHORT_HEX), 16);

/** Reads a row of a file: its contents, and the hashes that identify its person. */
export const readRow =
  (
    columns: LeadColumns,
    { hash, smallestPrice }: { readonly hash: (text: string) => string; readonly smallestPrice: Cents },
  ) =>
  (row: FileRow): ReadRow => {
    const read = readLead(columns, row.cells, smallestPrice);
    return { row, read, keys: read.is === 'lead' ? read.draft.knownBy.map(hash) : [] };
  };

/**
 * Sorts rows, in their order, into new leads, duplicates and invalid ones. What a duplicate adds to its person makes a later row a
 * duplicate, too; what an invalid row holds does not. Answers the persons of these rows beside them, so that a transaction that runs again begins as the first time.
 */
export const sortRows = (
  rows: readonly ReadRow[],
  known: {
    readonly before: PersonLines;
    /** Keys seen in the `KNOWN_DAYS` before the file, or since; and those of leads that were not gone yet. */
    readonly keys: ReadonlySet<string>;
    readonly isAlready: (line: number) => boolean;
  },
): { readonly sorted: readonly SortedRow[]; readonly persons: PersonLines } => {
  const persons: PersonLines = new Map();
  const sorted = rows.map(({ row, read, keys }): SortedRow => {
    const take = (line: number, own = keys): void => {
      for (const key of own) persons.set(short(key), line);
    };
    const refused = (is: 'duplicate' | 'invalid', reasons: readonly string[]): SortedRow => ({
      row,
      warnings: [],
      is,
      reasons,
    });
    if (known.isAlready(row.line)) {
      take(row.line);
      return { row, warnings: [], is: 'already' };
    }
    if (read.is === 'blank') return { row, warnings: [], is: 'blank' };
    if (read.is === 'invalid') return refused('invalid', read.reasons);
    const line = keys.map((key) => persons.get(short(key)) ?? known.before.get(short(key))).find((found) => found);
    if (line !== undefined) {
      take(line);
      return refused('duplicate', [`the same person as on line ${line}`]);
    }
    const others = keys.filter((key) => !known.keys.has(key));
    take(row.line, others);
    if (others.length < keys.length) return refused('duplicate', [KNOWN]);
    return { row, warnings: read.warnings, is: 'new', draft: read.draft, keys };
  });
  return { sorted, persons };
};
