import { counted, figures } from './count.ts';
import type { LeadColumns } from './lead-columns.ts';

/** In characters: a longer cell is not examined. It is no part of a lead, and patterns would take long over it. */
const LONGEST_CELL = 20_000;

/** A line break without quotes makes short rows, too, so no short row is taken before somebody has looked at it. */
const LEFT_OUT =
  'a spreadsheet may have left out empty ones at the end, which are filled up in the file of rejected rows';

/** Why the columns of a file do not fit a row of it, so that none of its cells is read; `undefined` if they fit. */
export const misfitOf = (
  { names, at, consent }: Pick<LeadColumns, 'names' | 'at' | 'consent'>,
  cells: readonly string[],
): string | undefined => {
  if (cells.length !== names.length) {
    const counts = `has ${counted(cells.length, 'cell')}, the header has ${figures(names.length)}`;
    return cells.length < names.length ? `${counts}: ${LEFT_OUT}` : counts;
  }
  const used = [...Object.values(at).flat(), ...consent];
  const long = used.find((index) => (cells[index] ?? '').length > LONGEST_CELL);
  return long === undefined ? undefined : `"${names[long] ?? ''}" is too long (${cells[long]?.length} characters)`;
};
