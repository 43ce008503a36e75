import { afterEach, beforeEach, expect, it } from 'vitest';

import { openCsvFile } from '#adapters/csv-file/csv-file.ts';
import { openPostgres } from '#adapters/mikro-orm/connection.ts';
import type { Database } from '#adapters/mikro-orm/connection.ts';
import { databaseStore } from '#adapters/mikro-orm/store.ts';
import { memoryClock } from '#adapters/memory/clock.ts';
import { PROFILE } from '#adapters/simulated-checkout/profile.ts';
import { systemSecrets } from '#adapters/system/secrets.ts';
import { importLeads } from '#application/import-leads.ts';
import type { Atomically } from '#application/ports/atomically.ts';
import type { LeadFile } from '#application/ports/lead-file.ts';
import { undoImport } from '#application/undo-import.ts';
import { HEADER, NOW, aRow, countsOf, imported } from '#tests/application/importer.ts';
import { freshDatabase } from '#tests/support/postgres.ts';
import { addStoredJob } from '#tests/support/stored-jobs.ts';
import { fileFolder } from './files.ts';

const { file } = fileFolder();

let database: Database;
let drop: () => Promise<void>;
let atomically: Atomically;
beforeEach(async () => {
  const fresh = await freshDatabase();
  drop = fresh.drop;
  database = await openPostgres({ url: fresh.url });
  atomically = databaseStore(database, { addJob: addStoredJob });
});
afterEach(async () => {
  await database.close();
  await drop();
});

const fileOf = (rows: readonly (readonly string[])[]): Promise<string> =>
  file([HEADER, ...rows].map((cells) => cells.join(',')).join('\r\n'));

const run = async (path: string, on = atomically, wrapped: (file: LeadFile) => LeadFile = (same) => same) =>
  importLeads({
    atomically: on,
    clock: memoryClock(NOW),
    secrets: systemSecrets(),
    payments: { profile: PROFILE },
  })({
    file: wrapped(await openCsvFile(path)),
    commit: true,
    listNow: false,
    mapping: {},
    who: 'olga',
    rejects: { add: async () => {}, problem: async () => undefined },
    onProgress: () => {},
  });

it('an import of 2,000 rows into PostgreSQL is completed after it was cut off, added once, and taken back', async () => {
  const path = await fileOf(
    Array.from({ length: 2_000 }, (_, index) => aRow(index, index % 10 === 9 ? { State: 'XX' } : {})),
  );
  let transactions = 0;
  const cut: Atomically = async (work) => {
    transactions += 1;
    if (transactions === 8) throw new Error('the connection is gone');
    return atomically(work);
  };
  expect(await run(path, cut)).toMatchObject({ is: 'broken-off', report: { created: 900 } });
  const done = await run(path);
  expect(countsOf(done)).toEqual([2_000, 900, 900, 0, 200]);
  expect(countsOf(await run(path))).toEqual([2_000, 0, 1_800, 0, 200]);
  const { batchId } = imported(done);
  expect(await atomically(({ batches }) => batches.find(batchId))).toMatchObject({ created: 1_800 });
  expect(await undoOn(atomically, batchId)).toEqual({ is: 'undone', removed: 1_800, withdrawn: 0, erased: 0, seen: 0 });
  expect(countsOf(await run(path))).toEqual([2_000, 1_800, 0, 0, 200]);
});

it('two imports of the same 2,000 persons into PostgreSQL at the same time take each person in once', async () => {
  const persons = Array.from({ length: 2_000 }, (_, index) => aRow(index));
  const paths = [await fileOf(persons), await fileOf(persons.toReversed())];
  const counts = (await Promise.all(paths.map((path) => run(path)))).map(countsOf);
  expect(counts.reduce((sum, [, created = 0]) => sum + created, 0)).toBe(2_000);
  expect(counts.reduce((sum, [, , , duplicates = 0]) => sum + duplicates, 0)).toBe(2_000);
});

/** An import of 3,000 rows, which waits when its first thousand is added. */
const openWaiting = async () => {
  const path = await fileOf(Array.from({ length: 3_000 }, (_, index) => aRow(index)));
  const [reached, left] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let pass = 0;
  const waiting = (file: LeadFile): LeadFile => ({
    ...file,
    async *rows() {
      pass += 1;
      let read = 0;
      for await (const row of file.rows()) {
        if (pass === 2 && (read += 1) === 1_001) {
          reached.resolve();
          await left.promise;
        }
        yield row;
      }
    },
  });
  const running = run(path, atomically, waiting);
  await reached.promise;
  const [begun] = await database.query<{ readonly subject: string }>('select subject from audit');
  const goOn = async () => {
    left.resolve();
    return running;
  };
  return { batchId: begun?.subject ?? '', goOn };
};

const undoOn = (on: Atomically, batchId: string) =>
  undoImport({ atomically: on, clock: memoryClock(NOW), secrets: systemSecrets() })({ batchId, who: 'olga' });

it('an import into PostgreSQL that is undone while it runs leaves no lead behind, and no batch that could be added to', async () => {
  const { batchId, goOn } = await openWaiting();
  const [undone, outcome] = await Promise.all([undoOn(atomically, batchId), goOn()]);
  // Whoever is faster: either the import has met its end, or all of it was there to be taken back.
  const created = 'report' in outcome ? outcome.report.created : 0;
  expect(['imported', 'undone-meanwhile']).toContain(outcome.is);
  expect(undone).toEqual({ is: 'undone', removed: created, withdrawn: 0, erased: 0, seen: 0 });
  expect(await database.query('select id from lead')).toEqual([]);
  expect(await atomically(({ batches }) => batches.find(batchId))).toMatchObject({ created, end: { is: 'undone' } });
});

it('an import into PostgreSQL that is always faster than its undoing ends all the same once the first leads are taken back', async () => {
  const { batchId, goOn } = await openWaiting();
  let transactions = 0;
  let ended: unknown;
  const slow: Atomically = async (work) => {
    // The batch is looked for, two transactions see that nothing is in use, and one removes.
    if ((transactions += 1) === 5) ended = await goOn();
    return atomically(work);
  };
  expect(await undoOn(slow, batchId)).toEqual({ is: 'undone', removed: 1_000, withdrawn: 0, erased: 0, seen: 0 });
  expect(ended).toMatchObject({ is: 'undone-meanwhile', report: { created: 1_000 } });
  expect(await database.query('select id from lead')).toEqual([]);
});

it('an import into PostgreSQL that two take back at once is told as undone once, and each of its leads once', async () => {
  const { batchId } = imported(await run(await fileOf(Array.from({ length: 3_000 }, (_, index) => aRow(index)))));
  const outcomes = await Promise.all([undoOn(atomically, batchId), undoOn(atomically, batchId)]);
  expect(outcomes.map(({ is }) => is).toSorted()).toEqual(['already', 'undone']);
  const notes = await database.query<{ readonly note: string }>(
    "select note from audit where action = 'undo-import' and note <> 'begun'",
  );
  const [, removed, before = 0] =
    /^removed (\d+), withdrawn 0, erased 0(?:, removed before (\d+))?$/.exec(notes[0]?.note ?? '') ?? [];
  expect([notes.length, Number(removed) + Number(before)]).toEqual([1, 3_000]);
});
