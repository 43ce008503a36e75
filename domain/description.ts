import { digitsTogether, holdsEmail, holdsPhone } from './contact-text.ts';
import type { Contact } from './lead.ts';
import { searchable } from './lead-search.ts';
import { phoneDigits } from './phone.ts';
import { plainText } from './plain-text.ts';

/** The end of a number that a neighbour would still call. */
const LOCAL_DIGITS = 7;

const WORD_BEFORE = /[\p{L}\p{N}]$/u;
const WORD_AFTER = /^[\p{L}\p{N}]/u;

/** By hand: a pattern made for each lead would be compiled for each lead. */
const holdsWords = (text: string, words: string): boolean => {
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) {
    const end = at + words.length;
    if (!WORD_BEFORE.test(text.slice(Math.max(0, at - 2), at)) && !WORD_AFTER.test(text.slice(end, end + 2)))
      return true;
  }
  return false;
};

/** Also without its area code. */
const holdsOwnPhone = (text: string, phone: string): boolean => {
  const digits = phoneDigits(phone)?.slice(-LOCAL_DIGITS);
  return digits !== undefined && digitsTogether(text).includes(digits);
};

/** With the word for the @, which behind most words is none. */
const holdsOwnEmail = (text: string, email: string): boolean =>
  email !== '' && text.toLowerCase().includes(email.toLowerCase().replace('@', ' at '));

/** In words that people take for the same: `O’Brien`, `o'brien`; `Ann-Marie`, `ann marie`; `Álvarez, José`, `alvarez jose`. */
const wordsOf = (text: string): string => searchable(text.replaceAll(',', ' '));

/** Also of a name that ends in a full stop, as `Lee Jr.` does. */
const nameOf = (name: string): string => wordsOf(name).replace(/\.$/, '');

const holdsName = (words: string, { firstName, lastName }: Contact): boolean => {
  const [first, last] = [nameOf(firstName), nameOf(lastName)];
  if (first === '' || last === '') return false;
  return [`${first} ${last}`, `${last} ${first}`].some((name) => holdsWords(words, name));
};

/** What of the lead's contact its description gives away: it is public, the contact is what is sold. */
export const contactIn = (description: string, contact: Contact): readonly string[] => {
  const text = plainText(description);
  return [
    ...(holdsEmail(text) || holdsOwnEmail(text, contact.email ?? '') ? ['an e-mail address'] : []),
    ...(holdsPhone(text) || holdsOwnPhone(text, contact.phone ?? '') ? ['a phone number'] : []),
    ...(holdsName(wordsOf(text), contact) ? ["the lead's own name"] : []),
  ];
};

/** Words of the description that are the lead's first or last name, as `Ann`: perhaps another Ann, or a park. */
export const nameWordsIn = (description: string, { firstName, lastName }: Contact): readonly string[] =>
  [firstName, lastName].filter((name) => name.length > 1 && holdsWords(description, name));
