import { EXIT_CODE, TRUNK_ZERO } from './phone-link.ts';
import { plainText } from './plain-text.ts';
import { normalized } from './normalized.ts';

/** How many digits a phone number has: a local number at least, an international one at most (E.164). */
const FEWEST = 7;
const MOST = 15;

/** A US number without its area code: it can still be called from nearby. */
export const LOCAL_DIGITS = 7;

/** In characters: a longer text is no number, whatever it holds. */
const LONGEST = 60;

/** What comes before a number in exports, `p:` by lead forms, `tel:` by address books, and what people write before or behind it. */
const PREFIX = /^(?:p|tel|phone|cell|mobile|home|work|office):\s*/i;
const KIND = /\s*\((?:cell|mobile|home|work|office)\)$/i;

/** `x12`, `ext. 12`, `extension 12`, `#12`, `;ext=12` at the end. */
const EXTENSION = /[\s,;]*(?:ext(?:ension|n)?[\s.:=]*|x[\s.]*|#\s*)\d{1,7}$/i;

/** A number that a spreadsheet has read as a figure: `5125550142.0`, or with a comma. */
const AS_FIGURE = /^(\d{7,15})[.,]0+$/;

/** The characters between the digits, in plain text. */
export const PUNCTUATION = /[\s()[\].,/_+-]/g;

/**
 * Figures of the next column, mostly of a row whose cells have shifted: a date (and a social security number, as 123-45-6789), an
 * amount as 1,250,000.00, a ZIP code with its four further digits.
 */
const ANOTHER_FIGURE = /^(?:\d{1,4}([-/.])\d\d?\1\d{1,4}|\d{1,3}(?:,\d{3})+\.?\d*|\d{5}-\d{4})$/;

/** A number without what programs and people have added around it: `p:+15125550142` → `+15125550142`. */
export const phoneText = (text: string): string =>
  normalized(text, 'NFKC').trim().replace(PREFIX, '').replace(KIND, '').replace(AS_FIGURE, '$1');

/** The digits of a number without the prefix that people write or leave out: the 1 of a US number, and what is dialed to leave a country. */
const withoutPrefix = (digits: string): string => digits.replace(EXIT_CODE, '').replace(/^1(?=\d{10}$)/, '');

/** One digit repeated, or all digits in their order. */
const NO_NUMBER = /^(?:0|(\d)\1+|0?12345678?9?0?)$/;

/** Whether it is what people type where a program insists on a number and they give none: `000-000-0000`, `+1 123-456-7890`. */
export const isNoPhone = (text: string): boolean => NO_NUMBER.test(withoutPrefix(text.replaceAll(PUNCTUATION, '')));

/**
 * The digits by which a phone number is compared: without punctuation, extension and prefix. `undefined` if it is no phone number.
 */
export const phoneDigits = (text: string): string | undefined => {
  if (text.length > LONGEST) return undefined;
  const plain = plainText(phoneText(text));
  const all = plain.replace(EXTENSION, '').replace(TRUNK_ZERO, '').replaceAll(PUNCTUATION, '');
  const digits = withoutPrefix(all);
  if (!/^\d+$/.test(digits) || digits.length < FEWEST || digits.length > MOST) return undefined;
  return isNoPhone(all) || ANOTHER_FIGURE.test(plain) ? undefined : digits;
};

/** Whether it is a phone number: no letters in it, 7 to 15 digits, no other figure such as a date, and not what stands for no number. */
export const isPhone = (text: string): boolean => phoneDigits(text) !== undefined;

/** Whether it is a number without its area code, which people in several places may have. */
export const isLocalPhone = (text: string): boolean => phoneDigits(text)?.length === LOCAL_DIGITS;
