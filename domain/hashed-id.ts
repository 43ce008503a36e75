/**
 * An id (a UUIDv8) that follows from its object, so that the same object is found when it comes again. `hash` is of that object, in
 * hex.
 */
export const idOfHash = (hash: string): string =>
  `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(12, 15)}-8${hash.slice(15, 18)}-${hash.slice(18, 30)}`;
