import { open, stat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';

import type { FileRow, Rejects } from '#application/ports/lead-file.ts';
import { csvCell } from '#domain/csv-cell.ts';
import { DELIMITERS } from './records.ts';

/** What is added to each row; an import of the mended file leaves it out. */
const ADDED = ['line', 'reason'];

/** The columns of a file without what was added to them when its rows were rejected before. */
export const ownColumns = (columns: readonly string[]): readonly string[] =>
  columns.slice(-ADDED.length).join() === ADDED.join() ? columns.slice(0, -ADDED.length) : columns;

const BYTE_ORDER_MARK = '\uFEFF';
const PIECE = 64 * 1024;

const PROBLEMS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  EROFS: 'the disk is read-only',
  EACCES: 'it may not be written',
  EPERM: 'it may not be written',
  ENOENT: 'there is no such folder',
  EISDIR: 'it is a folder',
  EEXIST: 'it is there already',
};

/** A device such as /dev/null keeps nothing that could be lost; anything else that is there may be rows of an earlier run. */
const openNew = async (path: string): Promise<FileHandle> => {
  const isDevice = await stat(path).then(
    (found) => found.isCharacterDevice(),
    () => false,
  );
  return open(path, isDevice ? 'w' : 'wx', 0o600);
};

/**
 * Writes the rejected rows as a CSV file with the columns of the one they come from, their line there, and why they were
 * rejected. The file is a new one and holds contacts: only its owner may read it. Without a rejected row there is none.
 */
export const writeRejects = (
  path: string,
  { columns, delimiter }: { readonly columns: readonly string[]; readonly delimiter: string },
): Rejects & {
  /** Ends the file; answers as `problem`. */
  readonly close: () => Promise<string | undefined>;
  readonly written: () => number;
} => {
  let file: FileHandle | undefined;
  let waiting = '';
  let written = 0;
  let problem: string | undefined;

  const kept = ownColumns(columns);
  // Another one was declared above the header; the spreadsheet where the rows are mended would not keep that line.
  const separator = DELIMITERS.includes(delimiter) ? delimiter : ',';
  const lineOf = (cells: readonly string[]): string => `${cells.map(csvCell).join(separator)}\r\n`;

  const attempt = async (work: () => Promise<void>): Promise<void> => {
    if (problem !== undefined) return;
    try {
      await work();
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      const why = PROBLEMS[code] ?? (error instanceof Error ? error.message : String(error));
      problem = `The rejected rows could not be written to ${path}: ${why}.`;
    }
  };
  const flush = (): Promise<void> =>
    attempt(async () => {
      if (waiting === '') return;
      file ??= await openNew(path);
      const text = waiting;
      waiting = '';
      await file.writeFile(text);
    });

  return {
    add: async ({ line, cells }: FileRow, reasons) => {
      if (written === 0) waiting = BYTE_ORDER_MARK + lineOf([...kept, ...ADDED]);
      written += 1;
      const more = cells.slice(columns.length);
      const original = kept.map((_, index) => cells[index] ?? '');
      waiting += lineOf([...original, String(line), reasons.join('; '), ...more]);
      if (waiting.length > PIECE) await flush();
    },
    problem: async () => {
      await flush();
      return problem;
    },
    close: async () => {
      await flush();
      // A device has nothing to sync, and says so with an error.
      await attempt(async () => ((await file?.stat())?.isFile() === true ? file?.sync() : undefined));
      await attempt(async () => file?.close());
      return problem;
    },
    written: () => written,
  };
};
