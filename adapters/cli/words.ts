import type { Instant } from '#domain/instant.ts';

/** `2026-11-23 15:00 UTC`: how a table tells an instant. */
export const time = (at: Instant | undefined): string =>
  at === undefined ? '–' : `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** `2026-11-23T15:00:00.000Z`: how JSON tells it. */
export const isoTime = (at: Instant | undefined): string | null =>
  at === undefined ? null : new Date(at).toISOString();
