import { PUNCTUATION } from './phone.ts';

/** E-mail addresses, phone numbers and streets in running text, as people write them. Every text is plain, as `plainText` makes it. */

const AT = String.raw`\s{0,3}(?:@|[([{<]at[)\]}>])\s{0,3}`;

/** A point with a space behind it ends a sentence, unless an ending of domains follows. */
const DOT = String.raw`(?:\.|\s{1,3}\.\s{0,3}|\.\s{1,3}(?=(?:com|net|org|edu)\b)|\s{0,3}[([{<]dot[)\]}>]\s{0,3})`;

const EMAIL = new RegExp(String.raw`(?<![^\s@<>(),;])[^\s@<>(),;]+${AT}[^\s@<>(),;]+${DOT}\p{L}{2,}`, 'iu');

const PROVIDER = '(?:gmail|yahoo|hotmail|outlook|icloud|aol|ymail|comcast|proton|protonmail)';
const SPELLED_DOMAIN = String.raw`(?:[\w-]{1,63}\s{1,3}dot\s{1,3}){1,4}(?:com|net|org|edu)\b`;
const DOMAIN = String.raw`(?:[\w-]{1,63}${DOT}){1,4}[a-z]{2,}`;

/** `ann.lee`, `ann12`: a word that could only be a mailbox. */
const MAILBOX = String.raw`(?<![\w.+-])[a-z][a-z-]{0,63}(?:\d|[._+]\w)[\w.+-]{0,63}(?<!\.)`;

/** With the word `at`. After any other word, `at` may as well be about a place: `looking at zillow.com`. */
const SPELLED_EMAIL = new RegExp(
  String.raw`\bat\s{1,3}(?:${PROVIDER}${DOT}[a-z]{2,}|${SPELLED_DOMAIN}|(?<=${MAILBOX}\s{1,3}at\s{1,3})${DOMAIN})`,
  'i',
);

export const holdsEmail = (text: string): boolean => EMAIL.test(text) || SPELLED_EMAIL.test(text);

/** What may stand between the groups of a number. No comma: it stands between amounts, too. */
const GAP = String.raw`[\s./_~*|-]`;

const TEN_DIGITS = String.raw`(?:\d{10}|(?:[([]\d{3}[)\]]${GAP}*|\d{3}${GAP}+)\d{3}${GAP}*\d{4})`;

/** Ten digits in a row, or in groups of three, three and four; or an international number. Amounts and zip codes are none. */
const PHONE = new RegExp(String.raw`(?<!\d[.,]?|\$)(?:\+?1${GAP}*)?${TEN_DIGITS}(?!\d)|\+\d[\d\s()./_-]{7,}\d`);

const TO_CALL = String.raw`\b(?:call|text|phone|cell|mobile|tel|sms|whatsapp)\b(?:\s{1,3}(?:me|us|him|her|them|at|on|is)\b){0,2}[\s:.,]{0,3}`;

/** Seven digits are a number only behind a word that says so: sizes and amounts have as many, `800-1200 sq ft`. */
const LOCAL_PHONE = new RegExp(String.raw`${TO_CALL}[2-9]\d{2}${GAP}{0,3}\d{4}(?!\d)`, 'i');

export const holdsPhone = (text: string): boolean => PHONE.test(text) || LOCAL_PHONE.test(text);

const BETWEEN_DIGITS = new RegExp(String.raw`(?<=\d)(?:${PUNCTUATION.source}|[~*|])+(?=\d)`, 'g');

/** The text without the characters that people write between two digits of a number. */
export const digitsTogether = (text: string): string => text.replaceAll(BETWEEN_DIGITS, '');

const STREET_TYPE =
  'street|ave|avenue|rd|road|dr|drive|ln|lane|blvd|boulevard|court|way|hwy|highway|pkwy|parkway|pl|place|ter|terrace|trl|trail|cir|circle';

/**
 * A number, and soon behind it the type of a street. `St` and `Ct` need a name between, or they may be a saint's and Connecticut:
 * `55101 St. Paul`, `Hartford 06103 CT`.
 */
const STREET = new RegExp(String.raw`\d\S{0,9}\s+(?:\S+\s+){0,6}?(?:${STREET_TYPE}|\S+\s+[sc]t)(?![\p{L}\d])`, 'iu');

export const holdsStreet = (text: string): boolean => STREET.test(text);
