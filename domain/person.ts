import { emailForms } from './email.ts';
import type { Contact } from './lead.ts';
import { isLocalPhone, phoneDigits } from './phone.ts';
import { STATE_NAMES } from './us-states.ts';

/** For how many days a person who was imported is not imported again. */
export const KNOWN_DAYS = 90;

/**
 * `email:ann@example.com`: an address in its normal form, composed (NFC) like everything that is imported. Empty for what is no
 * address.
 */
const emailKeyTexts = (email: string): readonly string[] =>
  emailForms(email)
    .slice(0, 1)
    .map((normal) => `email:${normal}`);

/** `phone:5125550142`: a number by its digits. Empty for what is no number. */
const phoneKeyTexts = (phone: string): readonly string[] => {
  const digits = phoneDigits(phone);
  return digits === undefined ? [] : [`phone:${digits}`];
};

/**
 * The texts by which a person is recognized. Two people are one if they share a text. Only their hashes are stored: another rule, also of
 * `emailForms` or `phoneDigits`, needs a migration that adds those by it.
 */
export const personKeyTexts = ({ email, phone }: Pick<Contact, 'email' | 'phone'>): readonly string[] => [
  ...emailKeyTexts(email ?? ''),
  ...phoneKeyTexts(phone ?? ''),
];

const keyTextsOf = (emailOrPhone: string): readonly string[] => {
  const byEmail = emailKeyTexts(emailOrPhone);
  return byEmail.length > 0 ? byEmail : phoneKeyTexts(emailOrPhone);
};

/**
 * The text by which a person of that state is recognized, from one of their addresses or numbers; empty if it is neither. It has the
 * state where the number is a local one: `phone:5550142@TX`.
 */
export const personKeyTextsIn = (state: string, emailOrPhone: string): readonly string[] =>
  keyTextsOf(emailOrPhone).map((text) => (isLocalPhone(emailOrPhone) ? `${text}@${state}` : text));

/** The same for what an operator types: an e-mail address or a phone number, a local one in every state. Empty if it is neither. */
export const personKeyTextsOf = (emailOrPhone: string): readonly string[] => {
  const inStates = Object.keys(STATE_NAMES).flatMap((state) => personKeyTextsIn(state, emailOrPhone));
  return [...new Set([...keyTextsOf(emailOrPhone), ...inStates])];
};
