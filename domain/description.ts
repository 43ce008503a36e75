import { digitsTogether, holdsEmail, holdsPhone, holdsStreet } from './contact-text.ts';
import { holdsWholeName, namesLikeWordsOf } from './lead-names.ts';
import type { Name } from './lead-names.ts';
import { searchable } from './lead-search.ts';
import { shownByPages } from './page-text.ts';
import { LOCAL_DIGITS, phoneDigits } from './phone.ts';
import { plainText } from './plain-text.ts';
import { holdsWords } from './whole-words.ts';

/** The person of the lead, whom a public text must not identify: by name, and by every address and number. */
export type Person = Name & {
  /** The whole name, where the file has another one than the lead. */
  readonly alsoCalled?: Name | undefined;
  readonly emails: readonly string[];
  readonly phones: readonly string[];
};

/**
 * A text in the form in which it is searched: as it stands, and as pages would show it. A semicolon is part of no address, number or
 * name.
 */
const lookedInto = (typed: string): string => {
  const shown = shownByPages(typed);
  return plainText(shown === typed ? typed : `${typed}\n;\n${shown}`);
};

/** Whether a text holds the lead's own number, also without its area code. */
const holdsOwnPhone = (text: string, phone: string): boolean => {
  const digits = phoneDigits(phone)?.slice(-LOCAL_DIGITS);
  return digits !== undefined && digitsTogether(text).includes(digits);
};

/** The lead's own address with ` at ` for the `@`. `holdsEmail` cannot look for that: after most words ` at ` is no `@`. */
const holdsOwnEmail = (text: string, email: string): boolean =>
  text.toLowerCase().includes(email.toLowerCase().replace('@', ' at '));

/** The ways to reach the lead that a public text gives away. */
const emailOrPhoneIn = (typed: string, { emails, phones }: Person): readonly string[] => {
  const text = lookedInto(typed);
  const holdsAnEmail = holdsEmail(text) || emails.some((email) => holdsOwnEmail(text, email));
  const holdsAPhone = holdsPhone(text) || phones.some((phone) => holdsOwnPhone(text, phone));
  return [...(holdsAnEmail ? ['an e-mail address'] : []), ...(holdsAPhone ? ['a phone number'] : [])];
};

/** What a city gives away: where the lead lives, too. No name is looked for: Austin and Jackson are both. */
export const contactInCity = (city: string, person: Person): readonly string[] => [
  ...emailOrPhoneIn(city, person),
  ...(holdsStreet(lookedInto(city)) ? ['a street'] : []),
];

/** What a description gives away of the lead's contact: the description is public, the contact is what is sold. */
export const contactIn = (description: string, person: Person): readonly string[] => {
  const text = lookedInto(description);
  const names = [person, ...(person.alsoCalled ? [person.alsoCalled] : [])];
  return [
    ...emailOrPhoneIn(description, person),
    ...(names.some((name) => holdsWholeName(text, name)) ? ["the lead's own name"] : []),
  ];
};

/** The names of the lead that words of its description resemble. */
export const nameWordsIn = (description: string, person: Person): readonly string[] =>
  namesLikeWordsOf(lookedInto(description), person);

/** `4821 N. Oak-Ridge Dr.` and `4821 n oak ridge dr` are one street. */
const streetWords = (plain: string): string => searchable(plain).replaceAll(/[.']/g, '');

/**
 * Whether a description holds the street of the lead's address, which stands before its first comma. It may be that of a home on the
 * market, which exports write into the same column.
 */
export const holdsOwnStreet = (description: string, address: string): boolean => {
  const [street = ''] = plainText(address).split(',', 1);
  return holdsStreet(street) && holdsWords(streetWords(lookedInto(description)), streetWords(street));
};
