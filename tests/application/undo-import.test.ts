import { describe, expect, it } from 'vitest';

import type { Atomically } from '#application/ports/atomically.ts';
import { DAY } from '#domain/instant.ts';
import { isErased, withdraw } from '#domain/lead.ts';
import type { PurchaseProgress } from '#domain/purchase.ts';
import { refundedTo, settledBy, somePurchase } from '#tests/contracts/store-samples.ts';
import { HEADER, NOW, aRow, countsOf, fileOf, imported, openImporter } from './importer.ts';

const FILE = fileOf(
  Array.from({ length: 700 }, (_, index) => [...aRow(index), 'yes']),
  undefined,
  [...HEADER, 'TCPA Consent'],
);

const openWithBatch = async (around?: (inner: Atomically) => Atomically) => {
  const importer = openImporter(around && { around });
  const { batchId } = imported(await importer.run(FILE));
  const leads = await importer.leadsOf(batchId);
  const idAt = (index: number): string => leads[index]?.id ?? '';
  /** Opens a purchase of a lead, or ends it so. */
  const buy = async (index: number, progress: PurchaseProgress): Promise<void> =>
    importer.atomically(async (repositories) => {
      const purchase = somePurchase(idAt(index), { progress });
      await repositories.purchases.add(purchase);
      const lead = await repositories.leads.find(idAt(index));
      if (lead === undefined || progress.state !== 'settled') return;
      const { listedAt } = lead.standing;
      const standing = { state: 'sold', listedAt, soldAt: NOW, purchaseId: purchase.id } as const;
      await repositories.leads.save({ ...lead, standing });
    });
  const count = async (): Promise<number> => {
    const { leads: states } = await importer.ledger.stats(NOW);
    return Object.values(states).reduce((sum, one) => sum + one, 0);
  };
  return { ...importer, batchId, idAt, buy, count };
};

/** Between a use-case and its store: `next` happens before the transaction that stands at this place from now on. */
const interruptible = () => {
  let next: (() => Promise<void>) | undefined;
  let left = 0;
  return {
    before: (place: number, work: () => Promise<void>): void => {
      [left, next] = [place, work];
    },
    around:
      (inner: Atomically): Atomically =>
      async (work) => {
        if ((left -= 1) === 0) await next?.();
        return inner(work);
      },
  };
};

describe('an import that is undone', () => {
  it('is gone as if it had never been, and its people may come again', async () => {
    const { undo, batchId, count, run, batch, ledger } = await openWithBatch();
    expect(await undo(batchId)).toEqual({ is: 'undone', removed: 700, withdrawn: 0, erased: 0, seen: 0 });
    expect(await count()).toBe(0);
    expect((await batch(batchId))?.end).toEqual({ is: 'undone', undoneAt: NOW });
    const entry = { who: 'olga', action: 'undo-import', subject: batchId };
    expect(await ledger.audit(3)).toMatchObject([
      { ...entry, note: 'removed 700, withdrawn 0, erased 0' },
      { ...entry, note: 'begun' },
      { action: 'import' },
    ]);
    const again = await run(FILE);
    expect(countsOf(again)).toEqual([700, 700, 0, 0, 0]);
    expect(imported(again).batchId).not.toBe(batchId);
    expect(countsOf(await run(FILE))).toEqual([700, 0, 700, 0, 0]);
  });

  it('is in the audit from the first lead on, however it is cut off, and the next run tells what was gone before', async () => {
    const { before, around } = interruptible();
    const { undo, batchId, count, ledger } = await openWithBatch(around);
    const notes = async () => (await ledger.audit(10)).slice(0, -2).map(({ subject, note }) => [subject, note]);
    // The batch is looked for, two transactions see that nothing is in use: the next one removes.
    for (const [place, kept, said] of [
      [4, 700, 0],
      [5, 200, 1],
    ] as const) {
      before(place, () => Promise.reject(new Error('the process is gone')));
      await expect(undo(batchId)).rejects.toThrow('the process is gone');
      expect(await count()).toBe(kept);
      expect(await notes()).toEqual(Array(said).fill([batchId, 'begun']));
    }
    expect(await undo(batchId)).toEqual({ is: 'undone', removed: 200, withdrawn: 0, erased: 0, seen: 0 });
    expect(await notes()).toEqual([
      [batchId, 'removed 200, withdrawn 0, erased 0, removed before 500'],
      [batchId, 'begun'],
      [batchId, 'begun'],
    ]);
  });

  it('is ended by the next run when it was cut off with all its leads gone', async () => {
    const { before, around } = interruptible();
    const { undo, batchId, count, batch } = await openWithBatch(around);
    // The batch is looked for, two transactions see that nothing is in use, and two remove: the next one ends it.
    before(6, () => Promise.reject(new Error('the process is gone')));
    await expect(undo(batchId)).rejects.toThrow('the process is gone');
    expect(await count()).toBe(0);
    expect((await batch(batchId))?.end).toEqual({ is: 'none' });
    expect(await undo(batchId)).toEqual({ is: 'undone', removed: 0, withdrawn: 0, erased: 0, seen: 0 });
    expect((await batch(batchId))?.end).toEqual({ is: 'undone', undoneAt: NOW });
  });

  it('twice at once is told once: the slower one answers that it was taken back before', async () => {
    const { before, around } = interruptible();
    const { undo, batchId, count, ledger } = await openWithBatch(around);
    // The batch is looked for, two transactions see that nothing is in use, and one removes.
    before(5, async () => {
      expect(await undo(batchId)).toEqual({ is: 'undone', removed: 200, withdrawn: 0, erased: 0, seen: 0 });
    });
    expect(await undo(batchId)).toEqual({ is: 'already' });
    expect(await count()).toBe(0);
    expect((await ledger.audit(10)).slice(0, -2).map(({ note }) => note)).toEqual([
      'removed 200, withdrawn 0, erased 0, removed before 500',
      'begun',
      'begun',
    ]);
  });

  it('twice at once counts each lead once, also when one of the two is cut off', async () => {
    const { before, around } = interruptible();
    const { undo, batchId, ledger } = await openWithBatch(around);
    before(5, async () => {
      // It looks for the batch, sees that nothing is in use, and removes what is left: the next transaction would end it.
      before(4, () => Promise.reject(new Error('the process is gone')));
      await expect(undo(batchId)).rejects.toThrow('the process is gone');
    });
    expect(await undo(batchId)).toEqual({ is: 'undone', removed: 500, withdrawn: 0, erased: 0, seen: 0 });
    expect((await ledger.audit(1))[0]?.note).toBe('removed 500, withdrawn 0, erased 0, removed before 200');
  });

  it.each([
    ['some of its leads are gone', 5, 500],
    ['all of its leads are gone', 6, 700],
  ])('loses also what its own file adds once more when %s', async (_, place, added) => {
    const { before, around } = interruptible();
    const { undo, batchId, run, count, batch, ledger } = await openWithBatch(around);
    // The batch is looked for, two transactions see that nothing is in use, and two remove: the next one would end it.
    before(place, async () => {
      expect(countsOf(await run(FILE))).toEqual([700, added, 700 - added, 0, 0]);
    });
    expect(await undo(batchId)).toEqual({ is: 'undone', removed: 700 + added, withdrawn: 0, erased: 0, seen: 0 });
    expect(await count()).toBe(0);
    expect(await batch(batchId)).toMatchObject({ created: 700 + added, end: { is: 'undone' } });
    expect((await ledger.audit(1))[0]?.note).toBe(`removed ${700 + added}, withdrawn 0, erased 0`);
  });

  it('stays whole when any of it is sold or in checkout', async () => {
    const { undo, batchId, buy, count, batch } = await openWithBatch();
    await buy(3, { state: 'open' });
    await buy(600, settledBy('b@example.com'));
    // The page of whoever was not the first is about to be closed.
    await buy(600, { state: 'open' });
    await buy(4, settledBy('b@example.com'));
    expect(await undo(batchId)).toEqual({ is: 'in-use', sold: 2, inCheckout: 1 });
    expect(await count()).toBe(700);
    expect((await batch(batchId))?.end).toEqual({ is: 'none' });
  });

  it('is undone in part when somebody buys of it meanwhile, and is not marked as undone', async () => {
    const { before, around } = interruptible();
    const { undo, batchId, buy, count, batch, ledger } = await openWithBatch(around);
    // The batch is looked for, two transactions see that nothing is in use, and two remove: the newest leads first.
    before(5, async () => {
      await buy(3, settledBy('b@example.com'));
      await buy(4, { state: 'open' });
    });
    const outcome = { removed: 698, withdrawn: 0, erased: 0, seen: 0, sold: 1, inCheckout: 1 };
    expect(await undo(batchId)).toEqual({ is: 'partly-undone', ...outcome });
    expect(await count()).toBe(2);
    expect((await batch(batchId))?.end).toEqual({ is: 'none' });
    expect((await ledger.audit(1))[0]?.note).toBe('removed 698, withdrawn 0, erased 0, sold 1, in checkout 1');
    expect(await undo(batchId)).toEqual({ is: 'in-use', sold: 1, inCheckout: 1 });
  });

  it('is undone in part also when a page is opened for it meanwhile, and says so', async () => {
    const { before, around } = interruptible();
    const { undo, batchId, buy, batch, ledger } = await openWithBatch(around);
    before(5, () => buy(4, { state: 'open' }));
    expect(await undo(batchId)).toMatchObject({ is: 'partly-undone', removed: 699, sold: 0, inCheckout: 1 });
    expect((await batch(batchId))?.end).toEqual({ is: 'none' });
    expect((await ledger.audit(1))[0]?.note).toBe('removed 699, withdrawn 0, erased 0, sold 0, in checkout 1');
  });

  it('keeps a withdrawn lead without its person and consent where a checkout came to nothing', async () => {
    const { undo, batchId, buy, idAt, atomically, run } = await openWithBatch();
    await buy(3, { state: 'abandoned', abandonedAt: NOW });
    expect(await undo(batchId)).toEqual({ is: 'undone', removed: 699, withdrawn: 1, erased: 0, seen: 0 });
    const lead = await atomically(({ leads }) => leads.find(idAt(3)));
    expect(lead).toMatchObject({
      standing: { state: 'withdrawn' },
      description: '',
      contact: { firstName: '', lastName: '', email: undefined, phone: undefined, address1: undefined },
    });
    const provenance = await atomically(({ batches }) => batches.provenanceOf(idAt(3)));
    expect(provenance).toMatchObject({ batchId, consent: undefined });
    expect(countsOf(await run(FILE))).toEqual([700, 700, 0, 0, 0]);
  });

  it('is begun once in the audit, also where nothing of it can be removed', async () => {
    const { undo, batchId, buy, ledger } = await openWithBatch();
    for (let index = 0; index < 700; index += 1) await buy(index, { state: 'abandoned', abandonedAt: NOW });
    expect(await undo(batchId)).toEqual({ is: 'undone', removed: 0, withdrawn: 700, erased: 0, seen: 0 });
    expect((await ledger.audit(3)).map(({ action, note }) => `${action}: ${note}`)).toEqual([
      'undo-import: removed 0, withdrawn 700, erased 0',
      'undo-import: begun',
      'import: created 700, there before 0, duplicate 0, invalid 0',
    ]);
  });

  it('takes a lead back that was on the list again after a refund', async () => {
    const { undo, batchId, buy, idAt, atomically } = await openWithBatch();
    await buy(3, refundedTo('b@example.com'));
    expect(await undo(batchId)).toEqual({ is: 'undone', removed: 699, withdrawn: 1, erased: 0, seen: 0 });
    expect((await atomically(({ leads }) => leads.find(idAt(3))))?.standing.state).toBe('withdrawn');
  });

  it('takes back also what somebody once wanted and is withdrawn already', async () => {
    const { undo, batchId, buy, idAt, atomically } = await openWithBatch();
    await buy(3, { state: 'abandoned', abandonedAt: NOW });
    await atomically(async ({ leads }) => {
      const lead = await leads.find(idAt(3));
      const withdrawn = lead && withdraw(lead, NOW);
      if (withdrawn !== undefined) await leads.save(withdrawn);
    });
    expect(await undo(batchId)).toEqual({ is: 'undone', removed: 699, withdrawn: 1, erased: 0, seen: 0 });
  });

  it('does not bring back who asked to be erased', async () => {
    const { undo, batchId, erase, buy, count, run, batch } = await openWithBatch();
    await buy(4, { state: 'abandoned', abandonedAt: NOW });
    for (const index of [4, 600]) expect(await erase(`ann${index}@example.com`)).toMatchObject({ erased: 1 });
    expect(await undo(batchId)).toEqual({ is: 'undone', removed: 698, withdrawn: 0, erased: 2, seen: 0 });
    expect(await count()).toBe(2);
    expect((await batch(batchId))?.end).toEqual({ is: 'undone', undoneAt: NOW });
    expect(countsOf(await run(FILE))).toEqual([700, 698, 0, 2, 0]);
  });

  it('never began, by the audit, where all of its people had asked to be erased', async () => {
    const { run, undo, erase, ledger } = openImporter();
    const { batchId } = imported(await run(fileOf([aRow(1)])));
    await erase('ann1@example.com');
    expect(await undo(batchId)).toEqual({ is: 'undone', removed: 0, withdrawn: 0, erased: 1, seen: 0 });
    expect((await ledger.audit(2)).map(({ action, note }) => `${action}: ${note}`)).toEqual([
      'undo-import: removed 0, withdrawn 0, erased 1',
      expect.stringMatching('^erase: '),
    ]);
  });

  it('takes leads back that were in the Lead Vault, and sells nobody again whom its subscribers have seen', async () => {
    const { undo, batchId, clock, refresh, run, idAt, atomically, ledger } = await openWithBatch();
    clock.step(14 * DAY);
    expect(await refresh()).toMatchObject({ vaulted: 700 });
    expect(await undo(batchId)).toEqual({ is: 'undone', removed: 0, withdrawn: 0, erased: 0, seen: 700 });
    expect((await ledger.stats(clock())).leads).toMatchObject({ vaulted: 0, withdrawn: 700 });
    const lead = await atomically(({ leads }) => leads.find(idAt(3)));
    expect(lead?.standing).toMatchObject({ state: 'withdrawn', withdrawnAt: NOW + 14 * DAY });
    expect([lead && isErased(lead), lead?.description]).toEqual([true, '']);
    const provenance = await atomically(({ batches }) => batches.provenanceOf(idAt(3)));
    expect(provenance).toMatchObject({ batchId, consent: undefined });
    const notes = (await ledger.audit(2)).map(({ action, note }) => [action, note]);
    expect(notes).toEqual([
      ['undo-import', 'removed 0, withdrawn 0, erased 0, seen 700'],
      ['undo-import', 'begun'],
    ]);
    expect((await ledger.audit(3)).at(-1)?.action).toBe('refresh');
    expect(countsOf(await run(FILE))).toEqual([700, 0, 0, 700, 0]);
  });

  it('forgets who was in the Lead Vault until lately, and does not take them for unseen', async () => {
    const { run, undo, clock, refresh, leadsOf } = openImporter();
    const { batchId } = imported(await run(fileOf([aRow(1)])));
    for (const [days, moved] of [
      [14, { vaulted: 1 }],
      [91, { expired: 1 }],
    ] as const) {
      clock.step(days * DAY);
      expect(await refresh()).toMatchObject(moved);
    }
    expect(await undo(batchId)).toEqual({ is: 'undone', removed: 0, withdrawn: 0, erased: 0, seen: 1 });
    expect((await leadsOf(batchId)).map((lead) => [lead.standing.state, isErased(lead)])).toEqual([['expired', true]]);
  });

  it('leaves a lead alone whose buyer has its contact and the money back: that may come back once more', async () => {
    const { undo, batchId, buy, run, idAt, atomically } = await openWithBatch();
    await buy(3, { ...refundedTo('b@example.com'), contactLeftAt: NOW });
    const before = await atomically(async ({ leads }) => {
      const lead = await leads.find(idAt(3));
      const withdrawn = lead && withdraw(lead, NOW);
      if (withdrawn !== undefined) await leads.save(withdrawn);
      return withdrawn;
    });
    expect(await undo(batchId)).toEqual({ is: 'undone', removed: 699, withdrawn: 0, erased: 0, seen: 1 });
    expect(await atomically(({ leads }) => leads.find(idAt(3)))).toEqual(before);
    expect(countsOf(await run(FILE))).toEqual([700, 699, 0, 1, 0]);
  });

  it('is known as undone, or not at all', async () => {
    const { undo, batchId } = await openWithBatch();
    await undo(batchId);
    expect(await undo(batchId)).toEqual({ is: 'already' });
    expect(await undo('01900000-0000-7000-8000-000000000000')).toEqual({ is: 'unknown' });
    expect(await undo('no id')).toEqual({ is: 'unknown' });
  });

  it('may be one of a week ago that nobody wanted', async () => {
    const { undo, batchId, clock, count, batch } = await openWithBatch();
    clock.step(7 * DAY);
    expect(await undo(batchId)).toMatchObject({ is: 'undone', removed: 700 });
    expect(await count()).toBe(0);
    expect((await batch(batchId))?.end).toEqual({ is: 'undone', undoneAt: NOW + 7 * DAY });
  });
});
