/**
 * More combining marks after each other than any language writes: the bound of Unicode's stream-safe texts is 30 (UAX 15). The two
 * half-width voice marks of Japanese are letters, and only NFKC makes marks of them.
 */
const ENDLESS_MARKS = /[\p{M}\uFF9E\uFF9F]{31}/u;

/**
 * The text in a normal form of Unicode. One with endless marks stays as it is: putting them in order takes a time that grows with the
 * square of their number, half a second for 32,000.
 */
export const normalized = (text: string, form: 'NFC' | 'NFD' | 'NFKC'): string =>
  ENDLESS_MARKS.test(text) ? text : text.normalize(form);
