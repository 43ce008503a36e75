import { match } from 'ts-pattern';

import { dollarsOf } from '#domain/money.ts';
import type { ImportOutcome, ImportReport } from '#application/import-report.ts';
import { answered, refused } from './answer.ts';
import type { OperatorAnswer } from './answer.ts';
import { remarksTable, reportLines } from './import-words.ts';
import type { RejectsFile } from './import-words.ts';
import type { OperationOf } from './operation.ts';
import { isoTime, time } from './words.ts';

export type FileImport = OperationOf<'import'>;

export type ImportedFile = { readonly outcome: ImportOutcome; readonly rejects: RejectsFile };

const NOTHING_VALID = 'nothing-valid';

/** Not one row is of any use: a script must not take that for success. */
const isUseless = ({ rows, invalid }: ImportReport): boolean => rows === invalid;

/** The words for the leads that a file created, or would. */
const wordsFor = ({ created }: ImportReport) =>
  created === 1 ? { They: 'It', are: 'is', them: 'it' } : { They: 'They', are: 'are', them: 'them' };

/** Of a file that is to be listed now, and was imported before, perhaps for a later week. */
const onlyAnew = (batchId: string): string =>
  `--list-now changes no lead of it: to list those that wait, npm run leads -- undo-import ${batchId} first, and this command again.`;

/** What came of a file, or would come of it; `tell` finds the words for an error. */
export const importAnswer = (
  { file, listNow, rejects: named }: FileImport,
  { outcome, rejects }: ImportedFile,
  tell: (error: Error) => string,
): OperatorAnswer => {
  const jsonOf = (report: ImportReport) => ({
    ...report,
    listedAt: isoTime(report.listedAt),
    prices:
      report.prices === undefined
        ? null
        : { lowest: dollarsOf(report.prices.lowest), highest: dollarsOf(report.prices.highest) },
    rejects: rejects === undefined ? null : { ...rejects, problem: rejects.problem ?? null },
  });
  const fromWhen = ({ listedAt }: ImportReport): string => (listNow ? 'at once' : `from ${time(listedAt)}`);
  const next = (report: ImportReport): readonly string[] => [
    `${wordsFor(report).They} would be on the marketplace ${fromWhen(report)}.`,
    named === undefined || rejects === undefined
      ? 'Nothing was stored. The same command with --commit stores it.'
      : 'Nothing was stored. The same command with --commit, and another file for --rejects, stores it.',
  ];
  const told = (report: ImportReport, verb: string, lines: readonly string[], more: object): OperatorAnswer => {
    const all = reportLines(report, rejects, verb);
    const table = remarksTable(report);
    // The leads are what they are; but rejected rows that are nowhere a script has to know of.
    const is = rejects?.problem === undefined ? 'done' : 'refused';
    if (!isUseless(report)) return answered(is, { ...jsonOf(report), ...more }, [...all, ...lines], table);
    const message = report.rows === 0 ? 'The file has no rows.' : 'Not one row can be imported. Nothing was stored.';
    const json = { error: { reason: NOTHING_VALID, message }, ...jsonOf(report), ...more };
    return answered('refused', json, [...all, message], table);
  };
  /** Of what ended in the middle; the report tells what had been created until then. */
  const stopped = (error: object, report: ImportReport, batchId: string, lastLine: string): OperatorAnswer => {
    const lines = [...reportLines(report, rejects, 'created'), lastLine];
    return answered('refused', { error, ...jsonOf(report), batchId }, lines);
  };

  return match(outcome)
    .with({ is: 'checked' }, ({ report, batchId }) =>
      told(
        report,
        'to create',
        [
          ...(report.created === 0
            ? ['Nothing was stored, and --commit would store nothing: no lead of it is new.']
            : next(report)),
          ...(batchId === undefined ? [] : [`This file was imported before, or begun, as the batch ${batchId}.`]),
        ],
        { stored: false, batchId: batchId ?? null },
      ),
    )
    .with({ is: 'imported' }, ({ report, batchId }) =>
      told(
        report,
        'created',
        [
          `${wordsFor(report).They} ${wordsFor(report).are} on the marketplace ${fromWhen(report)}.`,
          `To take ${wordsFor(report).them} back: npm run leads -- undo-import ${batchId}`,
        ],
        { stored: true, batchId },
      ),
    )
    .with({ is: 'nothing-to-add' }, ({ report, batchId }) =>
      told(
        report,
        'to create',
        [
          batchId === undefined
            ? 'Nothing was stored.'
            : `Nothing was stored: this file was imported before, as the batch ${batchId}.`,
          ...(batchId === undefined || !listNow ? [] : [onlyAnew(batchId)]),
        ],
        { stored: false, batchId: batchId ?? null },
      ),
    )
    .with({ is: 'refused' }, ({ message }) => refused('unreadable', `${file}: ${message}`))
    .with({ is: 'rejects-not-written' }, ({ is: reason, message, report }) =>
      answered('refused', { error: { reason, message }, ...jsonOf(report) }, [
        `${message} Nothing was stored. Name another file with --rejects.`,
      ]),
    )
    .with({ is: 'broken-off' }, ({ is: reason, error, report, batchId }) => {
      const message = tell(error);
      const left = `What came before is stored as the batch ${batchId}: the same file again, as it was read, completes it; undo-import takes it back.`;
      return stopped({ reason, message }, report, batchId, `${message} ${left}`);
    })
    .with({ is: 'undone-meanwhile' }, ({ is: reason, report, batchId }) => {
      const message = `This import was taken back while it ran: what it had stored as the batch ${batchId} goes, and the rest was not stored. When all of it is gone, the same file again begins a new batch.`;
      return stopped({ reason, message }, report, batchId, message);
    })
    .exhaustive();
};
