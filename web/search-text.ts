import { CONTROL_CHARACTERS, LONGEST_SEARCH } from '#domain/search-text.ts';

const CONTROL = new RegExp(`[${CONTROL_CHARACTERS}]+`, 'g');

/** A search as the server accepts it: one line, trimmed, cut to the longest that is allowed. */
export const searchTextOf = (text: string): string =>
  text.replaceAll(CONTROL, ' ').trim().slice(0, LONGEST_SEARCH).toWellFormed().trim();
