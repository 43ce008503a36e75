/** An id (a UUIDv8) that follows from what it is of, so that the same, when it comes again, is found. `hash` is of that, in hex. */
export const idOfHash = (hash: string): string =>
  `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(12, 15)}-8${hash.slice(15, 18)}-${hash.slice(18, 30)}`;
