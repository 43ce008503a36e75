/** How many rows of a file, or leads of an import, are looked at or changed in one transaction. */
const CHUNK = 500;

/** No more are taken once they are so large together, in characters: each takes a byte or two of memory, several times over. */
const LARGE = 4_000_000;

/** A long list, so many at a time as one transaction takes; fewer where they are large by `sizeOf`, in characters. */
export async function* chunksOf<Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
  sizeOf: (item: Item) => number = () => 0,
): AsyncGenerator<readonly Item[]> {
  let chunk: Item[] = [];
  let size = 0;
  for await (const item of items) {
    chunk.push(item);
    size += sizeOf(item);
    if (chunk.length < CHUNK && size < LARGE) continue;
    yield chunk;
    chunk = [];
    size = 0;
  }
  if (chunk.length > 0) yield chunk;
}
