import { DAY } from '#domain/instant.ts';
import { KNOWN_DAYS } from '#domain/person.ts';
import { chunksOf } from './chunks.ts';
import type { FileBatch } from './file-batch.ts';
import type { ImportProgress } from './import-report.ts';
import type { Atomically, Repositories } from './ports/atomically.ts';
import type { FileRow, LeadFile, Rejects } from './ports/lead-file.ts';
import type { Persons } from './ports/operation-repositories.ts';
import { sortRows } from './sort-rows.ts';
import type { PersonLines, ReadRow, SortedRow } from './sort-rows.ts';

type Needs = {
  readonly atomically: Atomically;
  readonly file: Pick<LeadFile, 'rows'>;
  readonly read: (row: FileRow) => ReadRow;
  /** What other runs of this very file have added. */
  readonly batch: Pick<FileBatch, 'look' | 'has' | 'begunAt'>;
  readonly rejects: Pick<Rejects, 'add'>;
  readonly onProgress: (progress: ImportProgress) => void;
};

type Walk = {
  /** Adds the new ones among the rows, in the transaction that has sorted them. Without it the walk only reads. */
  readonly add?: (repositories: Repositories, sorted: readonly SortedRow[]) => Promise<void>;
  /** Called with the rows of each transaction, once that has ended. */
  readonly count: (sorted: readonly SortedRow[]) => void;
};

/** In characters: a cell takes room even if it is empty. */
const EMPTY_CELL = 20;

const sizeOf = ({ cells }: FileRow): number => cells.reduce((sum, cell) => sum + cell.length + EMPTY_CELL, 0);

/**
 * Walks through a file of leads from its start, and sorts its rows, some hundred in a transaction. It can walk again: a row that one
 * walk has rejected is not handed on by the next. Throws `UnreadableFile` when the file cannot be read to its end.
 */
export const fileWalks = ({ atomically, file, read, batch, rejects, onProgress }: Needs) => {
  const rejected = new Set<number>();

  const reject = async (sorted: readonly SortedRow[]): Promise<void> => {
    for (const one of sorted) {
      if (!('reasons' in one) || rejected.has(one.row.line)) continue;
      rejected.add(one.row.line);
      await rejects.add(one.row, one.reasons);
    }
  };

  /**
   * A person who was a duplicate when the first run of this file began is one in every later run: a file that is imported again has
   * grown old, and so have its people.
   */
  const knownOf = async (persons: Persons, keys: readonly string[]): Promise<ReadonlySet<string>> => {
    const { begunAt } = batch;
    const seen = await persons.seenSince(keys, begunAt - KNOWN_DAYS * DAY);
    const older = keys.filter((key) => !seen.has(key));
    // A lead may outlive the days for which its person is known: if that person were sold once more, subscribers would see what a buyer
    // has.
    return seen.union(await persons.shownAfter(older, begunAt));
  };

  return async ({ add, count }: Walk): Promise<void> => {
    const step = add === undefined ? 'checking' : 'adding';
    const lines: PersonLines = new Map();
    let rows = 0;
    for await (const chunk of chunksOf(file.rows(), sizeOf)) {
      const readRows = chunk.map(read);
      const keys = readRows.flatMap((row) => row.keys);
      const { sorted, persons } = await atomically(async (repositories) => {
        if (add !== undefined) await repositories.persons.lock();
        const known = await knownOf(repositories.persons, keys);
        // Afterwards, so that nobody is known by a run that has not been seen.
        await batch.look(repositories);
        const result = sortRows(readRows, { before: lines, keys: known, isAlready: batch.has });
        await add?.(repositories, result.sorted);
        return result;
      });
      for (const [key, line] of persons) lines.set(key, line);
      count(sorted);
      await reject(sorted);
      rows += chunk.length;
      onProgress({ step, rows, share: chunk.at(-1)?.share ?? 1 });
    }
  };
};
