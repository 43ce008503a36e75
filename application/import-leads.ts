import type { AuditEntry } from '#domain/audit.ts';
import { findColumns } from '#domain/lead-columns.ts';
import { nextWeekStart, weekStart } from '#domain/week.ts';
import { BatchUndone, findFileBatch } from './file-batch.ts';
import { fileWalks } from './file-walks.ts';
import { importCounter } from './import-report.ts';
import type { ImportOutcome, ImportProgress, ImportReport } from './import-report.ts';
import type { Atomically, Repositories } from './ports/atomically.ts';
import type { Clock } from './ports/clock.ts';
import { UnreadableFile } from './ports/lead-file.ts';
import type { LeadFile, Rejects } from './ports/lead-file.ts';
import type { PaymentProvider } from './ports/payment-provider.ts';
import type { Secrets } from './ports/secrets.ts';
import { readRow } from './sort-rows.ts';
import type { SortedRow } from './sort-rows.ts';

type Needs = {
  readonly atomically: Atomically;
  readonly clock: Clock;
  readonly secrets: Pick<Secrets, 'id' | 'hash'>;
  readonly payments: Pick<PaymentProvider, 'profile'>;
};

export type ImportLeadsRequest = {
  readonly file: LeadFile;
  /** Without it nothing is changed, and the report says what would be. */
  readonly commit: boolean;
  /** For sale at once, first on the list, for the rest of this week; else from the next Monday 15:00 UTC. */
  readonly listNow: boolean;
  /** Header → field, where the headers alone do not say it. */
  readonly mapping: Readonly<Record<string, string>>;
  /** The operator. */
  readonly who: string;
  readonly rejects: Rejects;
  readonly onProgress: (progress: ImportProgress) => void;
};

const failureOf = async (work: Promise<void>): Promise<Error | undefined> => {
  try {
    await work;
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
};

/** The outcome where nothing was added: a file that cannot be read is refused, any other fault is thrown. */
const refusedBy = (failure: Error): ImportOutcome => {
  if (failure instanceof UnreadableFile) return { is: 'refused', message: failure.message };
  throw failure;
};

const noteOf = ({ created, already, duplicates, invalid }: ImportReport): string =>
  `created ${created}, there before ${already}, duplicate ${duplicates}, invalid ${invalid}`;

/**
 * Imports a file of leads. It is looked through as a whole first, and only a file that could be read to its end, and whose
 * rejected rows are kept, is added: some hundred rows in a transaction, one import at a time. A run that is cut off is
 * completed by the next one of the same file, which knows by file and line what has been added; one that is undone while it runs
 * adds nothing more. The audit tells of the batch from its first lead on, and of a file of which nothing was to be added.
 */
export const importLeads =
  ({ atomically, clock, secrets, payments }: Needs) =>
  async ({ file, commit, listNow, mapping, who, rejects, onProgress }: ImportLeadsRequest): Promise<ImportOutcome> => {
    const found = findColumns(file.columns, mapping);
    if (found.is === 'refused') return found;
    const now = clock();
    const listedAt = listNow ? now : nextWeekStart(now);
    const batch = await findFileBatch({ atomically, secrets }, file.fileHash, now);
    // A lead that costs less than the smallest charge could not be bought.
    const smallestPrice = payments.profile.smallestCharge;
    const walk = fileWalks({
      atomically,
      file,
      read: readRow(found.columns, { hash: secrets.hash, smallestPrice }),
      batch,
      rejects,
      onProgress,
    });
    const [checked, added] = [importCounter(found.columns, listedAt), importCounter(found.columns, listedAt)];

    const entry = (note: string): AuditEntry => ({
      id: secrets.id(),
      at: clock(),
      who,
      action: 'import',
      subject: batch.id,
      note,
    });
    const noteInAudit = (note: string): Promise<void> => atomically(({ audit }) => audit.add(entry(note)));
    const add = async (repositories: Repositories, sorted: readonly SortedRow[]): Promise<void> => {
      const isFirst = added.report().created === 0 && sorted.some(({ is }) => is === 'new');
      if (isFirst) await repositories.audit.add(entry('begun'));
      // Leads added after the week has turned are listed as of its start: otherwise they would be late for their week, and never for
      // sale.
      await batch.add(repositories, sorted, Math.max(listedAt, weekStart(clock())));
    };
    const nothingToAdd = async (report: ImportReport): Promise<ImportOutcome> => {
      await noteInAudit(noteOf(report));
      return { is: 'nothing-to-add', report, batchId: batch.exists() ? batch.id : undefined };
    };

    const unchecked = await failureOf(walk({ count: checked.count }));
    if (unchecked !== undefined) return refusedBy(unchecked);
    const report = checked.report();
    const unwritten = await rejects.problem();
    if (unwritten !== undefined) return { is: 'rejects-not-written', message: unwritten, report };
    if (!commit) return { is: 'checked', report, batchId: batch.exists() ? batch.id : undefined };
    if (report.created === 0) return nothingToAdd(report);

    const addAll = async (): Promise<void> => {
      await walk({
        add,
        count: (sorted) => {
          batch.added(sorted);
          added.count(sorted);
        },
      });
      if (added.report().created > 0) await noteInAudit(noteOf(added.report()));
    };
    const failure = await failureOf(addAll());
    const result = added.report();
    // If the store is away, the end cannot be recorded; that the import was begun is in the audit already.
    const noteEnd = (how: string) => failureOf(noteInAudit(`${noteOf(result)}, ${how}`));
    if (failure instanceof BatchUndone) {
      await noteEnd('undone meanwhile');
      return { is: 'undone-meanwhile', report: result, batchId: batch.id };
    }
    if (failure !== undefined && result.created === 0 && !batch.exists()) return refusedBy(failure);
    if (failure !== undefined) {
      await noteEnd('broken off');
      return { is: 'broken-off', error: failure, report: result, batchId: batch.id };
    }
    // Another import may have added all of it meanwhile.
    return result.created === 0 ? nothingToAdd(result) : { is: 'imported', report: result, batchId: batch.id };
  };
