import { digitsTogether, holdsEmail, holdsPhone } from './contact-text.ts';
import { NAME_SUFFIXES } from './file-cell.ts';
import type { Contact } from './lead.ts';
import { plainWords } from './lead-search.ts';
import { phoneDigits } from './phone.ts';
import { plainText } from './plain-text.ts';

/** A phone number without its area code: it can still be called from nearby. */
const LOCAL_DIGITS = 7;

const WORD_BEFORE = /[\p{L}\p{N}]$/u;
const WORD_AFTER = /^[\p{L}\p{N}]/u;

/** By hand, as a pattern of its own for each lead would have to be compiled each time. */
const holdsWords = (text: string, words: string, isMeant: (at: number) => boolean = () => true): boolean => {
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) {
    const end = at + words.length;
    const isWhole =
      !WORD_BEFORE.test(text.slice(Math.max(0, at - 2), at)) && !WORD_AFTER.test(text.slice(end, end + 2));
    if (isWhole && isMeant(at)) return true;
  }
  return false;
};

/** Also without its area code. */
const holdsOwnPhone = (text: string, phone: string): boolean => {
  const digits = phoneDigits(phone)?.slice(-LOCAL_DIGITS);
  return digits !== undefined && digitsTogether(text).includes(digits);
};

/** Its own address with ` at ` for the `@`. `holdsEmail` cannot look for that: behind most words `at` stands for no `@`. */
const holdsOwnEmail = (text: string, email: string): boolean =>
  email !== '' && text.toLowerCase().includes(email.toLowerCase().replace('@', ' at '));

/** In words that people take for the same: `O’Brien`, `O'Brien`; `Ann-Marie`, `Ann Marie`; `Álvarez, José`, `Alvarez Jose`. */
const wordsOf = (text: string): string => plainWords(text.replaceAll(',', ' '));

/** `Lee Jr.` is Lee to those who know him. */
const SUFFIX = new RegExp(String.raw`(?: (?:${NAME_SUFFIXES}))?\.?$`, 'i');
const nameOf = (name: string): string => wordsOf(name).replace(SUFFIX, '');

const holdsName = (words: string, { firstName, lastName }: Contact): boolean => {
  const [first, last] = [nameOf(firstName).toLowerCase(), nameOf(lastName).toLowerCase()];
  if (first === '' || last === '') return false;
  return [`${first} ${last}`, `${last} ${first}`].some((name) => holdsWords(words, name));
};

/** By what a public text lets anybody reach the lead. In a city nothing else is looked for: Austin and Jackson are names, too. */
export const reachIn = (typed: string, { email = '', phone = '' }: Contact): readonly string[] => {
  const text = plainText(typed);
  return [
    ...(holdsEmail(text) || holdsOwnEmail(text, email) ? ['an e-mail address'] : []),
    ...(holdsPhone(text) || holdsOwnPhone(text, phone) ? ['a phone number'] : []),
  ];
};

/** What of the lead's contact its description gives away: it is public, the contact is what is sold. */
export const contactIn = (description: string, contact: Contact): readonly string[] => [
  ...reachIn(description, contact),
  ...(holdsName(wordsOf(plainText(description)).toLowerCase(), contact) ? ["the lead's own name"] : []),
];

/** All in small letters, `park` is a place. */
const CAPITAL = /\p{Lu}/u;

/**
 * The first and the last name of the lead, if words of the description are like it: perhaps another Ann, or a park. They have a
 * capital letter, or are written just as the name is; most files have names in a case of their own: `ANN`, `ann`.
 */
export const nameWordsIn = (description: string, { firstName, lastName }: Contact): readonly string[] => {
  // Lower case moves no position: the only letter that would grow by it, İ, has lost its point in `wordsOf`.
  const words = wordsOf(plainText(description));
  return [firstName, lastName].filter((typed) => {
    const name = nameOf(typed);
    const isMeant = (at: number): boolean => {
      const found = words.slice(at, at + name.length);
      return found === name || CAPITAL.test(found);
    };
    return name.length > 1 && holdsWords(words.toLowerCase(), name.toLowerCase(), isMeant);
  });
};
