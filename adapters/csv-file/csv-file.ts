import { UnreadableFile } from '#application/ports/lead-file.ts';
import type { FileRow, LeadFile } from '#application/ports/lead-file.ts';
import { factsOf, textsOf } from './file-bytes.ts';
import type { FileFacts } from './file-bytes.ts';
import { layoutOf, recordsOf } from './records.ts';
import type { CsvRecord } from './records.ts';
import { ownColumns } from './rejects.ts';

const MOST_COLUMNS = 200;

/** A CSV file of leads, and what stands between its cells. */
export type CsvFile = LeadFile & { readonly delimiter: string };

const isBlank = ({ cells }: CsvRecord): boolean => cells.every((cell) => cell.trim() === '');

/**
 * Opens a CSV file: comma, semicolon, tab or bar between the cells; UTF-8, UTF-16 with a byte order mark, or the encoding that is named
 * (`windows-1252`, `macintosh`). It is read through once here, so that what cannot be read is known before anything is done. Throws
 * `UnreadableFile`, which says what is wrong with the file.
 */
export const openCsvFile = async (
  path: string,
  { encoding }: { readonly encoding?: string | undefined } = {},
): Promise<CsvFile> => {
  const facts = await factsOf(path, encoding);
  const layout = layoutOf(await startOf(path, facts));
  const records = (): AsyncGenerator<CsvRecord> => recordsOf(textsOf(path, facts), layout);

  let header: CsvRecord | undefined;
  for await (const record of records()) {
    if (isBlank(record)) continue;
    header = record;
    break;
  }
  if (header === undefined) throw new UnreadableFile('The file has no header: there is nothing in it.');

  /** The header may end in separators of columns that nobody has. */
  const width = header.cells.findLastIndex((cell) => cell.trim() !== '') + 1;
  const columns = header.cells.slice(0, width);
  const { length } = ownColumns(columns);
  if (length > MOST_COLUMNS)
    throw new UnreadableFile(`The file has ${length} columns; at most ${MOST_COLUMNS} can be read.`);

  const headerLine = header.line;
  async function* rows(): AsyncGenerator<FileRow> {
    let share = 0;
    const texts = textsOf(path, facts, (read) => {
      share = read;
    });
    for await (const record of recordsOf(texts, layout)) {
      if (record.line <= headerLine) continue;
      const { line, cells } = record;
      const isWider = cells.length > width && cells.slice(width).every((cell) => cell.trim() === '');
      yield { line, cells: isWider ? cells.slice(0, width) : cells, share };
    }
  }
  return { columns, fileHash: facts.fileHash, delimiter: layout.delimiter, rows };
};

/** Enough of the text to hold the header. */
const startOf = async (path: string, facts: FileFacts): Promise<string> => {
  for await (const text of textsOf(path, facts)) if (text !== '') return text;
  return '';
};
