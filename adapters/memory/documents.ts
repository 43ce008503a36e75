import type { Documents, Json } from '#application/ports/documents.ts';

/** Documents of one process, gone when it ends. They are kept as text, so that nobody holds a piece of them. */
export const memoryDocuments = (): Documents => {
  const collections = new Map<string, Map<string, string>>();

  const read = (collection: string, id: string): Json | undefined => {
    const text = collections.get(collection)?.get(id);
    return text === undefined ? undefined : (JSON.parse(text) as Json);
  };

  const write = (collection: string, id: string, document: Json): Json => {
    const text = JSON.stringify(document);
    collections.set(collection, (collections.get(collection) ?? new Map<string, string>()).set(id, text));
    return JSON.parse(text) as Json;
  };

  return {
    read: async (collection, id) => read(collection, id),
    add: async (collection, id, document) => {
      const known = read(collection, id);
      return known === undefined ? write(collection, id, document) : known;
    },
    change: async (collection, id, next) => {
      const changed = next(read(collection, id));
      return changed === undefined ? read(collection, id) : write(collection, id, changed);
    },
    newest: async (collection, limit) =>
      [...(collections.get(collection)?.values() ?? [])]
        .toReversed()
        .slice(0, limit)
        .map((text) => JSON.parse(text) as Json),
  };
};
