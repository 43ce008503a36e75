import { contactIn, contactInCity, holdsOwnStreet, nameWordsIn } from './description.ts';
import { nameOf, namesOf, priceOf, shown, textOf, valueOf } from './file-cell.ts';
import { consentIn } from './file-consent.ts';
import { readPlace } from './file-place.ts';
import { misfitOf } from './file-row.ts';
import type { Contact, Lead } from './lead.ts';
import type { LeadColumns } from './lead-columns.ts';
import { isPartOfName } from './lead-names.ts';
import type { Name } from './lead-names.ts';
import type { Cents } from './money.ts';
import { personKeyTextsIn } from './person.ts';
import { LONGEST, rowFields } from './row-fields.ts';

/** A lead as it was read from a row of a file. */
export type LeadDraft = Pick<Lead, 'place' | 'contact' | 'description' | 'price'> & {
  /** The texts by which its person is recognized: every address and number of the row, of which the lead keeps one each. */
  readonly knownBy: readonly string[];
  /** The columns that are evidence of consent, by their headers, with the date of the lead's making. */
  readonly consent: Readonly<Record<string, string>> | undefined;
};

export type RowRead =
  | { readonly is: 'lead'; readonly draft: LeadDraft; readonly warnings: readonly string[] }
  | { readonly is: 'blank' }
  | { readonly is: 'invalid'; readonly reasons: readonly string[] };

/** A text without a letter: a ZIP code, mostly of a row whose cells have shifted. */
const NO_WORD = /^\P{L}+$/u;

/** A text of several lines; empty also when it says so in words. */
const proseOf = (cell: string): string => (valueOf(cell) === '' ? '' : textOf(cell));

/** Whether the halves of a name tell less than its whole, which stands beside: there is only one of them, or none. */
const isLessThan = ({ firstName, lastName }: Name, whole: Name): boolean => {
  if (firstName !== '' && lastName !== '') return false;
  const half = firstName || lastName;
  return half === '' || (whole.lastName !== '' && isPartOfName(half, `${whole.firstName} ${whole.lastName}`));
};

/**
 * Reads one row: the lead in it, or every reason why there is none, in plain words. A row whose description or city gives the
 * contact away is invalid: whoever reads it would not have to buy the lead. So is one whose price is under `smallestPrice`.
 */
export const readLead = (columns: LeadColumns, cells: readonly string[], smallestPrice: Cents): RowRead => {
  if (cells.every((cell) => cell.trim() === '')) return { is: 'blank' };
  const misfit = misfitOf(columns, cells);
  if (misfit !== undefined) return { is: 'invalid', reasons: [misfit] };
  const { reasons, filledIn, filled, bounded, allRight } = rowFields(columns, cells);

  const whole = namesOf(filled('name', nameOf));
  const halves = { firstName: filled('first name', nameOf), lastName: filled('last name', nameOf) };
  const name = isLessThan(halves, whole) ? whole : halves;
  const email = allRight('email');
  const phone = allRight('phone');
  const place = readPlace(columns, filledIn);
  const contact: Contact = {
    firstName: bounded('first name', name.firstName),
    lastName: bounded('last name', name.lastName),
    email: email.first,
    phone: phone.first,
    address1: bounded('address', place.address) || undefined,
  };
  if (!email.isThere && !phone.isThere) reasons.push('neither an e-mail address nor a phone number');

  const alsoCalled = name === whole || whole.firstName === '' ? undefined : whole;
  const person = { ...contact, alsoCalled, emails: email.right, phones: phone.right };
  /** What a public text gives away of the contact. A text that is too long is refused anyway, and not examined. */
  const givenAway = (field: 'city' | 'description', text: string, givenAwayIn: typeof contactIn): readonly string[] =>
    text.length > LONGEST[field]
      ? []
      : givenAwayIn(text, person).map((what) => `the ${field} is public and holds ${what}`);
  reasons.push(...place.reasons);
  const city = bounded('city', place.city);
  const givenAwayInCity = givenAway('city', city, contactInCity);
  reasons.push(...givenAwayInCity);
  if (givenAwayInCity.length === 0 && NO_WORD.test(city)) reasons.push(`${shown(city)} is not a city`);

  const priceText = filled('price', valueOf);
  const price = priceOf(priceText, smallestPrice);
  if (priceText === '') reasons.push('no price');
  else if ('reason' in price) reasons.push(`price ${shown(priceText)} ${price.reason}`);

  const description = bounded('description', filled('description', proseOf));
  reasons.push(...givenAway('description', description, contactIn));

  const { state } = place;
  if (reasons.length > 0 || state === undefined || !('price' in price)) return { is: 'invalid', reasons };
  return {
    is: 'lead',
    draft: {
      place: { city, state },
      contact,
      knownBy: [...new Set([...email.right, ...phone.right].flatMap((text) => personKeyTextsIn(state, text)))],
      description,
      price: price.price,
      consent: consentIn(columns, cells),
    },
    warnings: [
      ...nameWordsIn(description, person).map((name) => `${shown(name)}, a name of the lead`),
      ...(holdsOwnStreet(description, contact.address1 ?? '') ? ["the lead's address"] : []),
    ].map((what) => `the description is public and holds ${what}`),
  };
};
