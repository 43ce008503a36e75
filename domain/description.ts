import { digitsTogether, holdsEmail, holdsPhone } from './contact-text.ts';
import type { Contact } from './lead.ts';
import { holdsWholeName, namesLikeWordsOf } from './lead-names.ts';
import { shownByPages } from './page-text.ts';
import { phoneDigits } from './phone.ts';
import { plainText } from './plain-text.ts';

/** A phone number without its area code: it can still be called from nearby. */
const LOCAL_DIGITS = 7;

/** The lead, as a public text must not tell who it is: by its name, and by each address and number of its person. */
export type Person = Pick<Contact, 'firstName' | 'lastName'> & {
  readonly emails: readonly string[];
  readonly phones: readonly string[];
};

/** A text as it is looked into: as it stands, and as pages would show it. A semicolon is part of no address, number or name. */
const lookedInto = (typed: string): string => {
  const shown = shownByPages(typed);
  return plainText(shown === typed ? typed : `${typed}\n;\n${shown}`);
};

/** Whether a text holds the lead's own number, also without its area code. */
const holdsOwnPhone = (text: string, phone: string): boolean => {
  const digits = phoneDigits(phone)?.slice(-LOCAL_DIGITS);
  return digits !== undefined && digitsTogether(text).includes(digits);
};

/** Its own address with ` at ` for the `@`. `holdsEmail` cannot look for that: behind most words `at` stands for no `@`. */
const holdsOwnEmail = (text: string, email: string): boolean =>
  text.toLowerCase().includes(email.toLowerCase().replace('@', ' at '));

/** By what a public text lets anybody reach the lead. In a city nothing else is looked for: Austin and Jackson are names, too. */
export const emailOrPhoneIn = (typed: string, { emails, phones }: Person): readonly string[] => {
  const text = lookedInto(typed);
  const holdsAnEmail = holdsEmail(text) || emails.some((email) => holdsOwnEmail(text, email));
  const holdsAPhone = holdsPhone(text) || phones.some((phone) => holdsOwnPhone(text, phone));
  return [...(holdsAnEmail ? ['an e-mail address'] : []), ...(holdsAPhone ? ['a phone number'] : [])];
};

/** What of the lead's contact its description gives away: it is public, the contact is what is sold. */
export const contactIn = (description: string, person: Person): readonly string[] => [
  ...emailOrPhoneIn(description, person),
  ...(holdsWholeName(lookedInto(description), person) ? ["the lead's own name"] : []),
];

/** The names of the lead that words of its description are like. */
export const nameWordsIn = (description: string, person: Person): readonly string[] =>
  namesLikeWordsOf(lookedInto(description), person);
