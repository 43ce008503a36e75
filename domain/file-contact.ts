import { emailText, isEmail, isNoEmail } from './email.ts';
import { linesOf, valueOf } from './file-cell.ts';
import { isNoPhone, isPhone, phoneText } from './phone.ts';

/** How one kind of contact, addresses or numbers, is read in a file. */
type ContactKind = {
  /** Its name in a reason. */
  readonly word: string;
  /** The value without what programs and people have added around it. */
  readonly textIn: (text: string) => string;
  readonly isRight: (text: string) => boolean;
  /** Whether the value stands for none. */
  readonly isNone: (text: string) => boolean;
};

/** The ways to reach the lead. */
export const CONTACT_KINDS = {
  email: { word: 'an e-mail address', textIn: emailText, isRight: isEmail, isNone: isNoEmail },
  phone: {
    word: 'a phone number',
    textIn: phoneText,
    isRight: isPhone,
    isNone: isNoPhone,
  },
} as const satisfies Readonly<Record<string, ContactKind>>;

/** In characters: a longer cell is taken as one value. */
const SEVERAL = 1_000;

const BETWEEN = /\s*(?::::|[;|,]|\s\/\s)\s*/;

/**
 * Each address or number in a cell, as some exports write several into one; the whole cell where it is a single one, or none of them is
 * valid.
 */
export const severalOf = (cell: string, { textIn, isRight, isNone }: ContactKind): readonly string[] => {
  const value = valueOf(linesOf(cell).join('; '));
  if (value.length > SEVERAL) return [value];
  // A leading apostrophe marks a text.
  const read = (text: string): string => textIn(text.replace(/^'/, ''));
  const whole = read(value);
  const parts = value
    .split(BETWEEN)
    .map(read)
    .filter((part) => part !== '' && !isNone(part));
  if (parts.length === 0) return [];
  // What separates several values may stand inside one, too: before an extension, in an address.
  const isOne = isRight(whole) ? parts.length === 1 || !parts.every(isRight) : !parts.some(isRight);
  return isOne ? [whole] : parts;
};
