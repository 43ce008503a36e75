import type { Instant } from '#domain/instant.ts';

const EASTERN = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  dateStyle: 'long',
  timeStyle: 'short',
});

const UTC = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  month: 'long',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/**
 * An instant for a letter, which cannot know the reader's time zone and so names its own: `November 25, 2026 at 9:50 PM Eastern time
 * (November 26 at 02:50 UTC)`.
 */
export const letterTime = (at: Instant): string => `${EASTERN.format(at)} Eastern time (${UTC.format(at)} UTC)`;
