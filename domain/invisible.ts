/** What has no width or turns the direction of writing; joiners are not of it, names and emoji are written with them. */
const INVISIBLE = /[\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g;

/** The text without what nobody sees in it, and copies along from a page, a mail or an address book: `\u202AAustin\u202C` → `Austin`. */
export const withoutInvisible = (text: string): string => text.replaceAll(INVISIBLE, '');
