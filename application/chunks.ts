/** How many rows of a file, or leads of an import, are looked at or changed in one transaction. */
const CHUNK = 500;

/** A long list, so many at a time as one transaction takes. */
export async function* chunksOf<Item>(items: Iterable<Item> | AsyncIterable<Item>): AsyncGenerator<readonly Item[]> {
  let chunk: Item[] = [];
  for await (const item of items) {
    chunk.push(item);
    if (chunk.length < CHUNK) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}
