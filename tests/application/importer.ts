import { memoryClock } from '#adapters/memory/clock.ts';
import { memoryLog } from '#adapters/memory/log.ts';
import { memorySecrets } from '#adapters/memory/secrets.ts';
import { memoryStore } from '#adapters/memory/store.ts';
import { PROFILE } from '#adapters/simulated-checkout/profile.ts';
import { erasePerson } from '#application/erase-person.ts';
import { importLeads } from '#application/import-leads.ts';
import type { ImportLeadsRequest } from '#application/import-leads.ts';
import type { ImportOutcome, ImportReport } from '#application/import-report.ts';
import type { Atomically } from '#application/ports/atomically.ts';
import type { FileRow, LeadFile } from '#application/ports/lead-file.ts';
import { refreshWeek } from '#application/refresh-week.ts';
import { undoImport } from '#application/undo-import.ts';
import { DAY } from '#domain/instant.ts';
import { withdraw } from '#domain/lead.ts';
import type { Lead } from '#domain/lead.ts';
import type { Cents } from '#domain/money.ts';

/** A Wednesday, two days after the weekly instant. */
export const NOW = Date.parse('2026-11-25T12:00:00Z');
export const THIS_MONDAY = Date.parse('2026-11-23T15:00:00Z');
export const NEXT_MONDAY = Date.parse('2026-11-30T15:00:00Z');

export const HEADER = ['Name', 'Email', 'Phone', 'City', 'State', 'Price', 'Notes'] as const;

/** A good row; the number makes it another person. */
export const aRow = (
  person: number,
  changes: Partial<Record<(typeof HEADER)[number], string>> = {},
): readonly string[] => {
  const cells = {
    Name: 'Ann Lee',
    Email: `ann${person}@example.com`,
    Phone: `512 555 ${String(person).padStart(4, '0')}`,
    City: 'Austin',
    State: 'TX',
    Price: '$25.00',
    Notes: 'Three bedrooms.',
    ...changes,
  };
  return HEADER.map((name) => cells[name]);
};

/** A file in memory; its rows start on line 2. */
export const fileOf = (
  rows: Iterable<readonly string[]>,
  fileHash = 'f'.repeat(64),
  columns: readonly string[] = HEADER,
): LeadFile => ({
  columns,
  fileHash,
  async *rows() {
    let line = 1;
    for (const cells of rows) yield { line: (line += 1), cells, share: 0.5 };
  },
});

/** The use-cases of importing on a store of their own, in memory by default; `around` puts something between them and the store. */
export const openImporter = ({
  store = memoryStore(),
  around = (same) => same,
  smallestCharge = PROFILE.smallestCharge,
}: {
  readonly store?: Pick<ReturnType<typeof memoryStore>, 'atomically' | 'ledger' | 'marketplace'>;
  readonly around?: (inner: Atomically) => Atomically;
  /** What the payment provider can charge at least. */
  readonly smallestCharge?: Cents;
} = {}) => {
  const clock = memoryClock(NOW);
  const secrets = memorySecrets();
  const { atomically: inner, ledger, marketplace } = store;
  const atomically = around(inner);
  const needs = { atomically, clock, secrets, payments: { profile: { ...PROFILE, smallestCharge } } };
  const rejected: { readonly row: FileRow; readonly reasons: readonly string[] }[] = [];
  const run = (file: LeadFile, changes: Partial<ImportLeadsRequest> = {}): Promise<ImportOutcome> =>
    importLeads(needs)({
      file,
      commit: true,
      listNow: false,
      mapping: {},
      who: 'olga',
      onProgress: () => {},
      rejects: { add: async (row, reasons) => void rejected.push({ row, reasons }), problem: async () => undefined },
      ...changes,
    });
  const leadsOf = (batchId: string): Promise<readonly Lead[]> =>
    inner(async ({ batches, leads }) => {
      const found = await Promise.all((await batches.leadIdsOf(batchId)).map(leads.find));
      return found.filter((lead) => lead !== undefined);
    });
  return {
    clock,
    ledger,
    marketplace,
    run,
    rejected,
    atomically: inner,
    erase: (text: string) => erasePerson(needs)({ text, who: 'olga' }),
    refresh: refreshWeek({ ...needs, stopwatch: clock, log: memoryLog(), shelfCycles: 1, eraseAfter: 30 * DAY }),
    undo: (batchId: string) => undoImport(needs)({ batchId, who: 'olga' }),
    leadsOf,
    /** Imports a file of leads that are gone at once: by days alone their people are known. */
    runAndWithdraw: async (file: LeadFile): Promise<ImportOutcome> => {
      const outcome = await run(file);
      const added = await leadsOf(imported(outcome).batchId);
      await inner(async ({ leads }) => {
        for (const { id } of added) {
          const lead = await leads.find(id);
          const withdrawn = lead && withdraw(lead, clock());
          if (withdrawn !== undefined) await leads.save(withdrawn);
        }
      });
      return outcome;
    },
    batch: (batchId: string) => inner(({ batches }) => batches.find(batchId)),
  };
};

/** What an import of rows tells that must have gone well. */
export const imported = (outcome: ImportOutcome): { readonly report: ImportReport; readonly batchId: string } => {
  if (outcome.is !== 'imported') throw new Error(`not imported: ${JSON.stringify(outcome)}`);
  return outcome;
};

/** The counts alone. */
export const countsOf = (outcome: ImportOutcome): readonly number[] => {
  if (!('report' in outcome)) throw new Error(`no report: ${JSON.stringify(outcome)}`);
  const { rows, created, already, duplicates, invalid } = outcome.report;
  return [rows, created, already, duplicates, invalid];
};
