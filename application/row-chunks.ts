import type { FileRow } from './ports/lead-file.ts';

/** How many rows are looked at or added in one transaction. */
const CHUNK = 500;

/** The rows of a file, so many at a time as one transaction takes. */
export async function* chunksOf(rows: AsyncIterable<FileRow>): AsyncGenerator<readonly FileRow[]> {
  let chunk: FileRow[] = [];
  for await (const row of rows) {
    chunk.push(row);
    if (chunk.length < CHUNK) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}
