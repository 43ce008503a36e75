import { lineOf } from './file-cell.ts';
import type { LeadColumns } from './lead-columns.ts';

/** In characters. */
const LONGEST = 2_000;

/** The half of a surrogate pair that a cut leaves. It is no text, and no store takes it as one. */
const HALF_CHARACTER = /[\uD800-\uDBFF]$/;

const cut = (line: string): string => line.slice(0, LONGEST).replace(HALF_CHARACTER, '');

/** The evidence of consent in a row, by the names under which it is stored; `undefined` where all of it is empty. */
export const consentIn = (
  { keptAs }: Pick<LeadColumns, 'keptAs'>,
  cells: readonly string[],
): Readonly<Record<string, string>> | undefined => {
  const evidence = [...keptAs]
    .map(([index, name]) => [name, cut(lineOf(cells[index] ?? ''))] as const)
    .filter(([, text]) => text !== '');
  return evidence.length === 0 ? undefined : Object.fromEntries(evidence);
};
