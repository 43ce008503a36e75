import { withoutInvisible } from './invisible.ts';
import { normalized } from './normalized.ts';

/** The longest address that SMTP carries, and the longest part before the @ (RFC 5321). */
export const LONGEST_EMAIL = 254;
const LONGEST_LOCAL = 64;

/** After the @, between dots: letters and digits of any language, and of the other ASCII characters only hyphens, not at the ends. */
const SHAPE =
  /^[^\s\p{C}@<>(),;:"[\]\\]+@(?:(?!-|[^.]*-\.)[^\s\p{C}!-,./:-@[-`{-~]+\.)+(?!-|.*-$|\d+$)[^\s\p{C}!-,./:-@[-`{-~]{2,}$/u;

/** Whether `text` is one e-mail address that a mail could be sent to. */
export const isEmail = (text: string): boolean =>
  text.length <= LONGEST_EMAIL &&
  text.lastIndexOf('@') <= LONGEST_LOCAL &&
  SHAPE.test(text) &&
  !/^\.|\.[.@]/.test(text);

/** An address without what programs have added around it: `Ann Lee <ann@example.com>`, `mailto:ann@example.com`. */
export const emailText = (text: string): string =>
  text
    .replace(/^[^<>]*<([^<>]+)>$/, '$1')
    .replace(/^mailto:/i, '')
    .trim();

/** What people write where a program insists on an address and they have none. */
const NO_EMAIL =
  /^(?:no-?e?-?mail|none|unknown|not-?provided|(?:no|do-?not)-?reply)@|^(na|no|none|test|email|mail|user|name|x|a)@\1\.\w+$/i;

/** Whether an address stands for none: `noemail@example.com`, `test@test.com`. */
export const isNoEmail = (text: string): boolean => NO_EMAIL.test(text);

/**
 * An address as the network writes it: `toAscii` converts a domain that is not ASCII. `undefined` where the result is no address: the
 * domain held a look-alike of `@`, or was a number.
 */
export const emailForNetwork = (email: string, toAscii: (domain: string) => string): string | undefined => {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1);
  const written = /^[\x20-\x7e]*$/.test(domain) ? email : `${email.slice(0, at)}@${toAscii(domain)}`;
  return isEmail(written) ? written : undefined;
};

/**
 * A domain with each character as the names of the network have it (UTS 46): `ｅ` is an `e`, an ideographic full stop a dot, and what
 * nobody sees nothing. Otherwise one mailbox would have as many addresses as its domain has spellings.
 */
const domainOf = (text: string): string =>
  normalized(text, 'NFKC')
    .replaceAll(/\p{DI}/gu, '')
    .replaceAll('。', '.');

/**
 * The normal form in which an address is stored and compared: trimmed, without invisible characters, lower case, and its domain in the
 * characters of the network. `undefined` if it is no address.
 */
export const emailOf = (text: string): string | undefined => {
  const normal = withoutInvisible(text)
    .trim()
    .replace(/(?<=@)[^@]+$/, domainOf)
    .toLowerCase();
  return isEmail(normal) ? normal : undefined;
};

/**
 * The same address in each form in which it may be stored: an accent may be one character with its letter (NFC, the first answer) or a
 * character of its own (NFD), as it was typed or pasted. Empty if it is no address.
 */
export const emailForms = (text: string): readonly string[] => {
  const forms = (['NFC', 'NFD'] as const).map((form) => emailOf(normalized(text, form)));
  return [...new Set(forms)].filter((email) => email !== undefined);
};
