/** One row of a file of leads. */
export type FileRow = {
  /** The line on which it starts; the header is mostly on the first line. */
  readonly line: number;
  /** The cells as they stand in the file, in the order of its columns; as many as the row has. */
  readonly cells: readonly string[];
  /** How much of the file has been read up to this row, 0 to 1. */
  readonly share: number;
};

/** A file of leads, which can be read any number of times. */
export interface LeadFile {
  /** The names in its header, as they stand there. */
  readonly columns: readonly string[];
  /** SHA-256 of its bytes, in hex. */
  readonly fileHash: string;
  /**
   * Reads it from its start, a few rows at a time. Throws `UnreadableFile` when it breaks off, is damaged or has changed since it was
   * opened.
   */
  readonly rows: () => AsyncIterable<FileRow>;
}

/** Stores the rows that could not be imported, so that they can be corrected and imported again. */
export interface Rejects {
  /** Never throws. */
  readonly add: (row: FileRow, reasons: readonly string[]) => Promise<void>;
  /** Why some of the added rows could not be stored, in a sentence; `undefined` if all of them are. */
  readonly problem: () => Promise<string | undefined>;
}

/** The file cannot be read as a file of leads. The message says why, for whoever made the file. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}
