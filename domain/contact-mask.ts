import { phoneDigits } from './phone.ts';

/** Stands for a contact that a lead does not have. */
const NOT_AVAILABLE = 'N/A';

const DOTS = '•••';

/** By iteration, as a letter may take two UTF-16 units. */
const firstLetter = ([first = '']: Iterable<string>): string => first;

/** `john@gmail.com` → `j•••@g•••.com`. Only the first letters and the last label of the domain stay. */
export const maskEmail = (email: string | undefined): string => {
  if (email === undefined || email === '') return NOT_AVAILABLE;
  const at = email.lastIndexOf('@');
  const dot = email.lastIndexOf('.');
  const ending = dot > at ? email.slice(dot) : '';
  return `${firstLetter(email)}${DOTS}@${firstLetter(email.slice(at + 1))}${DOTS}${ending}`;
};

/**
 * `5125550123` → `(512) 555-••••`. The last four digits never stay: a number of another shape shows its first three, and what is no
 * number nothing.
 */
export const maskPhone = (phone: string | undefined): string => {
  if (phone === undefined || phone === '') return NOT_AVAILABLE;
  const digits = phoneDigits(phone) ?? '';
  return digits.length === 10 ? `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-••••` : `${digits.slice(0, 3)}${DOTS}`;
};
