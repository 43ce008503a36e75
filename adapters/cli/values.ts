import { isAbsolute, resolve } from 'node:path';

import { InvalidArgumentError } from 'commander';

import { couponCode } from '#domain/coupon.ts';
import { emailOf } from '#domain/email.ts';
import { figures } from '#domain/count.ts';
import type { Instant } from '#domain/instant.ts';
import { LARGEST_AMOUNT, centsOf } from '#domain/money.ts';
import type { Cents } from '#domain/money.ts';
import { personKeyTextsOf } from '#domain/person.ts';
import { LONGEST } from './limits.ts';

/** The kinds of values on a command line. Each throws what commander tells together with the option's name. */

const INSTANT = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2}))?$/;

/** The store has neither a year 0 nor five digits of a year, and before the shop there was nothing to tell of. */
const [EARLIEST, END] = [Date.UTC(2000, 0), Date.UTC(10_000, 0)];

/** `2026-12-01` is the beginning of that day in UTC; a time needs its zone. */
export const instant = (text: string): Instant => {
  const at = INSTANT.test(text) ? Date.parse(text) : Number.NaN;
  // The parser lets 31 February be 3 March.
  const day = text.slice(0, 10);
  if (!(at >= EARLIEST && at < END) || new Date(`${day}T00:00:00Z`).toISOString().slice(0, 10) !== day)
    throw new InvalidArgumentError('Write 2026-12-01 or 2026-12-01T15:00Z, of the years 2000 to 9999.');
  return at;
};

export const wholeNumber =
  (smallest: number, largest: number) =>
  (text: string): number => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= smallest && value <= largest))
      throw new InvalidArgumentError(`Write a whole number from ${figures(smallest)} to ${figures(largest)}.`);
    return value;
  };

const decimals = (text: string): number => (/^\d{1,9}(\.\d{1,2})?$/.test(text) ? Number(text) : Number.NaN);

/** Dollars with at most two decimals: `25`, `19.50`, `$19.50`. */
export const dollars = (text: string): Cents => {
  const cents = centsOf(decimals(text.replace(/^\$/, '')));
  if (cents === undefined)
    throw new InvalidArgumentError(`Write dollars with at most two decimals, ${LARGEST_AMOUNT / 100} at most.`);
  return cents;
};

/** As `dollars`, but not nothing. */
export const dollarsOff = (text: string): Cents => {
  const cents = dollars(text);
  if (cents === 0) throw new InvalidArgumentError('Write 0.01 dollars or more.');
  return cents;
};

/** A percentage as basis points: `10`, `12.5`, `10%`. */
export const percent = (text: string): number => {
  const basisPoints = Math.round(decimals(text.replace(/\s?%$/, '')) * 100);
  if (!(basisPoints >= 1 && basisPoints <= 10_000))
    throw new InvalidArgumentError('Write a percentage from 0.01 to 100, with two decimals at most.');
  return basisPoints;
};

/** An e-mail address in its normal form. */
export const email = (text: string): string => {
  const normal = emailOf(text);
  if (normal === undefined) throw new InvalidArgumentError('Write an e-mail address.');
  return normal;
};

/** The code of a coupon as it is kept. */
export const code = (text: string): string => {
  const kept = couponCode(text);
  if (kept === undefined) throw new InvalidArgumentError('Write 1 to 40 letters, digits, dashes and underscores.');
  return kept;
};

/** One more `A=B`: the column A of the file is our B. */
export const mapping = (text: string, before: Readonly<Record<string, string>> = {}): Record<string, string> => {
  const at = text.lastIndexOf('=');
  const header = text.slice(0, Math.max(at, 0)).trim();
  const field = text.slice(at + 1).trim();
  if (header === '' || field === '') throw new InvalidArgumentError('Write the column, = and our name: "Cell=phone".');
  if (Math.max(header.length, field.length) > LONGEST.column)
    throw new InvalidArgumentError(`Write at most ${figures(LONGEST.column)} characters on each side of the =.`);
  if (Object.hasOwn(before, header)) throw new InvalidArgumentError(`The column "${header}" is mapped already.`);
  return { ...before, [header]: field };
};

/** A path from where the command was given. */
export const pathFrom =
  (folder: string) =>
  (text: string): string => {
    if (text === '') throw new InvalidArgumentError('Write the path of a file.');
    return isAbsolute(text) ? text : resolve(folder, text);
  };

export const filled =
  (longest: number) =>
  (text: string): string => {
    const trimmed = text.trim();
    if (trimmed === '' || trimmed.length > longest) throw new InvalidArgumentError(`Write 1 to ${longest} characters.`);
    return trimmed;
  };

/** An id that the shop has given, as it was typed: ids have no capitals. */
export const ownId = (text: string): string => filled(LONGEST.id)(text).toLowerCase();

/** By what somebody is known: an e-mail address or a phone number, as it was typed. */
export const person = (text: string): string => {
  const typed = filled(LONGEST.person)(text);
  if (personKeyTextsOf(typed).length === 0)
    throw new InvalidArgumentError('Write an e-mail address or a phone number.');
  return typed;
};
