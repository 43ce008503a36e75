import { shown } from './file-cell.ts';
import { CONTACT_KINDS, severalOf } from './file-contact.ts';
import type { Filled } from './file-place.ts';
import type { LeadColumns } from './lead-columns.ts';
import type { LeadField } from './lead-headers.ts';

/** The longest texts of a lead, in characters. No valid address or number is too long. */
export const LONGEST = {
  'first name': 120,
  'last name': 120,
  city: 120,
  address: 300,
  description: 5_000,
} as const;

/** The fields of one row. `reasons` collects, in plain words, why what is read is not right. */
export const rowFields = ({ at }: Pick<LeadColumns, 'at'>, cells: readonly string[]) => {
  const reasons: string[] = [];
  const filledIn: Filled = (indexes, read) =>
    indexes.map((index) => read(cells[index] ?? '')).find((text) => text !== '') ?? '';
  const undamaged = (field: LeadField, text: string): string => {
    if (text.includes('\uFFFD')) reasons.push(`${field} holds a damaged character: ${shown(text)}`);
    return text;
  };
  return {
    reasons,
    /** The first cell of these columns that is filled; empty if none is. */
    filledIn,
    /** The first cell of a field that is filled; empty if none is. */
    filled: (field: LeadField, read: (cell: string) => string): string => filledIn(at[field], read),
    /** The text of a field, which is neither too long nor damaged. */
    bounded: (field: keyof typeof LONGEST, text: string): string => {
      if (text.length > LONGEST[field])
        reasons.push(`${field} is too long (${text.length} characters, at most ${LONGEST[field]})`);
      return undamaged(field, text);
    },
    /** The valid values, of which the lead has the first; what is wrong is said only if no other one is valid. */
    allRight: (field: keyof typeof CONTACT_KINDS) => {
      const kind = CONTACT_KINDS[field];
      const found = at[field].flatMap((index) => severalOf(cells[index] ?? '', kind));
      const right = found.filter(kind.isRight);
      const [first] = right;
      if (first === undefined && found[0] !== undefined) reasons.push(`${shown(found[0])} is not ${kind.word}`);
      return { right, first: first && undamaged(field, first), isThere: found.length > 0 };
    },
  };
};
