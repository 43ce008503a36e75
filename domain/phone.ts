import { plainText } from './plain-text.ts';

/** How many digits a phone number has: a local number at least, an international one at most (E.164). */
const FEWEST = 7;
const MOST = 15;

/** Longer texts are no numbers, whatever they hold. */
const LONGEST = 60;

/** What comes before a number in exports: `p:` by lead forms, `tel:` by address books. */
const PREFIX = /^(?:p|tel|phone):\s*/i;

/** `x12`, `ext. 12`, `extension 12`, `#12`, `;ext=12` at the end. */
export const EXTENSION = /[\s,;]*(?:ext(?:ension|n)?[\s.:=]*|x[\s.]*|#\s*)\d{1,7}$/i;

/** Spreadsheets that took the number for a figure: `5125550142.0`, or with a comma. */
const AS_FIGURE = /^(\d{7,15})[.,]0+$/;

/** What is written between the digits, in plain text. */
export const PUNCTUATION = /[\s()[\].,/_+-]/g;

/** A number without what programs have put around it: `p:+15125550142` → `+15125550142`. */
export const phoneText = (text: string): string =>
  text.normalize('NFKC').trim().replace(PREFIX, '').replace(AS_FIGURE, '$1');

/**
 * The digits by which a phone number is compared: no punctuation, no extension, and no leading 1 of a US number. `undefined`
 * if it is none: letters in it, fewer than 7 or more than 15 digits, or one digit over and over, which stands for 'unknown'.
 */
export const phoneDigits = (text: string): string | undefined => {
  if (text.length > LONGEST) return undefined;
  const digits = plainText(phoneText(text)).replace(EXTENSION, '').replaceAll(PUNCTUATION, '');
  if (!/^\d+$/.test(digits) || digits.length < FEWEST || digits.length > MOST || /^(\d)\1+$/.test(digits))
    return undefined;
  return digits.replace(/^1(?=\d{10}$)/, '');
};
