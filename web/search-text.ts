import { CONTROL_CHARACTERS, LONGEST_SEARCH } from '#domain/search-text.ts';

const CONTROL = new RegExp(`[${CONTROL_CHARACTERS}]+`, 'g');

/** What was typed or stands in an address, as the server takes it: one line, trimmed, no longer than may be. */
export const searchTextOf = (text: string): string =>
  text.replaceAll(CONTROL, ' ').trim().slice(0, LONGEST_SEARCH).toWellFormed().trim();
