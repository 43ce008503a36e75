import type { Contact } from './lead.ts';
import { phoneDigits } from './phone.ts';

const EMAIL =
  /(?<![^\s@<>(),;])[^\s@<>(),;]+\s*(?:@|\(at\)|\[at\])\s*[^\s@<>(),;]+(?:\.|\s*(?:\(dot\)|\[dot\])\s*)\p{L}{2,}|\bat\s+\w+\s+dot\s+(?:com|net|org)\b/iu;

/** Ten digits in a row, or in groups of three, three and four; or an international number. Amounts and zip codes are none. */
const PHONE =
  /(?<!\d[.,]?|\$)(?:\+?1[\s.-]*)?(?:\d{10}|\(\d{3}\)[\s.-]*\d{3}[\s.-]*\d{4}|\d{3}[\s./-]+\d{3}[\s.-]*\d{4})(?!\d)|\+\d[\d\s().-]{7,}\d/u;

/** The end of a number that a neighbour would still call. */
const LOCAL_DIGITS = 7;

const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

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

const digitsOf = (text: string): string => text.replaceAll(/(?<=\d)[\s().-]+(?=\d)/g, '');

const holdsName = (description: string, { firstName, lastName }: Contact): boolean => {
  const text = plain(description).replaceAll(/[\s,]+/g, ' ');
  const [first, last] = [plain(firstName), plain(lastName)];
  return first !== '' && last !== '' && [`${first} ${last}`, `${last} ${first}`].some((name) => holdsWords(text, name));
};

/** What of the lead's contact its description gives away: it is public, the contact is what is sold. */
export const contactIn = (description: string, contact: Contact): readonly string[] => {
  const ownDigits = phoneDigits(contact.phone ?? '')?.slice(-LOCAL_DIGITS);
  const holdsPhone = PHONE.test(description) || (ownDigits !== undefined && digitsOf(description).includes(ownDigits));
  return [
    ...(EMAIL.test(description) ? ['an e-mail address'] : []),
    ...(holdsPhone ? ['a phone number'] : []),
    ...(holdsName(description, contact) ? ["the lead's own name"] : []),
  ];
};

/** Words of the description that are the lead's first or last name, as `Ann`: perhaps another Ann, or a park. */
export const nameWordsIn = (description: string, { firstName, lastName }: Contact): readonly string[] =>
  [firstName, lastName].filter((name) => name.length > 1 && holdsWords(description, name));
