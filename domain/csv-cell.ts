import { isPhone } from './phone.ts';
import { plainText } from './plain-text.ts';

/** A cell that starts with one of these would be run as a formula; some spreadsheets treat the fullwidth forms alike. */
const FORMULA_START = /^[=+\-@\t\r＝＋－＠]/;

/** A letter after anything but a digit could name a cell of a formula, as in `+1-512-555-0142-x12`. */
const LETTER_AFTER_SYMBOL = /[^\p{L}\p{N}\s,;][\s,;]*\p{L}/u;

/** Such as `+1 (512) 555-0142 x12`: it forms no formula that reads or calls anything. */
const isPhoneNumber = (text: string): boolean =>
  /^[+＋]/.test(text) && isPhone(text) && !LETTER_AFTER_SYMBOL.test(text);

const guarded = (text: string): string => (FORMULA_START.test(text) && !isPhoneNumber(text) ? `'${text}` : text);

/** A cell as a CSV file for spreadsheets holds it (RFC 4180): quoted, with an apostrophe before what would be run as a formula. */
export const csvCell = (text: string): string => `"${guarded(text).replaceAll('"', '""')}"`;

/** With a space or a bracket between its digits no spreadsheet takes it for a sum; with a slash it may still be a fraction. */
const NO_SUM = /^[^/]*(?:\d\s+\d|\d\s*\(|\)\s*\d)[^/]*$/;

/** What a spreadsheet takes for an operator, or for a part of one figure. */
const BETWEEN_FIGURES = /[-+/.,\s]+/g;

/**
 * A phone number in a form that no spreadsheet computes: `+1-512-555-0142`, which is a sum, → `+1 512 555 0142`; any other text as it
 * is.
 */
export const uncounted = (text: string): string => {
  if (!isPhoneNumber(text)) return text;
  const plain = plainText(text);
  return NO_SUM.test(plain) ? text : `+${plain.slice(1).replaceAll(BETWEEN_FIGURES, ' ').trimEnd()}`;
};

/** The text of a cell without the apostrophe of `csvCell`. */
export const unguarded = (text: string): string =>
  text.startsWith("'") && FORMULA_START.test(text.slice(1)) ? text.slice(1) : text;
