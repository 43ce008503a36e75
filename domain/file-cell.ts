import { unguarded } from './csv-cell.ts';
import { cutText } from './cut-text.ts';
import { withoutInvisible } from './invisible.ts';
import { LARGEST_AMOUNT, priceText } from './money.ts';
import type { Cents } from './money.ts';
import { normalized } from './normalized.ts';
import { unescaped } from './page-text.ts';

/** How some exports keep spreadsheets from reading a text as a number: `="5125550142"`. */
const TEXT_FORMULA = /^="([^"]*)"$/;

/** The formula is behind the guard, which rejected rows have before it as before any other. */
const typedIn = (cell: string): string => unguarded(cell.trim()).replace(TEXT_FORMULA, '$1');

const cleaned = (text: string): string =>
  withoutInvisible(
    normalized(text, 'NFC')
      .replaceAll(/\r\n?/g, '\n')
      .replaceAll(/[\t\v\f\u00A0\u0085\u2028\u2029]/g, ' ')
      .replaceAll(/(?!\n)\p{Cc}/gu, ''),
  ).trim();

const inOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ');

/**
 * A cell as text of several lines, trimmed: without the apostrophe of a guard, the escapes of web forms and control characters; lines end
 * in \n.
 */
export const textOf = (cell: string): string => cleaned(unescaped(typedIn(cell)));

/**
 * The lines of a cell that hold something, trimmed. Not cut by a pattern with the white space around a line break: in a long run of
 * spaces that takes a time that grows with its square, seconds for one cell.
 */
export const linesOf = (cell: string): readonly string[] =>
  cell
    .split(/[\r\n]/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** A cell as text of one line. */
export const lineOf = (cell: string): string => inOneLine(textOf(cell));

/** A cell of one line that is evidence of what was said: its escapes stay. */
export const evidenceOf = (cell: string): string => inOneLine(cleaned(typedIn(cell)));

const SHOWN = 40;
/** A text as a reason quotes it. */
export const shown = (text: string): string => `"${text.length > SHOWN ? `${cutText(text, SHOWN)}…` : text}"`;

/** What people write for nothing, and what a spreadsheet shows where it cannot compute a cell. */
const NOTHING = /^(?:[-–—.?]+|#?n\/a|\(?unknown\)?|#(?:ref!|value!|name\?|div\/0!|null!|num!|spill!|calc!|error!))$/i;

/** The same in words, which may be names. */
const NOTHING_IN_WORDS =
  /^(?:n\.a\.|na|null|\\n|none|nil|nan|undefined|not provided|not available|no e-?mail|no phone)$/i;

/** A name; `N/A` and dashes are no names. */
export const nameOf = (cell: string): string => {
  const line = lineOf(cell);
  return NOTHING.test(line) ? '' : line;
};

/** A cell of one line; empty also where words say that it is. Not for names: people are called Null and Na. */
export const valueOf = (cell: string): string => {
  const line = nameOf(cell);
  return NOTHING_IN_WORDS.test(line) ? '' : line;
};

/** In characters: a longer text is no price, and is not searched for one. */
const LONGEST = 300;

export type PriceRead = { readonly price: Cents } | { readonly reason: string };

const figureOf = (text: string): string | undefined => {
  const typed = text.replace(/^(?:USD|US\$|\$)\s*|\s*(?:USD|US\$|\$)$/gi, '').trim();
  // Between any other digits a space may stand for a decimal point that is lost, or between two prices: `19 95`, `25 30`.
  const figure = /^\d{1,3}(?:\s\d{3})+(?:[.,]\d{1,2})?$/.test(typed) ? typed.replaceAll(/\s/g, '') : typed;
  if (/^\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?$/.test(figure)) return figure.replaceAll(',', '');
  if (/^\d{1,3}(?:\.\d{3})+,\d{1,2}$/.test(figure)) return figure.replaceAll('.', '').replace(',', '.');
  if (/^\d+,\d{2}$/.test(figure)) return figure.replace(',', '.');
  // Databases write as many zeros as the column is wide; three decimals could be thousands too.
  return /^(?:\d+\.?|\d*\.\d{1,2}|\d+\.\d{2}00+)$/.test(figure) ? figure : undefined;
};

/** Dollars, never cents, as people write them: `25`, `$25.00`, `1,250.00`, `1 250`; in semicolon files also `25,00`. At least `smallest`. */
export const priceOf = (text: string, smallest: Cents): PriceRead => {
  const figure = text.length > LONGEST ? undefined : figureOf(text);
  if (figure === undefined) return { reason: 'is not an amount of US dollars' };
  const price = Math.round(Number(figure) * 100);
  if (price === 0) return { reason: 'is nothing' };
  if (price < smallest) return { reason: `is less than ${priceText(smallest)}` };
  return price > LARGEST_AMOUNT ? { reason: `is more than ${priceText(LARGEST_AMOUNT)}` } : { price };
};

/** What may follow a last name and belongs to it, as in `Lee Jr.`: the alternatives of a regular expression. */
export const NAME_SUFFIXES = 'jr|sr|ii|iii|iv';

/**
 * What may follow a name after a comma without being part of it, as in `Ann Lee, Realtor`: also alternatives of a regular expression.
 */
export const NAME_TITLES = 'md|phd|esq|dds|cpa|realtor|broker|agent|owner|trustee|buyer|llc|inc';

/** What a family name of several words may begin with, as in `de la Cruz`: also alternatives of a regular expression. */
export const NAME_PARTICLES =
  'da|de|del|della|den|der|di|do|dos|du|el|la|las|le|los|mac|saint|san|santa|st|ten|ter|van|von';

const SUFFIX = new RegExp(String.raw`^(?:${NAME_SUFFIXES})\.?$`, 'i');
const SUFFIX_OR_TITLE = new RegExp(String.raw`^(?:${NAME_SUFFIXES}|${NAME_TITLES})\.?$`, 'i');
const PARTICLE = new RegExp(String.raw`^(?:${NAME_PARTICLES})\.?$`, 'i');

/** How many names are in a text: initials and suffixes are none. */
const countNames = (text: string): number =>
  text.split(' ').filter((word) => /^\P{L}*\p{L}{2}/u.test(word) && !SUFFIX.test(word)).length;

/** Whether what stands before and behind a comma are two people, `Ann Lee, Bob Tran`, and not one: `de la Cruz, Ana Maria`. */
const areTwo = (before: string, behind: string): boolean =>
  countNames(before) > 1 && countNames(behind) > 1 && !PARTICLE.test(before.split(' ')[0] ?? '');

/**
 * `Ann Marie Lee` → Ann Marie, Lee; `Lee, Ann` → Ann, Lee. Two people, or one of four names, stay in their order, in which they are
 * read as they were written.
 */
export const namesOf = (whole: string): { readonly firstName: string; readonly lastName: string } => {
  const [, last = '', first = ''] = /^([^,]+),\s*([^,]+)$/.exec(whole) ?? [];
  if (first !== '' && !SUFFIX_OR_TITLE.test(first) && !areTwo(last.trim(), first))
    return { firstName: first, lastName: last.trim() };
  const space = whole.lastIndexOf(' ');
  const end = whole.slice(space + 1);
  const isSuffix = SUFFIX.test(end) || end === first;
  const split = isSuffix ? whole.lastIndexOf(' ', space - 1) : space;
  return split < 0
    ? { firstName: whole, lastName: '' }
    : { firstName: whole.slice(0, split), lastName: whole.slice(split + 1) };
};
