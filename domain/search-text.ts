/** How many characters a search text has at most. */
export const LONGEST_SEARCH = 200;

/** The characters that no line of text may hold, search texts included: the inside of a class of a regular expression. */
export const CONTROL_CHARACTERS = String.raw`\u0000-\u001F\u007F-\u009F\u2028\u2029\uFFFE\uFFFF`;
