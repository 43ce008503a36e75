import { setTimeout as wait } from 'node:timers/promises';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Atomically, Repositories } from '#application/ports/atomically.ts';
import type { PersonKey } from '#domain/batch.ts';
import { DAY } from '#domain/instant.ts';
import type { Instant } from '#domain/instant.ts';
import { VAULT_WINDOW, isShownAfter, withdraw } from '#domain/lead.ts';
import type { LeadStanding } from '#domain/lead.ts';
import { Aborted, hashOf, NOW, someLead, storeInUse } from './store-samples.ts';
import type { StoreUnderTest } from './store-samples.ts';

/** What every store promises about the keys by which persons are recognized. */
export const personsContract = (name: string, open: () => Promise<StoreUnderTest>): void => {
  describe(`persons in the store ${name}`, () => {
    let store: StoreUnderTest;
    const atomically: Atomically = (work) => store.atomically(work);
    const { add: addLeads } = storeInUse(() => store);
    const newLead = async (): Promise<string> => {
      const lead = someLead();
      await addLeads([lead]);
      return lead.id;
    };
    const newKey = (): string => hashOf(uuid());
    const add = (...keys: readonly PersonKey[]) => atomically(({ persons }) => persons.add(keys));
    const seenSince = (keys: readonly string[], since: Instant) =>
      atomically(({ persons }) => persons.seenSince(keys, since));
    const shownAfter = (keys: readonly string[], at: Instant) =>
      atomically(({ persons }) => persons.shownAfter(keys, at));
    const leadIdsOf = (keys: readonly string[]) => atomically(({ persons }) => persons.leadIdsOf(keys));

    beforeAll(async () => {
      store = await open();
    });
    afterAll(() => store.close());

    it('knows which were seen since an instant, that instant itself too', async () => {
      const leadId = await newLead();
      const [old, edge, fresh, unasked, unknown] = [newKey(), newKey(), newKey(), newKey(), newKey()];
      await add(
        { key: old, leadId, seenAt: NOW - 1 },
        { key: edge, leadId, seenAt: NOW },
        { key: fresh, leadId, seenAt: NOW + DAY },
        { key: unasked, leadId, seenAt: NOW },
      );
      expect(await seenSince([old, edge, fresh, unknown, fresh], NOW)).toEqual(new Set([edge, fresh]));
      expect(await seenSince([old], NOW - 1)).toEqual(new Set([old]));
      expect(await seenSince([], 0)).toEqual(new Set());
    });

    it('knows a person by the latest of several leads', async () => {
      const [first, second] = [await newLead(), await newLead()];
      const key = newKey();
      await add({ key, leadId: first, seenAt: NOW - DAY }, { key, leadId: second, seenAt: NOW });
      expect(await seenSince([key], NOW)).toEqual(new Set([key]));
      expect(await seenSince([key], NOW + 1)).toEqual(new Set());
    });

    it('knows whose lead is shown after an instant, as the domain has it, however long ago they were seen', async () => {
      const vaultedAt = NOW - VAULT_WINDOW;
      const standings: Readonly<Record<string, LeadStanding>> = {
        listed: { state: 'listed', listedAt: vaultedAt },
        scheduled: { state: 'listed', listedAt: NOW + DAY },
        sold: { state: 'sold', listedAt: vaultedAt, soldAt: NOW, purchaseId: uuid() },
        withdrawn: { state: 'withdrawn', listedAt: vaultedAt, withdrawnAt: NOW },
        vaulted: { state: 'vaulted', listedAt: vaultedAt, vaultedAt },
        expired: { state: 'expired', listedAt: vaultedAt, vaultedAt, expiredAt: NOW },
      };
      const known = Object.entries(standings).map(([name, standing]) => ({
        name,
        key: newKey(),
        lead: someLead({ standing }),
      }));
      await addLeads(known.map(({ lead }) => lead));
      await add(...known.map(({ key, lead }) => ({ key, leadId: lead.id, seenAt: 0 })));
      const shownAt = async (at: Instant) => {
        const keys = known.map(({ key }) => key);
        const shown = await shownAfter([...keys, ...keys, newKey()], at);
        expect(shown).toEqual(new Set(known.flatMap(({ key, lead }) => (isShownAfter(lead, at) ? [key] : []))));
        return known.flatMap(({ name, key }) => (shown.has(key) ? [name] : []));
      };
      expect(await shownAt(NOW - 1)).toEqual(Object.keys(standings));
      expect(await shownAt(NOW)).toEqual(['listed', 'scheduled']);
      expect(await shownAfter([], 0)).toEqual(new Set());
    });

    it('knows who is shown by any of several leads, and by what the work itself has made of them', async () => {
      const [gone, left] = [await newLead(), await newLead()];
      const key = newKey();
      await add({ key, leadId: gone, seenAt: NOW }, { key, leadId: left, seenAt: NOW });
      const withdrawIn = async ({ leads }: Pick<Repositories, 'leads'>, id: string): Promise<void> => {
        const lead = await leads.find(id);
        const withdrawn = lead && withdraw(lead, NOW);
        if (withdrawn !== undefined) await leads.save(withdrawn);
      };
      await atomically((repositories) => withdrawIn(repositories, gone));
      expect(await shownAfter([key], NOW)).toEqual(new Set([key]));
      await atomically(async (repositories) => {
        await withdrawIn(repositories, left);
        expect(await repositories.persons.shownAfter([key], NOW)).toEqual(new Set());
      });
    });

    it('finds every lead of a person once', async () => {
      const [first, second, other] = [await newLead(), await newLead(), await newLead()];
      const [email, phone, foreign] = [newKey(), newKey(), newKey()];
      await add(
        { key: email, leadId: first, seenAt: NOW },
        { key: phone, leadId: first, seenAt: NOW },
        { key: phone, leadId: second, seenAt: NOW },
        { key: foreign, leadId: other, seenAt: NOW },
      );
      expect(await leadIdsOf([email, phone])).toEqual([first, second].toSorted());
      expect(await leadIdsOf([email])).toEqual([first]);
      expect(await leadIdsOf([newKey()])).toEqual([]);
      expect(await leadIdsOf([])).toEqual([]);
    });

    it('keeps the latest time of a key that is added again, in one go or later', async () => {
      const leadId = await newLead();
      const key = newKey();
      await add({ key, leadId, seenAt: NOW }, { key, leadId, seenAt: NOW - DAY });
      await add({ key, leadId, seenAt: NOW - 2 * DAY });
      expect(await seenSince([key], NOW)).toEqual(new Set([key]));
      await add({ key, leadId, seenAt: NOW + DAY });
      expect(await seenSince([key], NOW + DAY)).toEqual(new Set([key]));
      expect(await leadIdsOf([key])).toEqual([leadId]);
    });

    it('forgets those of leads that are named, and no other', async () => {
      const [gone, kept] = [await newLead(), await newLead()];
      const key = newKey();
      await add({ key, leadId: gone, seenAt: NOW }, { key, leadId: kept, seenAt: NOW - DAY });
      await atomically(async ({ persons }) => {
        await persons.removeOf([gone, uuid(), 'none', '\0']);
        expect(await persons.seenSince([key], NOW)).toEqual(new Set());
      });
      expect(await leadIdsOf([key])).toEqual([kept]);
      expect(await seenSince([key], NOW - DAY)).toEqual(new Set([key]));
    });

    it('lets those who take their turn add a person one after the other, so that only one does not know them', async () => {
      const key = newKey();
      const addUnlessKnown = () =>
        atomically(async ({ leads, persons }) => {
          await persons.lock();
          const known = await persons.seenSince([key], NOW);
          await wait(30);
          if (known.has(key)) return 'known';
          const lead = someLead();
          await leads.add([lead]);
          await persons.add([{ key, leadId: lead.id, seenAt: NOW }]);
          return 'added';
        });
      const outcomes = await Promise.all(Array.from({ length: 6 }, addUnlessKnown));
      expect(outcomes.toSorted()).toEqual(['added', ...Array<string>(5).fill('known')]);
      expect(await leadIdsOf([key])).toHaveLength(1);
    });

    it('gives the turn on also when the work throws', async () => {
      const failing = atomically(async ({ persons }) => {
        await persons.lock();
        await persons.lock();
        throw new Aborted();
      });
      await expect(failing).rejects.toThrow(Aborted);
      await atomically(({ persons }) => persons.lock());
      expect(await seenSince([newKey()], NOW)).toEqual(new Set());
    });

    it('outlives the contact of its lead', async () => {
      const leadId = await newLead();
      const key = newKey();
      await add({ key, leadId, seenAt: NOW });
      await atomically(async ({ leads }) => {
        const lead = await leads.find(leadId);
        const nobody = { firstName: '', lastName: '', email: undefined, phone: undefined, address1: undefined };
        if (lead !== undefined) await leads.save({ ...lead, contact: nobody });
      });
      expect(await seenSince([key], NOW)).toEqual(new Set([key]));
      expect(await leadIdsOf([key])).toEqual([leadId]);
    });

    it('shows the work its own keys, of leads added before or after them', async () => {
      const lead = someLead();
      const key = newKey();
      await atomically(async ({ leads, persons }) => {
        await persons.add([{ key, leadId: lead.id, seenAt: NOW }]);
        await leads.add([lead]);
        expect(await persons.seenSince([key], NOW)).toEqual(new Set([key]));
        expect(await persons.leadIdsOf([key])).toEqual([lead.id]);
      });
      expect(await leadIdsOf([key])).toEqual([lead.id]);
    });

    it('takes many at once', async () => {
      const many = Array.from({ length: 1_300 }, () => someLead());
      const keys = many.flatMap(({ id }) => [newKey(), newKey()].map((key) => ({ key, leadId: id, seenAt: NOW })));
      await atomically(async ({ leads, persons }) => {
        await leads.add(many);
        await persons.add(keys);
      });
      const texts = keys.map(({ key }) => key);
      expect(await seenSince(texts, NOW)).toEqual(new Set(texts));
      expect(await leadIdsOf(texts)).toEqual(many.map(({ id }) => id).toSorted());
      await atomically(({ persons }) => persons.removeOf(many.map(({ id }) => id)));
      expect(await seenSince(texts, NOW)).toEqual(new Set());
    });

    it('refuses what is no hash, and keys of a lead that is not stored', async () => {
      const leadId = await newLead();
      await expect(add({ key: 'email:ann@example.com', leadId, seenAt: NOW })).rejects.toThrow();
      await expect(add({ key: newKey().toUpperCase(), leadId, seenAt: NOW })).rejects.toThrow();
      await expect(add({ key: newKey(), leadId: uuid(), seenAt: NOW })).rejects.toThrow();
    });

    it('tells nobody what was no hash', async () => {
      const leadId = await newLead();
      const refused = await add({ key: 'email:ann@example.com', leadId, seenAt: NOW }).catch((error: Error) => error);
      expect(String(refused)).not.toContain('ann@');
    });

    it('asks for impossible keys without harm', async () => {
      for (const key of ['none', '', '\0', "'; drop table person_key; --"]) {
        expect(await seenSince([key], 0)).toEqual(new Set());
        expect(await shownAfter([key], 0)).toEqual(new Set());
        expect(await leadIdsOf([key])).toEqual([]);
      }
    });

    it('undoes everything when the work throws', async () => {
      const leadId = await newLead();
      const [kept, added] = [newKey(), newKey()];
      await add({ key: kept, leadId, seenAt: NOW });
      const work = atomically(async ({ persons }) => {
        await persons.add([
          { key: added, leadId, seenAt: NOW },
          { key: kept, leadId, seenAt: NOW + DAY },
        ]);
        await persons.removeOf([leadId]);
        throw new Aborted();
      });
      await expect(work).rejects.toThrow(Aborted);
      expect(await seenSince([kept, added], 0)).toEqual(new Set([kept]));
      expect(await seenSince([kept], NOW + 1)).toEqual(new Set());
    });
  });
};
