import type { Instant } from '#domain/instant.ts';

/** A parameter to be cast to `timestamptz`. */
export const timestamp = (instant: Instant): string => new Date(instant).toISOString();

/** A text that means itself in a pattern of `like`. */
export const literally = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`);
