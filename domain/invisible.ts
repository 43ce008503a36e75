/** Characters without width, or that turn the direction of writing. Joiners are not among them: names and emoji need them. */
const INVISIBLE = /[\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g;

/**
 * The text without invisible characters, which are copied along from a page, a mail or an address book: `\u202AAustin\u202C` →
 * `Austin`.
 */
export const withoutInvisible = (text: string): string => text.replaceAll(INVISIBLE, '');
