import { setTimeout as wait } from 'node:timers/promises';

import { describe, expect, it } from 'vitest';

import type { Atomically } from '#application/ports/atomically.ts';
import type { LeadFile } from '#application/ports/lead-file.ts';
import type { LeadId } from '#domain/lead.ts';
import { settledBy, somePurchase } from '#tests/contracts/store-samples.ts';
import { NOW, aRow, countsOf, fileOf, imported, openImporter } from './importer.ts';

const ROWS = Array.from({ length: 1_500 }, (_, index) => aRow(index));

const stopAt = (at: number) => ({
  at,
  reached: Promise.withResolvers<void>(),
  left: Promise.withResolvers<void>(),
});

/** Chunks of 500. The file is read twice, to be looked through and to be added: the second time it stops behind each chunk. */
const stoppingFile = (rows: typeof ROWS) => {
  const whole = fileOf(rows);
  const [first, second] = [stopAt(500), stopAt(1_000)];
  let pass = 0;
  const file: LeadFile = {
    ...whole,
    async *rows() {
      pass += 1;
      let read = 0;
      for await (const row of whole.rows()) {
        const stop = pass === 2 ? [first, second].find(({ at }) => at === read) : undefined;
        stop?.reached.resolve();
        await stop?.left.promise;
        read += 1;
        yield row;
      }
    },
  };
  return { file, first, second };
};

type Reading = () => Promise<readonly LeadId[]>;

/** An import that has added its first chunk, and waits. `before`: something happens before a transaction of the undoing. */
const openStopped = async (rows = ROWS) => {
  let [left, next] = [0, async (): Promise<void> => {}];
  let aroundReading = (read: Reading) => read();
  const around =
    (inner: Atomically): Atomically =>
    async (work) => {
      if ((left -= 1) === 0) await next();
      return inner((repositories) => {
        const { batches } = repositories;
        const leadIdsOf: typeof batches.leadIdsOf = async (id) => aroundReading(async () => batches.leadIdsOf(id));
        return work({ ...repositories, batches: { ...batches, leadIdsOf } });
      });
    };
  const importer = openImporter({ around });
  const { file, first, second } = stoppingFile(rows);
  const running = importer.run(file);
  await first.reached.promise;
  const [begun] = await importer.ledger.audit(1);
  const batchId = begun?.subject ?? '';
  /** The import adds its second chunk, and waits again. */
  const addMore = async (): Promise<void> => {
    first.left.resolve();
    await second.reached.promise;
  };
  return {
    ...importer,
    batchId,
    addMore,
    /** The same inside of a transaction: there it may have to wait for that one. */
    addMoreUnlessItWaits: () => Promise.race([addMore(), wait(50)]),
    /** What comes of the import when it goes on to its end. */
    goOn: async () => {
      first.left.resolve();
      second.left.resolve();
      return running;
    },
    before: (place: number, work: () => Promise<void>): void => {
      [left, next] = [place, work];
    },
    /** Somebody buys a lead of the batch; those from the end have negative places. */
    buy: async (place: number): Promise<void> => {
      const id = (await importer.leadsOf(batchId)).at(place)?.id ?? '';
      const bought = somePurchase(id, { progress: settledBy('b@example.com') });
      await importer.atomically(({ purchases }) => purchases.add(bought));
    },
    /** Something happens around the next reading of the ids of the batch. */
    aroundReading: (next: typeof aroundReading): void => {
      aroundReading = async (read) => {
        aroundReading = async (later) => later();
        return next(read);
      };
    },
    count: async (): Promise<number> => {
      const { leads } = await importer.ledger.stats(NOW);
      return Object.values(leads).reduce((sum, one) => sum + one, 0);
    },
    notes: async () => (await importer.ledger.audit(10)).map(({ action, note }) => `${action}: ${note}`),
  };
};

describe('an import that is undone while it runs', () => {
  it('adds nothing more, and says so', async () => {
    const { undo, batchId, goOn, count, batch, notes } = await openStopped();
    expect(await undo(batchId)).toEqual({ is: 'undone', removed: 500, withdrawn: 0, erased: 0, seen: 0 });
    const outcome = await goOn();
    expect(outcome).toMatchObject({ is: 'undone-meanwhile', batchId });
    expect(countsOf(outcome)).toEqual([500, 500, 0, 0, 0]);
    expect(await count()).toBe(0);
    expect(await batch(batchId)).toMatchObject({ created: 500, end: { is: 'undone' } });
    expect(await notes()).toEqual([
      'import: created 500, there before 0, duplicate 0, invalid 0, undone meanwhile',
      'undo-import: removed 500, withdrawn 0, erased 0',
      'undo-import: begun',
      'import: begun',
    ]);
  });

  it('adds nothing to a batch of an earlier run, either, that is undone before this one adds its first lead', async () => {
    const { run, undo, ledger } = openImporter();
    const { batchId } = imported(await run(fileOf(ROWS.slice(0, 500))));
    let pass = 0;
    const file: LeadFile = {
      ...fileOf(ROWS),
      async *rows() {
        pass += 1;
        if (pass === 2) await undo(batchId);
        yield* fileOf(ROWS).rows();
      },
    };
    expect(await run(file)).toMatchObject({ is: 'undone-meanwhile', batchId, report: { created: 0 } });
    expect((await ledger.stats(NOW)).leads.scheduled).toBe(0);
  });

  it('begins another batch when its file is given again', async () => {
    const { undo, batchId, goOn, run } = await openStopped();
    await undo(batchId);
    await goOn();
    const again = await run(fileOf(ROWS));
    expect(countsOf(again)).toEqual([1_500, 1_500, 0, 0, 0]);
    expect(imported(again).batchId).not.toBe(batchId);
  });

  it('ends when its first leads are taken back, however much faster than the undoing it is', async () => {
    const { undo, batchId, before, goOn, count, batch, notes } = await openStopped();
    const ends: unknown[] = [];
    // The batch is looked for, one transaction sees that nothing is in use, one removes: there is time for all the rest of the file.
    before(4, async () => void ends.push(await goOn()));
    expect(await undo(batchId)).toEqual({ is: 'undone', removed: 500, withdrawn: 0, erased: 0, seen: 0 });
    expect(ends).toMatchObject([{ is: 'undone-meanwhile', batchId, report: { created: 500 } }]);
    expect(await count()).toBe(0);
    expect(await batch(batchId)).toMatchObject({ created: 500, end: { is: 'undone' } });
    expect(await notes()).toEqual([
      'undo-import: removed 500, withdrawn 0, erased 0',
      'import: created 500, there before 0, duplicate 0, invalid 0, undone meanwhile',
      'undo-import: begun',
      'import: begun',
    ]);
  });

  it('ends also when the undoing is cut off, and its file completes the batch', async () => {
    const { undo, batchId, before, goOn, run, count, batch } = await openStopped();
    before(4, () => Promise.reject(new Error('the process is gone')));
    await expect(undo(batchId)).rejects.toThrow('the process is gone');
    expect(await goOn()).toMatchObject({ is: 'undone-meanwhile', batchId });
    expect(await batch(batchId)).toMatchObject({ end: { is: 'none' } });
    const again = await run(fileOf(ROWS));
    expect(countsOf(again)).toEqual([1_500, 1_500, 0, 0, 0]);
    expect(imported(again).batchId).toBe(batchId);
    expect(await undo(batchId)).toEqual({ is: 'undone', removed: 1_500, withdrawn: 0, erased: 0, seen: 0 });
    expect(await count()).toBe(0);
  });

  it('ends also when it has added nothing from its last rows', async () => {
    const bad = ROWS.slice(500, 1_000).map((cells) => cells.with(4, 'XX'));
    const { undo, batchId, addMore, before, goOn, count } = await openStopped(ROWS.toSpliced(500, 500, ...bad));
    await addMore();
    before(4, () => Promise.reject(new Error('the process is gone')));
    await expect(undo(batchId)).rejects.toThrow('the process is gone');
    expect(await goOn()).toMatchObject({ is: 'undone-meanwhile', batchId, report: { created: 500, invalid: 500 } });
    expect(await count()).toBe(0);
  });

  it('ends also when somebody has bought of it meanwhile, and its file completes the batch', async () => {
    const { undo, batchId, before, goOn, run, buy, batch } = await openStopped();
    before(3, async () => buy(0));
    expect(await undo(batchId)).toMatchObject({ is: 'partly-undone', removed: 499, sold: 1 });
    expect(await goOn()).toMatchObject({ is: 'undone-meanwhile', batchId });
    expect(await batch(batchId)).toMatchObject({ created: 500, end: { is: 'none' } });
    const again = await run(fileOf(ROWS));
    expect(countsOf(again)).toEqual([1_500, 1_499, 1, 0, 0]);
    expect(imported(again).batchId).toBe(batchId);
  });

  it('loses also what it adds before its first leads are taken back', async () => {
    const { undo, batchId, before, addMore, goOn, count, batch, notes } = await openStopped();
    // The batch is looked for, one transaction sees that nothing is in use: the next one removes.
    before(3, addMore);
    expect(await undo(batchId)).toEqual({ is: 'undone', removed: 1_000, withdrawn: 0, erased: 0, seen: 0 });
    expect(await notes()).toEqual([
      'undo-import: removed 1000, withdrawn 0, erased 0',
      'undo-import: begun',
      'import: begun',
    ]);
    expect(await goOn()).toMatchObject({ is: 'undone-meanwhile', report: { created: 1_000 } });
    expect(await count()).toBe(0);
    expect(await batch(batchId)).toMatchObject({ created: 1_000, end: { is: 'undone' } });
  });

  it('loses also a single lead that it adds meanwhile', async () => {
    const { undo, batchId, before, goOn, count, batch } = await openStopped(ROWS.slice(0, 501));
    before(3, async () => void (await goOn()));
    expect(await undo(batchId)).toEqual({ is: 'undone', removed: 501, withdrawn: 0, erased: 0, seen: 0 });
    expect(await count()).toBe(0);
    expect(await batch(batchId)).toMatchObject({ created: 501, end: { is: 'undone' } });
  });

  it('goes on when somebody has bought the last lead that it added: nothing of it is marked as undone', async () => {
    const { undo, batchId, before, addMore, goOn, buy, leadsOf, batch, notes } = await openStopped();
    before(3, async () => {
      await addMore();
      await buy(-1);
    });
    const counts = { removed: 999, withdrawn: 0, erased: 0, seen: 0, sold: 1, inCheckout: 0 };
    expect(await undo(batchId)).toEqual({ is: 'partly-undone', ...counts });
    expect((await notes())[0]).toBe('undo-import: removed 999, withdrawn 0, erased 0, sold 1, in checkout 0');
    expect(countsOf(await goOn())).toEqual([1_500, 1_500, 0, 0, 0]);
    expect(await leadsOf(batchId)).toHaveLength(501);
    expect(await batch(batchId)).toMatchObject({ created: 1_500, end: { is: 'none' } });
  });

  it('is told of with no leads that were gone before, although some come after the first look', async () => {
    const { undo, batchId, aroundReading, addMoreUnlessItWaits, notes } = await openStopped();
    aroundReading(async (read) => {
      await addMoreUnlessItWaits();
      return read();
    });
    expect(await undo(batchId)).toMatchObject({ is: 'undone', removed: 1_000 });
    expect((await notes())[0]).toBe('undo-import: removed 1000, withdrawn 0, erased 0');
  });

  it.each([
    ['the look for its newest leads and their removal', 3],
    ['the last look for its leads and the end of its batch', 4],
  ])('adds nothing between %s', async (_, place) => {
    const { undo, batchId, before, aroundReading, addMoreUnlessItWaits, goOn, count } = await openStopped();
    before(place, async () =>
      aroundReading(async (read) => {
        const ids = await read();
        await addMoreUnlessItWaits();
        return ids;
      }),
    );
    expect(await undo(batchId)).toMatchObject({ is: 'undone', removed: 500 });
    expect(await goOn()).toMatchObject({ is: 'undone-meanwhile', report: { created: 500 } });
    expect(await count()).toBe(0);
  });
});
