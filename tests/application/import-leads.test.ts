import { describe, expect, it } from 'vitest';

import { memoryStore } from '#adapters/memory/store.ts';
import type { ImportProgress } from '#application/import-report.ts';
import { StoreUnavailable } from '#application/ports/atomically.ts';
import type { Atomically, Repositories } from '#application/ports/atomically.ts';
import { UnreadableFile } from '#application/ports/lead-file.ts';
import type { LeadFile, Rejects } from '#application/ports/lead-file.ts';
import { DAY, WEEK } from '#domain/instant.ts';
import { VAULT_WINDOW } from '#domain/lead.ts';
import { KNOWN_DAYS } from '#domain/person.ts';
import { HEADER, NEXT_MONDAY, NOW, aRow, countsOf, fileOf, imported, openImporter } from './importer.ts';

/** When what was imported now has had its week. */
const IN_VAULT = NEXT_MONDAY + WEEK;

const many = (count: number, first = 0): readonly (readonly string[])[] =>
  Array.from({ length: count }, (_, index) => aRow(first + index));

const MIXED = [
  aRow(1),
  aRow(2, { State: 'Texass' }),
  aRow(3, { Email: 'ANN1@example.com', Phone: '' }),
  [''],
  aRow(4, { Notes: 'Ann would like a yard.' }),
];

/** Puts something between the import and some of its repositories. */
const changing =
  (change: (all: Repositories) => Partial<Repositories>) =>
  (inner: Atomically): Atomically =>
  (work) =>
    inner((all) => work({ ...all, ...change(all) }));

/** Counts the calls of one method of a repository. */
const counting = <Name extends keyof Repositories>(name: Name, method: keyof Repositories[Name]) => {
  let calls = 0;
  const around = changing((all) => {
    const usual = all[name][method] as (...given: readonly unknown[]) => unknown;
    const counted = (...given: readonly unknown[]): unknown => {
      calls += 1;
      return usual(...given);
    };
    return { [name]: { ...all[name], [method]: counted } };
  });
  return { around, calls: () => calls };
};

describe('an import', () => {
  it('adds every good row as a lead of one batch, with how it came', async () => {
    const { run, leadsOf, batch } = openImporter();
    const { report, batchId } = imported(await run(fileOf([aRow(1), aRow(2)])));
    expect(report).toMatchObject({ rows: 2, created: 2, already: 0, duplicates: 0, invalid: 0, blank: 0 });
    expect(await leadsOf(batchId)).toEqual([
      expect.objectContaining({
        place: { city: 'Austin', state: 'TX' },
        contact: {
          firstName: 'Ann',
          lastName: 'Lee',
          email: 'ann1@example.com',
          phone: '512 555 0001',
          address1: undefined,
        },
        description: 'Three bedrooms.',
        price: 2_500,
      }),
      expect.objectContaining({ price: 2_500 }),
    ]);
    expect(await batch(batchId)).toEqual({
      id: batchId,
      importedAt: NOW,
      fileHash: 'f'.repeat(64),
      created: 2,
      end: { is: 'none' },
    });
  });

  it('takes no lead that costs less than the payment provider can charge: nobody could ever buy it', async () => {
    const { run, rejected, leadsOf } = openImporter({ smallestCharge: 100 });
    const rows = ['0.50', '0.99', '1.00'].map((Price, person) => aRow(person, { Price }));
    const outcome = await run(fileOf(rows));
    expect(countsOf(outcome)).toEqual([3, 1, 0, 0, 2]);
    expect(rejected.map(({ reasons }) => reasons)).toEqual([
      ['price "0.50" is less than $1.00'],
      ['price "0.99" is less than $1.00'],
    ]);
    expect(await leadsOf(imported(outcome).batchId)).toMatchObject([{ price: 100 }]);
  });

  it('lists the leads at the next weekly instant, or now for what is left of the week', async () => {
    const { run, leadsOf } = openImporter();
    const scheduled = imported(await run(fileOf([aRow(1)])));
    expect(scheduled.report.listedAt).toBe(NEXT_MONDAY);
    const now = imported(await run(fileOf([aRow(2)], 'e'.repeat(64)), { listNow: true }));
    const standings = [...(await leadsOf(scheduled.batchId)), ...(await leadsOf(now.batchId))].map(
      (lead) => lead.standing,
    );
    expect(standings).toEqual([
      { state: 'listed', listedAt: NEXT_MONDAY },
      { state: 'listed', listedAt: NOW },
    ]);
  });

  it('that only looks changes nothing, and says exactly what the import does', async () => {
    const { run, rejected, ledger } = openImporter();
    const looked = await run(fileOf(MIXED), { commit: false });
    expect(looked.is).toBe('checked');
    const told = [...rejected];
    const done = await run(fileOf(MIXED));
    expect(imported(done).report).toEqual('report' in looked ? looked.report : undefined);
    expect(rejected.slice(told.length)).toEqual(told);
    expect((await ledger.audit(10)).map(({ note }) => note)).toEqual([expect.stringMatching('^created'), 'begun']);
  });

  it('that only looks waits for no other one, and holds none up', async () => {
    const { around, calls } = counting('persons', 'lock');
    const { run } = openImporter({ around });
    await run(fileOf(MIXED), { commit: false });
    expect(calls()).toBe(0);
    await run(fileOf(MIXED));
    expect(calls()).toBeGreaterThan(0);
  });

  it('drops nothing in silence: every row is created, there before, duplicate, invalid or blank', async () => {
    const { run, rejected } = openImporter();
    const { report } = imported(await run(fileOf(MIXED)));
    expect(report).toMatchObject({ rows: 4, created: 2, duplicates: 1, invalid: 1, blank: 1, warned: 1 });
    expect(report.problems).toEqual([
      { line: 3, is: 'invalid', reasons: ['state "Texass" is not a state'] },
      { line: 4, is: 'duplicate', reasons: ['the same person as on line 2'] },
    ]);
    expect(report.warnings).toEqual([
      { line: 6, reasons: ['the description is public and holds "Ann", a name of the lead'] },
    ]);
    expect(rejected.map(({ row, reasons }) => [row.line, row.cells, reasons])).toEqual([
      [3, MIXED[1], ['state "Texass" is not a state']],
      [4, MIXED[2], ['the same person as on line 2']],
    ]);
  });

  it('says which columns it took for what, and which it left out', async () => {
    const { run } = openImporter();
    const columns = [...HEADER.slice(0, -1), 'Stage'];
    const { report } = imported(await run(fileOf([aRow(1)], undefined, columns)));
    expect(report.columns.used).toMatchObject({ price: ['Price'], state: ['State'], name: ['Name'] });
    expect(report.columns.ignored).toEqual(['Stage']);
  });

  it('calls the columns of consent what they are kept as', async () => {
    const { run, leadsOf, atomically } = openImporter();
    const columns = [...HEADER, 'Consent', ' Consent '];
    const { report, batchId } = imported(await run(fileOf([[...aRow(1), 'yes', 'by phone']], undefined, columns)));
    const [lead] = await leadsOf(batchId);
    const kept = await atomically(({ batches }) => batches.provenanceOf(lead?.id ?? ''));
    expect(report.columns.consent).toEqual(['Consent', 'Consent (2)']);
    expect(kept?.consent).toEqual({ Consent: 'yes', 'Consent (2)': 'by phone' });
  });

  it('tells the lowest and the highest price of its new leads, of no other rows', async () => {
    const { run } = openImporter();
    const pricesOf = async (rows: readonly (readonly string[])[]) => {
      const outcome = await run(fileOf(rows), { commit: false });
      return 'report' in outcome ? outcome.report.prices : 'no report';
    };
    const prices = ['19.50', '$85,000.00', '25'].map((Price, person) => aRow(person, { Price }));
    const rejected = [aRow(0, { Price: '1' }), aRow(9, { Price: '90,000', State: '' })];
    expect(await pricesOf([...prices, ...rejected])).toEqual({ lowest: 1_950, highest: 8_500_000 });
    expect(await pricesOf([aRow(9, { State: '' })])).toBeUndefined();
  });

  it('has no lead at the price of a home whose own price is missing', async () => {
    const { run, rejected } = openImporter();
    const columns = [...HEADER, 'Lead Price'];
    await run(fileOf([[...aRow(1, { Price: '$85,000.00' }), '']], undefined, columns));
    expect(rejected.map(({ reasons }) => reasons)).toEqual([['no price']]);
  });

  it('of the same file adds nothing, and says so', async () => {
    const { run, clock, batch } = openImporter();
    const { batchId } = imported(await run(fileOf(MIXED)));
    clock.step(200 * DAY);
    const again = await run(fileOf(MIXED));
    expect(again).toMatchObject({ is: 'nothing-to-add', batchId });
    expect(countsOf(again)).toEqual([4, 0, 2, 1, 1]);
    expect(countsOf(await run(fileOf(MIXED), { commit: false }))).toEqual([4, 0, 2, 1, 1]);
    expect((await batch(batchId))?.created).toBe(2);
  });

  it('adds nobody who was a duplicate for the first run of the file, however old it has grown', async () => {
    const { run, runAndWithdraw, clock } = openImporter();
    await runAndWithdraw(fileOf([aRow(1)], '1'.repeat(64)));
    clock.step(60 * DAY);
    const friday = fileOf([aRow(1), aRow(2)], '2'.repeat(64));
    expect(countsOf(await run(friday))).toEqual([2, 1, 0, 1, 0]);
    clock.step(31 * DAY);
    expect(countsOf(await run(fileOf([aRow(1)], '3'.repeat(64)), { commit: false }))).toEqual([1, 1, 0, 0, 0]);
    expect(await run(friday)).toMatchObject({ is: 'nothing-to-add' });
    clock.step(400 * DAY);
    expect(countsOf(await run(friday))).toEqual([2, 0, 1, 1, 0]);
  });

  it('that was taken back begins anew, and so do its 90 days', async () => {
    const { run, runAndWithdraw, clock, undo } = openImporter();
    await runAndWithdraw(fileOf([aRow(1)], '1'.repeat(64)));
    clock.step(60 * DAY);
    const friday = fileOf([aRow(1), aRow(2)], '2'.repeat(64));
    await undo(imported(await run(friday)).batchId);
    clock.step(31 * DAY);
    expect(countsOf(await run(friday))).toEqual([2, 2, 0, 0, 0]);
  });

  it('keeps people out for 90 days, known by either e-mail or phone', async () => {
    const { run, runAndWithdraw, clock } = openImporter();
    await runAndWithdraw(fileOf([aRow(1), aRow(2), aRow(3)], '1'.repeat(64)));
    const rows = [aRow(1, { Phone: '' }), aRow(9, { Phone: '+1 (512) 555-0002' }), aRow(4)];
    clock.step(90 * DAY);
    const early = await run(fileOf(rows, '2'.repeat(64)), { commit: false });
    expect(countsOf(early)).toEqual([3, 1, 0, 2, 0]);
    expect('report' in early ? early.report.problems[0]?.reasons : []).toEqual([
      'this person was taken in at most 90 days before this file, or is still on the list or in the vault',
    ]);
    clock.step(1);
    expect(countsOf(await run(fileOf(rows, '2'.repeat(64)), { commit: false }))).toEqual([3, 3, 0, 0, 0]);
  });

  it('keeps out whoever is still in the vault, however long ago they were taken in, to the last instant', async () => {
    const { run, refresh, clock } = openImporter();
    await run(fileOf([aRow(1)], '1'.repeat(64)));
    const again = fileOf([aRow(1)], '2'.repeat(64));
    clock.set(IN_VAULT + DAY);
    await refresh();
    clock.step(12 * WEEK);
    expect(clock()).toBeGreaterThan(NOW + KNOWN_DAYS * DAY);
    expect(countsOf(await run(again))).toEqual([1, 0, 0, 1, 0]);
    clock.set(IN_VAULT + VAULT_WINDOW - 1);
    expect(countsOf(await run(again))).toEqual([1, 0, 0, 1, 0]);
    clock.step(1);
    expect(countsOf(await run(again))).toEqual([1, 1, 0, 0, 0]);
  });

  it('keeps out whoever is still on the list, too, because somebody is paying or the week has not been refreshed', async () => {
    const { run, clock } = openImporter();
    await run(fileOf([aRow(1)], '1'.repeat(64)));
    clock.step(400 * DAY);
    expect(countsOf(await run(fileOf([aRow(1)], '2'.repeat(64))))).toEqual([1, 0, 0, 1, 0]);
  });

  it('adds nobody who was in the vault at the first run of the file, also when they have left it', async () => {
    const { run, refresh, clock } = openImporter();
    await run(fileOf([aRow(1)], '1'.repeat(64)));
    clock.set(IN_VAULT + 12 * WEEK);
    await refresh();
    const friday = fileOf([aRow(1), aRow(2)], '2'.repeat(64));
    expect(countsOf(await run(friday))).toEqual([2, 1, 0, 1, 0]);
    clock.step(30 * DAY);
    await refresh();
    expect(await run(friday)).toMatchObject({ is: 'nothing-to-add' });
    expect(countsOf(await run(fileOf([aRow(1)], '3'.repeat(64))))).toEqual([1, 1, 0, 0, 0]);
  });

  it('keeps people out also when their lead is sold, withdrawn or erased meanwhile', async () => {
    const { run, leadsOf, atomically } = openImporter();
    const { batchId } = imported(await run(fileOf([aRow(1)], '1'.repeat(64))));
    const [lead] = await leadsOf(batchId);
    if (lead === undefined) throw new Error('no lead');
    const contact = { firstName: '', lastName: '', email: undefined, phone: undefined, address1: undefined };
    const standing = { state: 'withdrawn', listedAt: NOW, withdrawnAt: NOW } as const;
    await atomically(async ({ leads }) => {
      await leads.find(lead.id);
      await leads.save({ ...lead, contact, standing });
    });
    expect(countsOf(await run(fileOf([aRow(1)], '2'.repeat(64))))).toEqual([1, 0, 0, 1, 0]);
    expect(countsOf(await run(fileOf([aRow(1)], '1'.repeat(64))))).toEqual([1, 0, 1, 0, 0]);
  });

  it('takes nobody in twice when two files come at the same time', async () => {
    const { run, ledger } = openImporter();
    const outcomes = await Promise.all(['1', '2'].map((digit) => run(fileOf(many(700), digit.repeat(64)))));
    const counts = outcomes.map((outcome) => countsOf(outcome).slice(1, 4));
    expect(counts.reduce((sum, [created = 0]) => sum + created, 0)).toBe(700);
    expect(counts.reduce((sum, [, , duplicates = 0]) => sum + duplicates, 0)).toBe(700);
    expect((await ledger.stats(NOW)).leads.scheduled).toBe(700);
  });

  it('of the same file at the same time adds nothing either, and says so', async () => {
    const store = memoryStore();
    const [first, second] = [openImporter({ store }), openImporter({ store })];
    const outcomes = await Promise.all([first.run(fileOf(many(1_200))), second.run(fileOf(many(1_200)))]);
    const all = outcomes.map(countsOf);
    expect(all.map(([rows]) => rows)).toEqual([1_200, 1_200]);
    expect(all.reduce((sum, [, created = 0]) => sum + created, 0)).toBe(1_200);
    expect(all.reduce((sum, [, , already = 0]) => sum + already, 0)).toBe(1_200);
    expect(first.rejected.length + second.rejected.length).toBe(0);
    const [batchId, ...others] = new Set(outcomes.map((outcome) => 'batchId' in outcome && outcome.batchId));
    expect([typeof batchId, others]).toEqual(['string', []]);
    expect(await first.batch(String(batchId))).toMatchObject({ created: 1_200 });
  });

  it.each([
    ['is checked', 1],
    ['is added', 2],
  ])('of a file that another import adds while it %s finds it imported before', async (_, pass) => {
    const store = memoryStore();
    const [first, second] = [openImporter({ store }), openImporter({ store })];
    const rows = many(700);
    let passes = 0;
    const file: LeadFile = {
      ...fileOf(rows),
      async *rows() {
        passes += 1;
        let read = 0;
        for await (const row of fileOf(rows).rows()) {
          read += 1;
          if (passes === pass && read === 400) await second.run(fileOf(rows));
          yield row;
        }
      },
    };
    const outcome = await first.run(file);
    expect([countsOf(outcome), first.rejected.length]).toEqual([[700, 0, 700, 0, 0], 0]);
    const [begun] = await first.ledger.audit(1);
    expect(outcome).toMatchObject({ is: 'nothing-to-add', batchId: begun?.subject });
  });

  it('of a file that another import adds between two looks of one transaction finds it imported before, too', async () => {
    const [store, rows] = [memoryStore(), many(3)];
    const second = openImporter({ store });
    let [transactions, looks] = [0, 0];
    /** Each look sees what has been committed until then, as in PostgreSQL; behind the first one the other import comes. */
    const look = async <Seen>(work: (all: Repositories) => Promise<Seen>): Promise<Seen> => {
      const seen = await store.atomically(work);
      if ((looks += 1) === 1) await second.run(fileOf(rows));
      return seen;
    };
    const looking = {
      persons: {
        seenSince: (keys, since) => look(async ({ persons }) => persons.seenSince(keys, since)),
        shownAfter: (keys, now) => look(async ({ persons }) => persons.shownAfter(keys, now)),
      },
      batches: {
        find: (id) => look(async ({ batches }) => batches.find(id)),
        leadIdsOf: (id) => look(async ({ batches }) => batches.leadIdsOf(id)),
      },
    } as Repositories;
    const around =
      (inner: Atomically): Atomically =>
      async (work) =>
        (transactions += 1) === 2 ? work(looking) : inner(work);
    const first = openImporter({ store, around });
    expect([countsOf(await first.run(fileOf(rows))), first.rejected]).toEqual([[3, 0, 3, 0, 0], []]);
  });

  it.each([true, false])('knows a person again however far down the file they stand: commit %s', async (commit) => {
    const { run } = openImporter();
    const outcome = await run(fileOf([aRow(1), ...many(1_100, 2), aRow(1)]), { commit });
    expect(countsOf(outcome)).toEqual([1_102, 1_101, 0, 1, 0]);
    expect(outcome).toMatchObject({
      report: { problems: [{ line: 1_103, is: 'duplicate', reasons: ['the same person as on line 2'] }] },
    });
  });

  it('knows a person by the second address or number of a row, too', async () => {
    const { run } = openImporter();
    const columns = [...HEADER, 'Email 2', 'Home Phone'];
    const rows = [
      [...aRow(1), 'ann@work.example', '713 555 0199'],
      [...aRow(2, { Email: 'ann@work.example' }), '', ''],
      [...aRow(3), '', '+1 (713) 555-0199'],
    ];
    expect(countsOf(await run(fileOf(rows, 'a'.repeat(64), columns)))).toEqual([3, 1, 0, 2, 0]);
    const later = fileOf([aRow(4, { Phone: '713-555-0199' })], 'b'.repeat(64));
    expect(countsOf(await run(later))).toEqual([1, 0, 0, 1, 0]);
  });

  it('takes two people in two states for two, although they have one local number, and erases it wherever it is', async () => {
    const rows = [
      aRow(1, { Email: '', Phone: '555-0142' }),
      aRow(2, { Email: '', Phone: '555 0142', City: 'Reno', State: 'NV' }),
      aRow(3, { Email: '', Phone: '5550142', City: 'Waco' }),
    ];
    const { run, rejected, erase } = openImporter();
    expect(await run(fileOf(rows))).toMatchObject({ report: { created: 2, duplicates: 1 } });
    expect(rejected.map(({ row, reasons }) => [row.line, reasons])).toEqual([[4, ['the same person as on line 2']]]);
    expect(await erase('555-0142')).toMatchObject({ is: 'erased', erased: 2, withdrawn: 2 });
    expect(await run(fileOf(rows.slice(0, 1), 'e'.repeat(64)))).toMatchObject({
      report: { created: 0, duplicates: 1 },
    });
  });

  it('calls a duplicate in a file that is given again what it was the first time', async () => {
    const { run } = openImporter();
    const file = fileOf([aRow(1), aRow(1)]);
    const problems = [{ line: 3, is: 'duplicate', reasons: ['the same person as on line 2'] }];
    expect(imported(await run(file)).report).toMatchObject({ created: 1, problems });
    expect(await run(file)).toMatchObject({ is: 'nothing-to-add', report: { already: 1, duplicates: 1, problems } });
  });

  it('takes the mended rows of a person whose first row was invalid', async () => {
    const { run } = openImporter();
    const rows = [aRow(1, { Price: '' }), aRow(1)];
    expect(countsOf(await run(fileOf(rows)))).toEqual([2, 1, 0, 0, 1]);
  });

  it('reads the columns as the mapping says', async () => {
    const { run } = openImporter();
    const columns = [...HEADER.slice(0, 5), 'Worth', 'Notes'];
    expect(await run(fileOf([aRow(1)], undefined, columns))).toMatchObject({ is: 'refused' });
    expect(countsOf(await run(fileOf([aRow(1)], undefined, columns), { mapping: { Worth: 'price' } }))).toEqual([
      1, 1, 0, 0, 0,
    ]);
  });

  it('keeps consent beside the lead, and only there', async () => {
    const kept: unknown[] = [];
    const { run } = openImporter({
      around: (inner) => (work) =>
        inner((repositories) => {
          const { batches } = repositories;
          const addProvenance: typeof batches.addProvenance = async (provenance) => {
            kept.push(...provenance.map(({ line, consent }) => ({ line, consent })));
            await batches.addProvenance(provenance);
          };
          return work({ ...repositories, batches: { ...batches, addProvenance } });
        }),
    });
    await run(
      fileOf(
        [
          [...aRow(1), 'yes'],
          [...aRow(2), ''],
        ],
        undefined,
        [...HEADER, 'TCPA Consent'],
      ),
    );
    expect(kept).toEqual([
      { line: 2, consent: { 'TCPA Consent': 'yes' } },
      { line: 3, consent: undefined },
    ]);
  });

  it('is in the audit with its batch and counts, and with nobody', async () => {
    const { run, ledger } = openImporter();
    const { batchId } = imported(await run(fileOf(MIXED)));
    await run(fileOf(MIXED));
    const entry = { who: 'olga', action: 'import', subject: batchId, at: NOW };
    expect(await ledger.audit(10)).toMatchObject([
      { ...entry, note: 'created 0, there before 2, duplicate 1, invalid 1' },
      { ...entry, note: 'created 2, there before 0, duplicate 1, invalid 1' },
      { ...entry, note: 'begun' },
    ]);
  });

  it('is begun once in the audit, however far down the file the first new lead stands', async () => {
    const { run, ledger } = openImporter();
    await run(fileOf(many(600), '1'.repeat(64)));
    await run(fileOf(many(601), '2'.repeat(64)));
    expect((await ledger.audit(10)).map(({ note }) => note)).toEqual([
      'created 1, there before 0, duplicate 600, invalid 0',
      'begun',
      'created 600, there before 0, duplicate 0, invalid 0',
      'begun',
    ]);
  });

  it('counts all its warnings, and tells the first 1,000', async () => {
    const rows = many(1_001).map((cells) => cells.with(6, 'Ann would like a yard.'));
    const { report } = imported(await openImporter().run(fileOf(rows)));
    expect([report.warned, report.warnings.length]).toEqual([1_001, 1_000]);
  });

  it('of nothing but bad rows adds no batch, and is in the audit', async () => {
    const { run, ledger } = openImporter();
    const outcome = await run(fileOf(many(1_200).map((cells) => cells.with(4, 'XX'))));
    expect(outcome).toMatchObject({ is: 'nothing-to-add', batchId: undefined });
    expect(countsOf(outcome)).toEqual([1_200, 0, 0, 0, 1_200]);
    expect('report' in outcome ? outcome.report.problems : []).toHaveLength(1_000);
    const note = 'created 0, there before 0, duplicate 0, invalid 1200';
    expect(await ledger.audit(10)).toMatchObject([{ who: 'olga', action: 'import', note }]);
  });

  it('sells nobody twice whose rows are held together by a duplicate', async () => {
    const rows = [
      aRow(1, { Email: 'ann@example.com', Phone: '' }),
      aRow(2, { Email: 'ann@example.com', Phone: '512 555 7777' }),
      aRow(3, { Email: '', Phone: '512 555 7777' }),
      aRow(4, { Email: 'ann@example.com', Phone: '512 555 8888' }),
      aRow(5, { Email: '', Phone: '512 555 8888' }),
    ];
    const { run, rejected } = openImporter();
    expect(await run(fileOf(rows))).toMatchObject({ report: { created: 1, duplicates: 4 } });
    expect(rejected.map(({ reasons }) => reasons)).toEqual(Array(4).fill(['the same person as on line 2']));
    const later = [
      aRow(6, { Email: 'ann@example.com', Phone: '512 555 9999' }),
      aRow(7, { Email: '', Phone: '512 555 9999' }),
    ];
    expect(await run(fileOf(later, 'e'.repeat(64)))).toMatchObject({ report: { created: 0, duplicates: 2 } });
  });

  it('tells how far it is, twice through the file', async () => {
    const seen: ImportProgress[] = [];
    const file: LeadFile = {
      ...fileOf([]),
      async *rows() {
        for await (const row of fileOf(many(1_100)).rows()) yield { ...row, share: (row.line - 1) / 1_100 };
      },
    };
    await openImporter().run(file, { onProgress: (progress) => seen.push(progress) });
    const steps = [500, 1_000, 1_100].map((rows) => ({ rows, share: rows / 1_100 }));
    expect(seen).toEqual([
      ...steps.map((at) => ({ step: 'checking', ...at })),
      ...steps.map((at) => ({ step: 'adding', ...at })),
    ]);
  });
});

it('an import looks at fewer rows in a transaction where they are large, also by columns that are not read', async () => {
  const stepsOf = async (
    rows: readonly (readonly string[])[],
    columns: readonly string[],
  ): Promise<readonly number[]> => {
    const steps: number[] = [];
    const onProgress = ({ rows: done }: ImportProgress) => void steps.push(done);
    await openImporter().run(fileOf(rows, 'f'.repeat(64), columns), { commit: false, onProgress });
    return steps;
  };
  const body = 'x'.repeat(1_000_000);
  expect(
    await stepsOf(
      many(9).map((row) => [...row, body]),
      [...HEADER, 'E-mail body'],
    ),
  ).toEqual([4, 8, 9]);
  const empty = Array<string>(50_000).fill('');
  expect(
    await stepsOf(
      many(9).map((row) => [...row, ...empty]),
      HEADER,
    ),
  ).toEqual([4, 8, 9]);
});

describe('an import that cannot go on', () => {
  const breaking = (rows: readonly (readonly string[])[], after: number, onPass: number): LeadFile => {
    const whole = fileOf(rows);
    let pass = 0;
    return {
      ...whole,
      async *rows() {
        pass += 1;
        let read = 0;
        for await (const row of whole.rows()) {
          if (pass === onPass && (read += 1) > after) throw new UnreadableFile('The disk is gone.');
          yield row;
        }
      },
    };
  };

  it('adds nothing of a file that cannot be read to its end', async () => {
    const { run, ledger } = openImporter();
    expect(await run(breaking(many(1_200), 1_100, 1))).toEqual({ is: 'refused', message: 'The disk is gone.' });
    expect((await ledger.stats(NOW)).leads.scheduled).toBe(0);
  });

  it('adds nothing when the rejected rows cannot be kept, and still reports', async () => {
    const { run, ledger } = openImporter();
    const rejects = { add: async () => {}, problem: async () => 'The disk is full.' };
    const outcome = await run(fileOf(MIXED), { rejects });
    expect(outcome).toMatchObject({ is: 'rejects-not-written', message: 'The disk is full.' });
    expect(countsOf(outcome)).toEqual([4, 2, 0, 1, 1]);
    expect((await ledger.stats(NOW)).leads.scheduled).toBe(0);
  });

  it('asks whether the rejected rows are kept once all of them are written', async () => {
    let [written, writtenBefore] = [0, 0];
    const rejects: Rejects = {
      add: async () => {
        await new Promise(setImmediate);
        written += 1;
      },
      problem: async () => {
        writtenBefore = written;
        return undefined;
      },
    };
    await openImporter().run(fileOf(MIXED), { rejects });
    expect(writtenBefore).toBe(2);
  });

  it('is completed by the same file: what was added is known by its line', async () => {
    const { run, ledger, leadsOf, clock } = openImporter();
    const rows = [...many(700), aRow(3), aRow(9_000, { State: '' }), ...many(400, 700)];
    const cut = await run(breaking(rows, 650, 2));
    clock.step(DAY);
    expect(cut).toMatchObject({ is: 'broken-off', error: { message: 'The disk is gone.' }, report: { created: 500 } });
    const looked = await run(fileOf(rows), { commit: false });
    expect(looked).toMatchObject({ is: 'checked', batchId: 'batchId' in cut ? cut.batchId : '' });
    const done = await run(fileOf(rows));
    expect(countsOf(done)).toEqual([1_102, 600, 500, 1, 1]);
    expect(imported(done).batchId).toBe('batchId' in cut ? cut.batchId : '');
    expect(await leadsOf(imported(done).batchId)).toHaveLength(1_100);
    expect((await ledger.stats(NOW)).leads.scheduled).toBe(1_100);
    clock.step(DAY);
    expect(countsOf(await run(fileOf(rows)))).toEqual([1_102, 0, 1_100, 1, 1]);
  });

  it('knows its people for 90 days from the run that has added them', async () => {
    const { run, runAndWithdraw, clock } = openImporter();
    await run(breaking(many(700), 650, 2));
    clock.step(60 * DAY);
    await runAndWithdraw(fileOf(many(700)));
    clock.step(31 * DAY);
    const [ofTheFirstRun, ofTheSecond] = [aRow(0), aRow(699)];
    expect(countsOf(await run(fileOf([ofTheFirstRun], '1'.repeat(64))))).toEqual([1, 1, 0, 0, 0]);
    expect(countsOf(await run(fileOf([ofTheSecond], '2'.repeat(64))))).toEqual([1, 0, 0, 1, 0]);
  });

  it('has begun no batch as long as none of its rows was new', async () => {
    const { around, calls: begun } = counting('batches', 'add');
    const { run } = openImporter({ around });
    const rows = [...many(600).map((cells) => cells.with(4, 'XX')), ...many(600, 600)];
    expect(await run(breaking(rows, 550, 2))).toEqual({ is: 'refused', message: 'The disk is gone.' });
    expect(begun()).toBe(0);
    await run(fileOf(rows));
    expect(begun()).toBe(1);
  });

  it('reads the ids of its batch anew only where another run has added some: a million would be read for each chunk', async () => {
    const { around, calls: reads } = counting('batches', 'leadIdsOf');
    const { run } = openImporter({ around });
    const rows = many(2_100);
    await run(breaking(rows, 1_050, 2));
    expect(reads()).toBe(0);
    expect(countsOf(await run(fileOf(rows)))).toEqual([2_100, 1_100, 1_000, 0, 0]);
    expect(reads()).toBe(1);
  });

  it('names its batch, which is to be completed or undone, also where the next run adds nothing to it', async () => {
    const { run, leadsOf } = openImporter();
    const rows = many(1_100);
    const cut = await run(breaking(rows, 650, 2));
    const batchId = 'batchId' in cut ? (cut.batchId ?? '') : '';
    const again = await run(breaking(rows, 100, 2));
    expect(again).toMatchObject({ is: 'broken-off', report: { created: 0 }, batchId });
    expect(await leadsOf(batchId)).toHaveLength(500);
  });

  it('is completed also when the store failed in the middle', async () => {
    let transactions = 0;
    const { run, ledger } = openImporter({
      around: (inner) => async (work) => {
        transactions += 1;
        if (transactions === 7) throw new Error('the store is gone');
        return inner(work);
      },
    });
    const rows = many(1_600);
    const cut = await run(fileOf(rows));
    expect(cut).toMatchObject({ is: 'broken-off', error: { message: 'the store is gone' }, report: { created: 500 } });
    expect((await ledger.stats(NOW)).leads.scheduled).toBe(500);
    expect((await ledger.audit(10)).map(({ note }) => note)).toEqual([
      'created 500, there before 0, duplicate 0, invalid 0, broken off',
      'begun',
    ]);
    const done = await run(fileOf(rows));
    expect(countsOf(done)).toEqual([1_600, 1_100, 500, 0, 0]);
    expect(imported(done).batchId).toBe('batchId' in cut ? cut.batchId : '');
  });

  it('leaves its batch in the audit from the first lead on, also when nothing more can be written, and else no word', async () => {
    const rows = many(1_600);
    for (const lives of [1, 2, 3, 4, 5, 6, 7, 8, 9]) {
      let transactions = 0;
      const { run, ledger, batch } = openImporter({
        around: (inner) => async (work) => {
          if ((transactions += 1) > lives) throw new Error('the process is gone');
          return inner(work);
        },
      });
      const outcome = await run(fileOf(rows)).catch(() => undefined);
      const entries = await ledger.audit(10);
      // The batch is looked for, four transactions check, the next four add: the last words would be the tenth.
      expect(entries.map(({ note }) => note)).toEqual(lives > 5 ? ['begun'] : []);
      const id = outcome !== undefined && 'batchId' in outcome ? outcome.batchId : undefined;
      expect(id).toBe(entries[0]?.subject);
      expect(id !== undefined && (await batch(id)) !== undefined).toBe(lives > 5);
    }
  });

  it('is refused, or fails, as long as it has added nothing', async () => {
    const unreadable = await openImporter().run(breaking(many(700), 400, 2));
    expect(unreadable).toEqual({ is: 'refused', message: 'The disk is gone.' });
    for (const lives of [0, 1, 2]) {
      let transactions = 0;
      const { run } = openImporter({
        around: (inner) => async (work) => {
          if ((transactions += 1) > lives) throw new StoreUnavailable('away');
          return inner(work);
        },
      });
      await expect(run(fileOf([aRow(1)]))).rejects.toThrow(StoreUnavailable);
    }
  });

  it('adds each lead once however often a transaction runs again', async () => {
    const { run, ledger } = openImporter({
      around: (inner) => async (work) => {
        const inVain = inner(async (repositories) => {
          await work(repositories);
          throw new Error('in vain');
        });
        await expect(inVain).rejects.toThrow('in vain');
        return inner(work);
      },
    });
    expect(countsOf(await run(fileOf([...many(600), aRow(5)])))).toEqual([601, 600, 0, 1, 0]);
    expect((await ledger.stats(NOW)).leads.scheduled).toBe(600);
  });
});
