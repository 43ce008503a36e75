import fc from 'fast-check';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Atomically } from '#application/ports/atomically.ts';
import { StoreBusy } from '#application/ports/atomically.ts';
import type { Batch } from '#domain/batch.ts';
import { aBatch } from '#tests/support/arbitrary.ts';
import { Aborted, NOW, someBatch, someLead, storeInUse } from './store-samples.ts';
import type { StoreUnderTest } from './store-samples.ts';

/** What every store promises about the batches of imported leads. */
export const batchesContract = (name: string, open: () => Promise<StoreUnderTest>): void => {
  describe(`batches in the store ${name}`, () => {
    let store: StoreUnderTest;
    const atomically: Atomically = (work) => store.atomically(work);
    const { add: addLeads, lead } = storeInUse(() => store);
    const add = (batch: Batch) => atomically(({ batches }) => batches.add(batch));
    const batchOf = (id: string) => atomically(({ batches }) => batches.find(id));
    const leadIdsOf = (id: string) => atomically(({ batches }) => batches.leadIdsOf(id));

    beforeAll(async () => {
      store = await open();
    });
    afterAll(() => store.close());

    it('keeps every batch, whatever its end', async () => {
      await fc.assert(
        fc.asyncProperty(aBatch(), aBatch(), async (one, other) => {
          const id = uuid();
          const [before, after] = [
            { ...one, id },
            { ...other, id },
          ];
          await add(before);
          expect(await batchOf(id)).toStrictEqual(before);
          await atomically(async ({ batches }) => {
            await batches.find(id);
            await batches.save(after);
          });
          expect(await batchOf(id)).toStrictEqual(after);
        }),
        { numRuns: 40 },
      );
    });

    it('finds nothing under an unknown or impossible id', async () => {
      await atomically(async ({ batches }) => {
        for (const id of [uuid(), uuid().toUpperCase(), 'none', '', '\0', "'; drop table batch; --"]) {
          expect(await batches.find(id)).toBeUndefined();
          expect(await batches.leadIdsOf(id)).toEqual([]);
        }
      });
    });

    it('knows the leads of a batch, by the lines of their file', async () => {
      const [batch, other] = [someBatch(), someBatch()];
      const [a, b, c, foreign, free] = [someLead(), someLead(), someLead(), someLead(), someLead()];
      const consent = { 'TCPA consent': 'yes', 'ünïcode "quoted"': "it's; --", face: '🙂', empty: '' };
      const inside = await atomically(async ({ batches, leads }) => {
        await batches.add(batch);
        await batches.add(other);
        await leads.add([a, b, c, foreign, free]);
        await batches.addProvenance([
          { leadId: b.id, batchId: batch.id, line: 3, consent },
          { leadId: a.id, batchId: batch.id, line: 2, consent: undefined },
          { leadId: foreign.id, batchId: other.id, line: 2, consent: {} },
        ]);
        await batches.addProvenance([{ leadId: c.id, batchId: batch.id, line: 100_001, consent: undefined }]);
        return batches.leadIdsOf(batch.id);
      });
      expect(inside).toEqual([a.id, b.id, c.id]);
      expect(await leadIdsOf(batch.id)).toEqual([a.id, b.id, c.id]);
      expect(await leadIdsOf(other.id)).toEqual([foreign.id]);
    });

    it('tells how a lead came, and forgets consent but not the line', async () => {
      const batch = someBatch();
      const [lead, other, free] = [someLead(), someLead(), someLead()];
      const consent = { 'TCPA consent': 'yes', 'ünïcode "quoted"': "it's; --", face: '🙂', empty: '' };
      await atomically(async ({ batches, leads }) => {
        await batches.add(batch);
        await leads.add([lead, other, free]);
        await batches.addProvenance([
          { leadId: lead.id, batchId: batch.id, line: 2, consent },
          { leadId: other.id, batchId: batch.id, line: 3, consent },
        ]);
      });
      const provenanceOf = (id: string) => atomically(({ batches }) => batches.provenanceOf(id));
      expect(await provenanceOf(lead.id)).toEqual({ leadId: lead.id, batchId: batch.id, line: 2, consent });
      for (const id of [free.id, 'nobody', '\0']) expect(await provenanceOf(id)).toBeUndefined();
      await atomically(({ batches }) => batches.forgetConsent([lead.id, free.id, 'nobody']));
      expect(await provenanceOf(lead.id)).toEqual({ leadId: lead.id, batchId: batch.id, line: 2, consent: undefined });
      expect(await provenanceOf(other.id)).toMatchObject({ consent });
      expect(await leadIdsOf(batch.id)).toEqual([lead.id, other.id]);
    });

    it('takes many at once', async () => {
      const batch = someBatch();
      const many = Array.from({ length: 2_500 }, () => someLead());
      await atomically(async ({ batches, leads }) => {
        await batches.add(batch);
        await leads.add(many);
        await batches.addProvenance(
          many.map(({ id }, place) => ({
            leadId: id,
            batchId: batch.id,
            line: place + 2,
            consent: { note: `${place}` },
          })),
        );
        await batches.addProvenance([]);
      });
      expect(await leadIdsOf(batch.id)).toEqual(many.map(({ id }) => id));
    });

    it('refuses provenance of a lead or a batch that is not stored, or twice of one lead', async () => {
      const batch = someBatch();
      const [own, fresh] = [someLead(), someLead()];
      const provenance = { leadId: own.id, batchId: batch.id, line: 2, consent: undefined };
      await addLeads([own]);
      await add(batch);
      const adding = (change: Partial<typeof provenance>) =>
        atomically(async ({ batches, leads }) => {
          await leads.add([fresh]);
          await batches.addProvenance([{ ...provenance, ...change }]);
        });
      await expect(adding({ leadId: uuid() })).rejects.toThrow();
      await expect(adding({ batchId: uuid() })).rejects.toThrow();
      await expect(adding({ line: 0 })).rejects.toThrow();
      expect(await lead(fresh.id)).toBeUndefined();
      await adding({});
      await expect(atomically(({ batches }) => batches.addProvenance([provenance]))).rejects.toBeInstanceOf(StoreBusy);
      expect(await leadIdsOf(batch.id)).toEqual([own.id]);
    });

    it('refuses a second batch of an id, one without the hash of its file, and one that was not found', async () => {
      const batch = someBatch();
      await add(batch);
      await expect(add(batch)).rejects.toBeInstanceOf(StoreBusy);
      await expect(add(someBatch({ fileHash: 'leads.csv' }))).rejects.toThrow();
      await expect(add(someBatch({ created: -1 }))).rejects.toThrow();
      await expect(atomically(({ batches }) => batches.save(batch))).rejects.toThrow('found');
    });

    it('undoes everything when the work throws', async () => {
      const batch = someBatch();
      const own = someLead();
      const work = atomically(async ({ batches, leads }) => {
        await batches.add(batch);
        await leads.add([own]);
        await batches.addProvenance([{ leadId: own.id, batchId: batch.id, line: 2, consent: undefined }]);
        throw new Aborted();
      });
      await expect(work).rejects.toThrow(Aborted);
      expect(await batchOf(batch.id)).toBeUndefined();
      expect(await leadIdsOf(batch.id)).toEqual([]);
    });

    it('shows the work its own changes', async () => {
      const batch = someBatch();
      await atomically(async ({ batches }) => {
        await batches.add(batch);
        const undone: Batch = { ...batch, end: { is: 'undone', undoneAt: NOW } };
        await batches.save(undone);
        expect(await batches.find(batch.id)).toStrictEqual(undone);
      });
    });
  });
};
