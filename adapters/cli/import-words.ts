import { counted, figures } from '#domain/count.ts';
import { priceText } from '#domain/money.ts';
import type { ImportReport } from '#application/import-report.ts';
import type { Table } from './answer.ts';

/** The file of the rejected rows, if there are any, and why they are not all in it. */
export type RejectsFile =
  | { readonly path: string; readonly rows: number; readonly problem: string | undefined }
  | undefined;

/** So many remarks are shown to a person; the file of the rejected rows has them all. */
const MOST_SHOWN = 50;

/** The rows with something to say of them, by line. */
export const remarksTable = ({ problems, warnings }: ImportReport): Table | undefined => {
  const remarks = [
    ...problems.map(({ line, is, reasons }) => ({ line, is, reasons })),
    ...warnings.map(({ line, reasons }) => ({ line, is: 'look', reasons })),
  ].toSorted((a, b) => a.line - b.line);
  if (remarks.length === 0) return undefined;
  const rows = remarks.slice(0, MOST_SHOWN).map(({ line, is, reasons }) => [`${line}`, is, reasons.join('; ')]);
  return { head: ['Line', 'What', 'Why'], rows };
};

const quoted = (names: readonly string[], between: string): string => names.map((name) => `"${name}"`).join(between);

const columnLines = ({ columns: { used, consent, ignored } }: ImportReport): readonly string[] => [
  `Read: ${Object.entries(used)
    .map(([field, names]) => `${field} from ${quoted(names, ' or ')}`)
    .join(', ')}.`,
  ...(consent.length === 0 ? [] : [`Kept as consent: ${quoted(consent, ', ')}.`]),
  ...(ignored.length === 0 ? [] : [`Not read: ${quoted(ignored, ', ')}.`]),
];

const countLine = ({ rows, created, already, duplicates, invalid, blank }: ImportReport, verb: string): string =>
  [
    `${counted(rows, 'row')}: ${counted(created, 'lead')} ${verb}`,
    ...(already === 0 ? [] : [`${figures(already)} imported before`]),
    counted(duplicates, 'duplicate'),
    `${figures(invalid)} invalid`,
    ...(blank === 0 ? [] : [counted(blank, 'blank line')]),
  ].join(', ');

const priceLine = ({ lowest, highest }: NonNullable<ImportReport['prices']>): string =>
  lowest === highest ? `Price: ${priceText(lowest)}.` : `Prices: ${priceText(lowest)} to ${priceText(highest)}.`;

/** What was read, how many rows became what and at which prices, and where the rejected ones are. */
export const reportLines = (report: ImportReport, rejects: RejectsFile, verb: string): readonly string[] => {
  const remarks = report.duplicates + report.invalid + report.warned;
  const kept =
    rejects &&
    `${counted(rejects.rows, 'rejected row')} in ${rejects.path}: mend ${rejects.rows === 1 ? 'it' : 'them'} there and import that file.`;
  return [
    ...(remarks > MOST_SHOWN ? [`… and ${counted(remarks - MOST_SHOWN, 'more remark')}.`] : []),
    ...columnLines(report),
    `${countLine(report, verb)}.`,
    ...(report.prices === undefined ? [] : [priceLine(report.prices)]),
    ...(report.warned === 0 ? [] : [`${counted(report.warned, 'row')} to look at: buyers may read who the lead is.`]),
    ...(kept === undefined ? [] : [rejects?.problem ?? kept]),
  ];
};
