import { Readable, pipeline } from 'node:stream';

import { CsvError, parse } from 'csv-parse';

import { figures } from '#domain/count.ts';
import { UnreadableFile } from '#application/ports/lead-file.ts';

const LARGEST_RECORD = 10 * 1024 * 1024;
const LARGEST_CELL = 1024 * 1024;

/** As many as the widest row of a spreadsheet has. The size of a row is that of its texts: millions of empty cells have none. */
const MOST_CELLS = 16_384;

export type CsvRecord = { readonly line: number; readonly cells: readonly string[] };

/** Those that are found without being declared. */
export const DELIMITERS: readonly string[] = [',', ';', '\t', '|'];

/** Programs for which the comma is a decimal point write `sep=;` above the header. */
const DECLARED = /^sep=(.)(?:\r\n?|\n)/i;

/** Empty lines above the header. */
const EMPTY_LINES = /^\s*[\r\n]/;

/** The first line that is not empty, to the end of the header: line breaks in quotes are part of it. */
const headerIn = (text: string): string => /^(?:[^"\r\n]|"[^"]*"?)*/.exec(text.replace(EMPTY_LINES, ''))?.[0] ?? '';

/** How a file is cut into cells, by its beginning; whatever stands most often between the quoted names of the header. */
export const layoutOf = (start: string): { readonly delimiter: string; readonly skip: number } => {
  const [declaration = '', declared] = DECLARED.exec(start) ?? [];
  const header = headerIn(start.slice(declaration.length)).replaceAll(/"[^"]*"?/g, '');
  const counted = DELIMITERS.map((delimiter) => ({ delimiter, count: header.split(delimiter).length }));
  const most = counted.reduce((best, one) => (one.count > best.count ? one : best));
  return { delimiter: declared ?? most.delimiter, skip: declaration.length };
};

const lineBreaksIn = (cells: readonly string[]): number =>
  cells.reduce((sum, cell) => sum + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 0);

const whatIsWrong = ({ code, message }: CsvError): string => {
  switch (code) {
    case 'CSV_QUOTE_NOT_CLOSED':
      return 'a quotation mark is opened there and never closed';
    case 'CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE':
      return 'a text goes on behind its closing quotation mark; inside of a quoted text it is written twice';
    case 'CSV_MAX_RECORD_SIZE':
      return 'it is longer than 10 MB; perhaps a quotation mark is not closed';
    default:
      return `${message}; perhaps a quotation mark is not closed`;
  }
};

const damage = (error: unknown, line: number): unknown =>
  error instanceof CsvError
    ? new UnreadableFile(`The row that starts on line ${line} cannot be read: ${whatIsWrong(error)}.`, { cause: error })
    : error;

/** Leaves out the first `skip` characters. */
async function* without(skip: number, texts: AsyncIterable<string>): AsyncGenerator<string> {
  let left = skip;
  for await (const text of texts) {
    yield text.slice(left);
    left = Math.max(0, left - text.length);
  }
}

/** Every record with its cells, blank ones too, and the line it starts on. Throws `UnreadableFile` where the file is damaged. */
export async function* recordsOf(
  texts: AsyncIterable<string>,
  { delimiter, skip }: { readonly delimiter: string; readonly skip: number },
): AsyncGenerator<CsvRecord> {
  /** On which line the row starts that the parser is at. It is ahead of whoever reads, and at an error it drops what nobody has read. */
  let line = skip === 0 ? 1 : 2;
  const countLines = (cells: string[]): CsvRecord => {
    const record = { line, cells };
    line += 1 + lineBreaksIn(cells);
    return record;
  };
  const count = (cell: string, { index }: { readonly index: number }): string => {
    if (index < MOST_CELLS) return cell;
    throw new UnreadableFile(
      `The row that starts on line ${line} has more than ${figures(MOST_CELLS)} cells; perhaps a line break is missing.`,
    );
  };
  const parser = parse({
    delimiter,
    recordDelimiter: ['\r\n', '\n', '\r'],
    relaxColumnCount: true,
    relaxQuotes: true,
    trim: true,
    maxRecordSize: LARGEST_RECORD,
    cast: count,
    // Its types know no records of another form.
    onRecord: countLines as unknown as (cells: string[]) => string[],
  });
  // Errors of the source come out of the parser.
  pipeline(Readable.from(without(skip, texts)), parser, () => {});
  try {
    for await (const record of parser as AsyncIterable<CsvRecord>) {
      const large = record.cells.findIndex((cell) => cell.length > LARGEST_CELL);
      if (large >= 0)
        throw new UnreadableFile(
          `Cell ${large + 1} of the row that starts on line ${record.line} is longer than 1 MB; perhaps a quotation mark is not closed.`,
        );
      yield record;
    }
  } catch (error) {
    throw damage(error, line);
  }
}
