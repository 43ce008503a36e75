import { cutText } from './cut-text.ts';
import { evidenceOf } from './file-cell.ts';
import type { LeadColumns } from './lead-columns.ts';

/** In characters. */
const LONGEST = 2_000;

/** The evidence of consent in a row, by the names under which it is stored; `undefined` where all of it is empty. */
export const consentIn = (
  { keptAs }: Pick<LeadColumns, 'keptAs'>,
  cells: readonly string[],
): Readonly<Record<string, string>> | undefined => {
  const evidence = [...keptAs]
    .map(([index, name]) => [name, cutText(evidenceOf(cells[index] ?? ''), LONGEST)] as const)
    .filter(([, text]) => text !== '');
  return evidence.length === 0 ? undefined : Object.fromEntries(evidence);
};
