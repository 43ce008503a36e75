import type { Instant } from '#domain/instant.ts';
import type { LeadColumns } from '#domain/lead-columns.ts';
import type { LeadField } from '#domain/lead-headers.ts';
import type { Cents } from '#domain/money.ts';
import type { SortedRow } from './sort-rows.ts';

export type RowRemark = { readonly line: number; readonly reasons: readonly string[] };

/** What an import has done, or would do if it only looks. */
export type ImportReport = {
  /** Rows that are not blank: created + already + duplicates + invalid. */
  readonly rows: number;
  readonly created: number;
  /** Rows that another run of this very file has added. */
  readonly already: number;
  readonly duplicates: number;
  readonly invalid: number;
  readonly blank: number;
  /** When the new leads are on the marketplace. */
  readonly listedAt: Instant;
  /** Of the new leads, if there are any: a price that was misread stands out here. */
  readonly prices: { readonly lowest: Cents; readonly highest: Cents } | undefined;
  /** The first remarks of each kind; all of them go to the rejects. */
  readonly problems: readonly (RowRemark & { readonly is: 'duplicate' | 'invalid' })[];
  /** Imported rows that should be looked at: their description holds a name of the lead. */
  readonly warnings: readonly RowRemark[];
  readonly warned: number;
  readonly columns: {
    readonly used: Readonly<Partial<Record<LeadField, readonly string[]>>>;
    readonly consent: readonly string[];
    readonly ignored: readonly string[];
  };
};

/** The progress of an import: one pass through the whole file, and then, to add it, a second one. */
export type ImportProgress = {
  readonly step: 'checking' | 'adding';
  readonly rows: number;
  /** Of this pass, 0 to 1. */
  readonly share: number;
};

export type ImportOutcome =
  /** Nothing was to be changed. `batchId`: of an earlier run of the file, if there was one. */
  | { readonly is: 'checked'; readonly report: ImportReport; readonly batchId: string | undefined }
  | { readonly is: 'imported'; readonly report: ImportReport; readonly batchId: string }
  /** There was nothing new in the file. `batchId`: of an earlier run, if there was one. */
  | { readonly is: 'nothing-to-add'; readonly report: ImportReport; readonly batchId: string | undefined }
  /** Nothing was added: the file cannot be read, or its columns are not known. */
  | { readonly is: 'refused'; readonly message: string }
  /** Nothing was added: the rejected rows would have been lost. */
  | { readonly is: 'rejects-not-written'; readonly message: string; readonly report: ImportReport }
  /**
   * The file broke off while its leads were being added, or the store did, or there was a fault. Importing the same file again
   * completes the batch; undoing takes it back.
   */
  | { readonly is: 'broken-off'; readonly error: Error; readonly report: ImportReport; readonly batchId: string }
  /** The undoing of the batch has begun while its leads were being added: they are taken back, and the rest was not added. */
  | { readonly is: 'undone-meanwhile'; readonly report: ImportReport; readonly batchId: string };

/** How many remarks a report holds, so that it stays small whatever the file is. */
const MOST_TOLD = 1_000;

const columnsTold = ({ names, at, consent, keptAs, ignored }: LeadColumns): ImportReport['columns'] => {
  const namesOf = (indices: readonly number[]): readonly string[] => indices.map((index) => names[index] ?? '');
  const used = Object.entries(at).filter(([, indices]) => indices.length > 0);
  return {
    used: Object.fromEntries(used.map(([field, indices]) => [field, namesOf(indices)])),
    consent: consent.map((index) => keptAs.get(index) ?? ''),
    ignored,
  };
};

/** Counts sorted rows as they come. */
export const importCounter = (columns: LeadColumns, listedAt: Instant) => {
  const counts = { new: 0, already: 0, duplicate: 0, invalid: 0, blank: 0, warned: 0 };
  const problems: (RowRemark & { readonly is: 'duplicate' | 'invalid' })[] = [];
  const warnings: RowRemark[] = [];
  let prices: ImportReport['prices'];
  const withPrice = (price: Cents): ImportReport['prices'] => ({
    lowest: Math.min(price, prices?.lowest ?? price),
    highest: Math.max(price, prices?.highest ?? price),
  });
  return {
    count: (sorted: readonly SortedRow[]): void => {
      for (const one of sorted) {
        const { line } = one.row;
        counts[one.is] += 1;
        if (one.is === 'new') prices = withPrice(one.draft.price);
        if ('reasons' in one && problems.length < MOST_TOLD) problems.push({ line, is: one.is, reasons: one.reasons });
        if (one.warnings.length === 0) continue;
        counts.warned += 1;
        if (warnings.length < MOST_TOLD) warnings.push({ line, reasons: one.warnings });
      }
    },
    report: (): ImportReport => ({
      rows: counts.new + counts.already + counts.duplicate + counts.invalid,
      created: counts.new,
      already: counts.already,
      duplicates: counts.duplicate,
      invalid: counts.invalid,
      blank: counts.blank,
      listedAt,
      prices,
      problems,
      warnings,
      warned: counts.warned,
      columns: columnsTold(columns),
    }),
  };
};
