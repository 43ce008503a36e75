import { phoneDigits } from './phone.ts';

/** A cell that starts so would be run as a formula; some spreadsheets take the fullwidth forms for the same. */
const FORMULA_START = /^[=+\-@\t\r＝＋－＠]/;

/** A letter behind anything but a digit could name a cell to count with, as in `+1-512-555-0142-x12`. */
const LETTER_BEHIND_SIGN = /[^\p{L}\p{N}\s,;][\s,;]*\p{L}/u;

/** Such as `+1 (512) 555-0142 x12`: no formula can be made of it that reads or calls anything. */
const isPhoneNumber = (text: string): boolean =>
  /^[+＋]/.test(text) && phoneDigits(text) !== undefined && !LETTER_BEHIND_SIGN.test(text);

const guarded = (text: string): string => (FORMULA_START.test(text) && !isPhoneNumber(text) ? `'${text}` : text);

/** A cell as a CSV file for spreadsheets holds it (RFC 4180): quoted, with an apostrophe before what would be run as a formula. */
export const csvCell = (text: string): string => `"${guarded(text).replaceAll('"', '""')}"`;

/** The text of a cell without the apostrophe of `csvCell`. */
export const unguarded = (text: string): string =>
  text.startsWith("'") && FORMULA_START.test(text.slice(1)) ? text.slice(1) : text;
