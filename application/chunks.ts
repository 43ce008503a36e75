/** How many rows of a file, or leads of an import, are looked at or changed in one transaction. */
export const CHUNK = 500;

/** A chunk is full at this size too, in characters: each takes a byte or two of memory, several times over. */
const LARGE = 4_000_000;

/** A long list in chunks, for a transaction each; smaller ones where the items are large by `sizeOf`, in characters. */
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
