/** In bytes. Providers send larger bodies than people do. */
export const LARGEST_BODY = 64 * 1024;
export const LARGEST_NOTIFICATION = 256 * 1024;

/** A size in bytes, for people. */
export const sizeText = (bytes: number): string => `${bytes / 1024} KiB`;
