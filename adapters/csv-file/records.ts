import { Readable, pipeline } from 'node:stream';

import { CsvError, parse } from 'csv-parse';

import { UnreadableFile } from '#application/ports/lead-file.ts';

const LARGEST_RECORD = 10 * 1024 * 1024;
const LARGEST_CELL = 1024 * 1024;

export type CsvRecord = { readonly line: number; readonly cells: readonly string[] };

const DELIMITERS = [',', ';', '\t', '|'] as const;

/** Programs for which the comma is a decimal point write `sep=;` above the header. */
const DECLARED = /^sep=(.)\r?\n/i;

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

const damage = (error: unknown, line: number): unknown => {
  if (!(error instanceof CsvError)) return error;
  const what =
    error.code === 'CSV_QUOTE_NOT_CLOSED'
      ? 'a quotation mark is opened there and never closed'
      : `${error.code === 'CSV_MAX_RECORD_SIZE' ? 'it is longer than 10 MB' : error.message}; perhaps a quotation mark is not closed`;
  return new UnreadableFile(`The row that starts on line ${line} cannot be read: ${what}.`, { cause: error });
};

/** Leaves out the first `skip` characters. */
async function* without(skip: number, texts: AsyncIterable<string>): AsyncGenerator<string> {
  let left = skip;
  for await (const text of texts) {
    yield text.slice(left);
    left = Math.max(0, left - text.length);
  }
}

/** Every record with its cells, blank ones too, and the line it starts on. @throws UnreadableFile where the file is damaged. */
export async function* recordsOf(
  texts: AsyncIterable<string>,
  { delimiter, skip }: { readonly delimiter: string; readonly skip: number },
): AsyncGenerator<CsvRecord> {
  let line = skip === 0 ? 1 : 2;
  const parser = parse({
    delimiter,
    recordDelimiter: ['\r\n', '\n', '\r'],
    relaxColumnCount: true,
    relaxQuotes: true,
    trim: true,
    maxRecordSize: LARGEST_RECORD,
  });
  // Errors of the source come out of the parser.
  pipeline(Readable.from(without(skip, texts)), parser, () => {});
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      const large = cells.findIndex((cell) => cell.length > LARGEST_CELL);
      if (large >= 0)
        throw new UnreadableFile(
          `Cell ${large + 1} of the row that starts on line ${line} is longer than 1 MB; perhaps a quotation mark is not closed.`,
        );
      yield { line, cells };
      line += 1 + lineBreaksIn(cells);
    }
  } catch (error) {
    throw damage(error, line);
  }
}
