import { setImmediate as nextTurn } from 'node:timers/promises';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Atomically } from '#application/ports/atomically.ts';
import type { LeadChanges, LeadsState } from '#application/ports/lead-changes.ts';
import type { Marketplace } from '#application/ports/marketplace.ts';
import type { Lead } from '#domain/lead.ts';

export type LeadChangesUnderTest = {
  /** A store of this process. */
  readonly atomically: Atomically;
  readonly changes: LeadChanges;
  readonly marketplace: Marketplace;
  readonly close: () => Promise<void>;
};

const MONDAY = Date.UTC(2026, 10, 2, 15);

const aLead = (): Lead => ({
  id: uuid(),
  place: { city: 'Austin', state: 'TX' },
  contact: { firstName: 'Ann', lastName: 'Poe', email: undefined, phone: '5125550100', address1: undefined },
  description: 'Wants three bedrooms.',
  price: 4_900,
  standing: { state: 'listed', listedAt: MONDAY },
});

/** The contract of `LeadChanges`. */
export const leadChangesContract = (name: string, open: () => Promise<LeadChangesUnderTest>): void => {
  describe(`the changes of leads ${name}`, () => {
    let subject: LeadChangesUnderTest;
    const known = async (): Promise<LeadsState> => {
      await expect.poll(() => subject.changes.current(), { interval: 5, timeout: 10_000 }).toBeDefined();
      const state = subject.changes.current();
      if (state === undefined) throw new Error('nobody knows');
      return state;
    };
    /** The state once no earlier change is still on its way. */
    const settled = async (): Promise<LeadsState> => {
      for (;;) {
        const before = await known();
        await new Promise((resolve) => setTimeout(resolve, 100));
        if (subject.changes.current() === before) return before;
      }
    };
    const add = async (lead: Lead): Promise<Lead> => {
      await subject.atomically(({ leads }) => leads.add([lead]));
      return lead;
    };
    const save = (lead: Lead): Promise<void> =>
      subject.atomically(async ({ leads }) => {
        if ((await leads.find(lead.id)) === undefined) throw new Error('there is no such lead');
        await leads.save(lead);
      });
    const listed = async (): Promise<readonly string[]> => {
      const asked = { search: { by: 'everything' }, page: { page: 1, size: 100 }, from: 0, until: MONDAY } as const;
      return (await subject.marketplace.unsold(asked)).rows.map(({ id }) => id);
    };

    beforeAll(async () => {
      subject = await open();
    });
    afterAll(() => subject.close());

    it('are none as long as leads stay as they are, whatever else is done', async () => {
      const lead = await add(aLead());
      const before = await settled();
      await subject.atomically(async ({ leads, audit, notifications }) => {
        await leads.find(lead.id);
        await leads.findToVault(0, 10);
        await notifications.remember({ id: uuid(), receivedAt: MONDAY });
        await audit.add({ id: uuid(), at: MONDAY, who: 'ann', action: 'withdraw', subject: lead.id, note: undefined });
      });
      expect(await settled()).toBe(before);
    });

    it('are known before the caller of the transaction goes on: a lead that comes, changes or is taken away', async () => {
      const lead = aLead();
      for (const change of [
        () => add(lead),
        () => save({ ...lead, price: 5_000 }),
        () => subject.atomically(({ leads }) => leads.remove([lead.id])),
      ]) {
        const before = await settled();
        const after = await change().then(() => subject.changes.current());
        expect(after).not.toBe(before);
        expect(after).toBeDefined();
      }
    });

    it('leave nothing untrue that was read in the state that is still the current one, however many change leads', async () => {
      await known();
      const [there, gone] = [new Set<string>(), new Set<string>()];
      let isOver = false;
      const write = async (): Promise<void> => {
        for (let turn = 0; turn < 25; turn += 1) {
          const { id } = await add(aLead());
          there.add(id);
          await nextTurn();
          there.delete(id);
          await subject.atomically(({ leads }) => leads.remove([id]));
          gone.add(id);
        }
      };
      const untrue: string[] = [];
      const read = async (): Promise<void> => {
        for (let kept: readonly string[] = [], state: LeadsState | undefined; !isOver; await nextTurn()) {
          const now = subject.changes.current();
          if (now === undefined || now !== state) {
            const found = await listed();
            if (subject.changes.current() !== now) continue;
            [kept, state] = [found, now];
          }
          untrue.push(...kept.filter((id) => gone.has(id)), ...[...there].filter((id) => !kept.includes(id)));
        }
      };
      const readers = [read(), read()];
      await Promise.all([write(), write(), write(), write()]);
      isOver = true;
      await Promise.all(readers);
      expect(untrue).toEqual([]);
    });
  });
};
