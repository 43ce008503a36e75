import fc from 'fast-check';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Atomically } from '#application/ports/atomically.ts';
import type { Vault, VaultQuery } from '#application/ports/vault.ts';
import { DAY, HOUR } from '#domain/instant.ts';
import type { Instant } from '#domain/instant.ts';
import type { Contact, Lead, LeadStanding } from '#domain/lead.ts';
import type { StateCode } from '#domain/us-states.ts';
import { isInVaultSearch, vaultSearchText, vaultSearchable } from '#domain/vault.ts';
import type { VaultedLead } from '#domain/vault.ts';
import { compareVaulted, NEWEST_FIRST } from '#domain/vault-order.ts';
import type { VaultOrder } from '#domain/vault-order.ts';
import { ofFewLetters } from '#tests/support/searches.ts';
import { Aborted } from './store-samples.ts';

export type VaultUnderTest = {
  readonly atomically: Atomically;
  readonly vault: Vault;
  readonly close: () => Promise<void>;
};

const MONDAY = Date.UTC(2026, 10, 2, 15);

const CONTACT: Contact = {
  firstName: 'Ann',
  lastName: 'Poe',
  email: 'ann@example.com',
  phone: '5125550100',
  address1: '1 Elm St',
};

const leadWith = (standing: LeadStanding, change: Partial<Lead> = {}): Lead => ({
  id: uuid(),
  place: { city: 'Austin', state: 'TX' },
  contact: CONTACT,
  description: 'Wants three bedrooms.',
  price: 4_900,
  standing,
  ...change,
});

const vaulted = (vaultedAt: Instant, change: Partial<Lead> = {}): Lead =>
  leadWith({ state: 'vaulted', listedAt: MONDAY - 7 * DAY, vaultedAt }, change);

const named = (vaultedAt: Instant, contact: Partial<Contact>, city = 'Austin', state: StateCode = 'TX'): Lead =>
  vaulted(vaultedAt, { contact: { ...CONTACT, ...contact }, place: { city, state } });

const ORDERS = (['date', 'price'] as const).flatMap((by) =>
  (['desc', 'asc'] as const).map((direction): VaultOrder => ({ by, direction })),
);

const shown = ({ id, contact, place, description, price, standing }: Lead): VaultedLead => ({
  id,
  ...contact,
  ...place,
  description,
  price,
  vaultedAt: standing.state === 'vaulted' ? standing.vaultedAt : Number.NaN,
});

const aName = (): fc.Arbitrary<string> => ofFewLetters(['Ø', 'æ', '@', '\n'], 5);

const FEW_STATES = ['TX', 'OH', 'NY'] as const;

const aVaultedLead = (from: Instant): fc.Arbitrary<Lead> =>
  fc
    .record({
      names: fc.tuple(aName(), aName(), aName(), fc.option(aName(), { nil: undefined })),
      state: fc.constantFrom(...FEW_STATES),
      price: fc.integer({ min: 1, max: 4 }),
      hours: fc.integer({ min: -1, max: 6 }),
    })
    .map(({ names: [city, firstName, lastName, email], state, price, hours }) =>
      vaulted(from + hours * HOUR, {
        place: { city, state },
        contact: { firstName, lastName, email, phone: undefined, address1: undefined },
        price,
      }),
    );

const aQuery = (from: Instant, texts: readonly string[]): fc.Arbitrary<VaultQuery> =>
  fc
    .record({
      search: fc.oneof(
        fc.constant(''),
        aName(),
        fc
          .tuple(fc.constantFrom(...texts), fc.nat({ max: 6 }), fc.integer({ min: 1, max: 4 }))
          .map(([text, start, length]) => text.slice(start, start + length)),
        fc.string({ unit: 'grapheme', maxLength: 3 }),
      ),
      state: fc.option(fc.constantFrom(...FEW_STATES), { nil: undefined }),
      order: fc.constantFrom(...ORDERS),
      after: fc.integer({ min: -2, max: 3 }),
      until: fc.integer({ min: 2, max: 7 }),
    })
    .map(({ search, state, order, after, until }) => ({
      search: vaultSearchable(search),
      state,
      order,
      vaultedAfter: from + after * HOUR,
      until: from + until * HOUR,
    }));

/** What every vault promises, over the store that fills it. */
export const vaultContract = (name: string, open: () => Promise<VaultUnderTest>): void => {
  describe(`the vault ${name}`, () => {
    let subject: VaultUnderTest;
    // Every test vaults its leads in a time of its own.
    let start = MONDAY;
    const nextTime = (): Instant => (start += 1_000 * DAY);
    const add = (leads: readonly Lead[]) => subject.atomically((repositories) => repositories.leads.add(leads));
    const queryAt = (from: Instant, change: Partial<VaultQuery> = {}): VaultQuery => ({
      search: '',
      state: undefined,
      order: NEWEST_FIRST,
      vaultedAfter: from - 1,
      until: from + 100 * DAY,
      ...change,
    });
    const pageAt = (from: Instant, change: Partial<VaultQuery> = {}, page = { page: 1, size: 10 }) =>
      subject.vault.page({ ...queryAt(from, change), page });
    const found = async (from: Instant, search: string, change: Partial<VaultQuery> = {}) =>
      (await pageAt(from, { search: vaultSearchable(search), ...change }, { page: 1, size: 100 })).rows.map(
        ({ id }) => id,
      );
    const batches = async (query: VaultQuery, atMost: number) => {
      const all: (readonly VaultedLead[])[] = [];
      for await (const batch of subject.vault.all({ ...query, atMost })) all.push(batch);
      return all;
    };
    const idsOf = (leads: readonly { readonly id: string }[]) => leads.map(({ id }) => id);
    const expire = (ids: readonly string[]) =>
      subject.atomically(async ({ leads }) => {
        for (const id of ids) {
          const lead = await leads.find(id);
          if (lead?.standing.state !== 'vaulted') throw new Aborted();
          const { listedAt, vaultedAt } = lead.standing;
          await leads.save({ ...lead, standing: { state: 'expired', listedAt, vaultedAt, expiredAt: vaultedAt } });
        }
      });

    beforeAll(async () => {
      subject = await open();
    });
    afterAll(() => subject.close());

    it('shows at once what has been done before to whoever asks for a fresh list', async () => {
      const from = nextTime();
      const ids: string[] = [];
      for (let time = 0; time < 10; time += 1) {
        const lead = vaulted(from + time);
        await add([lead]);
        ids.unshift(lead.id);
        expect(idsOf((await pageAt(from, { fresh: true })).rows)).toEqual(ids);
        expect(idsOf((await batches(queryAt(from, { fresh: true }), 100)).flat())).toEqual(ids);
      }
    });

    describe('shows leads', () => {
      it('with everything that is known of them', async () => {
        const from = nextTime();
        const bare = { firstName: 'Bo', lastName: '', email: undefined, phone: undefined, address1: undefined };
        const [whole, empty] = [vaulted(from + 1), vaulted(from, { contact: bare, description: '' })];
        await add([whole, empty]);
        const common = { city: 'Austin', state: 'TX', price: 4_900 };
        expect((await pageAt(from)).rows).toStrictEqual([
          { ...common, ...CONTACT, id: whole.id, description: 'Wants three bedrooms.', vaultedAt: from + 1 },
          { ...common, ...bare, id: empty.id, description: '', vaultedAt: from },
        ]);
        expect(await batches(queryAt(from), 10)).toStrictEqual([(await pageAt(from)).rows]);
      });

      it('vaulted after the first instant asked for, up to the last', async () => {
        const from = nextTime();
        const leads = [0, 1, 90 * DAY, 90 * DAY + 1].map((offset) => vaulted(from + offset));
        await add(leads);
        const window = { vaultedAfter: from, until: from + 90 * DAY };
        const page = await pageAt(from, window);
        expect(idsOf(page.rows)).toEqual([leads[2]?.id, leads[1]?.id]);
        expect(page).toMatchObject({ totalItems: 2, totalAll: 2 });
        expect((await batches(queryAt(from, window), 10)).map(idsOf)).toEqual([[leads[2]?.id, leads[1]?.id]]);
      });

      it('of no other standing', async () => {
        const from = nextTime();
        const listedAt = from;
        const kept = vaulted(from);
        await add([
          kept,
          leadWith({ state: 'listed', listedAt }),
          leadWith({ state: 'sold', listedAt, soldAt: from, purchaseId: uuid() }),
          leadWith({ state: 'expired', listedAt, vaultedAt: from, expiredAt: from }),
          leadWith({ state: 'withdrawn', listedAt, withdrawnAt: from }),
        ]);
        for (const search of ['', 'austin']) {
          expect(await found(from, search)).toEqual([kept.id]);
          expect((await batches(queryAt(from, { search }), 10)).map(idsOf)).toEqual([[kept.id]]);
        }
        expect((await pageAt(from)).totalAll).toBe(1);
      });

      it('from the moment they are vaulted, until they expire', async () => {
        const from = nextTime();
        const lead = leadWith({ state: 'listed', listedAt: from });
        await add([lead]);
        expect(await found(from, 'austin')).toEqual([]);
        await subject.atomically(async ({ leads }) => {
          await leads.find(lead.id);
          await leads.save({ ...lead, standing: { state: 'vaulted', listedAt: from, vaultedAt: from } });
        });
        expect(await found(from, 'austin')).toEqual([lead.id]);
        await expire([lead.id]);
        expect(await found(from, 'austin')).toEqual([]);
      });

      it('in all four orders', async () => {
        const from = nextTime();
        const id = (last: string) => `0198c5f0-0000-7000-8000-00000000020${last}`;
        const [a, b, c, d, e] = [
          vaulted(from, { price: 5, id: id('a') }),
          vaulted(from, { price: 5, id: id('b') }),
          vaulted(from + 2, { price: 4, id: id('c') }),
          vaulted(from + 1, { price: 5, id: id('d') }),
          vaulted(from, { price: 6, id: id('e') }),
        ];
        await add([c, e, a, d, b]);
        const order = async (by: VaultOrder['by'], direction: VaultOrder['direction']) =>
          idsOf((await pageAt(from, { order: { by, direction } })).rows);
        const ids = (leads: readonly Lead[]) => idsOf(leads);
        expect(await order('date', 'desc')).toEqual(ids([c, d, e, b, a]));
        expect(await order('date', 'asc')).toEqual(ids([a, b, e, d, c]));
        expect(await order('price', 'desc')).toEqual(ids([e, d, b, a, c]));
        expect(await order('price', 'asc')).toEqual(ids([c, a, b, d, e]));
      });

      it('of a state only, and counts all of the vault beside', async () => {
        const from = nextTime();
        const [texan, buckeye] = [named(from, {}), named(from, {}, 'Austin', 'OH')];
        await add([texan, buckeye]);
        const page = await pageAt(from, { state: 'OH' });
        expect(idsOf(page.rows)).toEqual([buckeye.id]);
        expect(page).toMatchObject({ totalItems: 1, totalAll: 2, totalPages: 1 });
        expect(await pageAt(from, { state: 'NY' })).toMatchObject({ rows: [], totalItems: 0, totalAll: 2 });
        expect(await found(from, 'poe', { state: 'TX' })).toEqual([texan.id]);
      });

      it('page by page, the last one for every page past the end', async () => {
        const from = nextTime();
        const leads = Array.from({ length: 23 }, (_, index) => vaulted(from + index)).toReversed();
        await add([...leads, named(from, { firstName: 'Zoe' }, 'Utica', 'NY')]);
        const asked = { state: 'TX', search: 'poe' } as const;
        const pages = await Promise.all(
          [1, 2, 3, 4, 999_999_999].map((page) => pageAt(from, asked, { page, size: 10 })),
        );
        const ids = idsOf(leads);
        const expected = [ids.slice(0, 10), ids.slice(10, 20), ids.slice(20), ids.slice(20), ids.slice(20)];
        expect(pages.map(({ rows }) => idsOf(rows))).toEqual(expected);
        expect(pages.map(({ currentPage }) => currentPage)).toEqual([1, 2, 3, 3, 3]);
        for (const page of pages) expect(page).toMatchObject({ totalPages: 3, totalItems: 23, totalAll: 24 });
      });

      it('page 1 of 0 when there are none, or none is found', async () => {
        const from = nextTime();
        const nothing = { rows: [], currentPage: 1, totalPages: 0, totalItems: 0, totalAll: 0 };
        expect(await pageAt(from)).toStrictEqual(nothing);
        expect(await pageAt(from, { search: 'poe' }, { page: 7, size: 100 })).toStrictEqual(nothing);
        expect(await batches(queryAt(from), 10)).toEqual([]);
        await add([vaulted(from)]);
        const unfound = { ...nothing, totalAll: 1 };
        expect(await pageAt(from, { search: 'nobody' }, { page: 7, size: 100 })).toStrictEqual(unfound);
      });
    });

    describe('searches', () => {
      it('any part of the city, the names, "first last" and the e-mail, whatever its case and accents', async () => {
        const from = nextTime();
        const email = 'Joe.Smith@Example.com';
        const jose = named(from, { firstName: 'José', lastName: 'Núñez-Ortiz', email }, 'Cañon City', 'OH');
        await add([jose, named(from, {})]);
        const parts = ['CANON', 'cañon', 'non ci', 'jose', 'OSÉ', 'nuñez', 'nunez ortiz', 'José Núñez', 'se nu'];
        for (const part of [...parts, 'joe.smith', 'SMITH@example', '.com'])
          expect(await found(from, part, { state: 'OH' }), part).toEqual([jose.id]);
        for (const other of ['nunez jose', 'josen', 'smith joe', '5125550100', 'elm', 'bedrooms', 'oh', '4900'])
          expect(await found(from, other, { state: 'OH' }), other).toEqual([]);
      });

      it('by the letters of every keyboard, and by its own', async () => {
        const from = nextTime();
        const bjorn = named(from, { firstName: 'Bjørn', lastName: 'Æsøy-Strauß' });
        await add([bjorn, named(from, {})]);
        for (const part of ['bjorn', 'BJØRN', 'aesoy strauss', 'æsøy', 'Strauß'])
          expect(await found(from, part), part).toEqual([bjorn.id]);
      });

      it('never across two parts', async () => {
        const from = nextTime();
        await add([named(from, { firstName: 'Ann', lastName: 'Poe', email: 'ann@example.com' }, 'Austin')]);
        for (const across of ['poe ann', 'poeann', 'austin ann', 'austinann', 'poe\nann', 'n a'])
          expect(await found(from, across), across).toEqual([]);
      });

      it('a lead without an e-mail, or without a name', async () => {
        const from = nextTime();
        const [mailless, nameless] = [
          named(from, { firstName: 'Bo', lastName: 'Ek', email: undefined }),
          named(from, { firstName: '', lastName: '', email: 'x@example.com' }),
        ];
        await add([mailless, nameless]);
        expect(await found(from, 'bo ek')).toEqual([mailless.id]);
        expect(await found(from, 'x@')).toEqual([nameless.id]);
        for (const word of ['undefined', 'null']) expect(await found(from, word)).toEqual([]);
      });

      it('every apostrophe that is typed or was imported as one and the same', async () => {
        const from = nextTime();
        const signs = ["'", '’', '‘', 'ʼ', 'ʻ', '`', '´'];
        const leads = signs.map((sign) => named(from, { lastName: `O${sign}Brien` }, `Coeur d${sign}Alene`));
        await add(leads);
        const all = idsOf(leads).toSorted();
        for (const sign of signs)
          for (const text of [`O${sign}Brien`, `d${sign}a`, `Ann o${sign}b`])
            expect((await found(from, text)).toSorted(), text).toEqual(all);
      });

      it('signs of a pattern as what they are', async () => {
        const from = nextTime();
        const odd = named(from, { firstName: '100%', lastName: 'a_b', email: String.raw`c\d` });
        await add([odd, named(from, { firstName: '1000', lastName: 'axb', email: 'c/d' })]);
        for (const text of ['%', '0%', '_', 'a_b', '\\', String.raw`c\d`])
          expect(await found(from, text), text).toEqual([odd.id]);
        for (const text of ['1%0', '__', '%%', String.raw`\\`, String.raw`\%`, "'", '\0', 'a\0'])
          expect(await found(from, text), text).toEqual([]);
      });

      it('and sorts as the domain says, whatever is asked and whatever leads are called', async () => {
        const from = nextTime();
        const leads = fc.sample(aVaultedLead(from), 150);
        await add(leads);
        const texts = leads.map((lead) => vaultSearchText(shown(lead)));
        await fc.assert(
          fc.asyncProperty(aQuery(from, texts), fc.integer({ min: 1, max: 7 }), async (query, page) => {
            const all = leads
              .map(shown)
              .filter((lead) => lead.vaultedAt > query.vaultedAfter && lead.vaultedAt <= query.until);
            const expected = all
              .filter(({ state }) => query.state === undefined || state === query.state)
              .filter((lead) => isInVaultSearch(vaultSearchText(lead), query.search))
              .toSorted(compareVaulted(query.order));
            const totalPages = Math.ceil(expected.length / 30);
            const currentPage = Math.max(1, Math.min(page, totalPages));
            expect(await subject.vault.page({ ...query, page: { page, size: 30 } })).toStrictEqual({
              rows: expected.slice((currentPage - 1) * 30, currentPage * 30),
              currentPage,
              totalPages,
              totalItems: expected.length,
              totalAll: all.length,
            });
            expect((await batches(query, 150)).flat()).toStrictEqual(expected);
          }),
          { numRuns: 150 },
        );
      });
    });

    describe('hands out all leads', () => {
      let from: Instant;
      const leads: Lead[] = [];
      beforeAll(async () => {
        from = nextTime();
        // Many leads with one instant and price, so that batches end among them.
        for (let index = 0; index < 1_700; index += 1)
          leads.push(vaulted(from + Math.floor(index / 300), { price: 1_000 + (index % 2) }));
        await add(leads);
      });

      it.each(ORDERS)('of all pages, in their order, some hundreds at a time: $by $direction', async (order) => {
        const pages = await Promise.all(
          Array.from({ length: 17 }, (_, index) => pageAt(from, { order }, { page: index + 1, size: 100 })),
        );
        const all = await batches(queryAt(from, { order }), 10_000);
        expect(idsOf(all.flat())).toEqual(pages.flatMap(({ rows }) => idsOf(rows)));
        expect(all.flat()).toHaveLength(1_700);
        for (const batch of all) expect(batch.length).toBeLessThanOrEqual(500);
        expect(all.every((batch) => batch.length > 0)).toBe(true);
      });

      it('no more than asked for', async () => {
        const ids = idsOf((await batches(queryAt(from), 10_000)).flat());
        for (const atMost of [0, 1, 100, 101, 250, 251, 349, 350, 351, 1_000, 1_700, 1_701])
          expect(idsOf((await batches(queryAt(from), atMost)).flat()), `${atMost}`).toEqual(ids.slice(0, atMost));
      });

      it('and lets others do something in between', async () => {
        let turns = 0;
        const turn = (): void => {
          turns += 1;
          next = setImmediate(turn);
        };
        let next = setImmediate(turn);
        const seen: number[] = [];
        try {
          for await (const batch of subject.vault.all({ ...queryAt(from), atMost: 10_000 }))
            if (batch.length > 0) seen.push(turns);
        } finally {
          clearImmediate(next);
        }
        expect(seen.length).toBeGreaterThan(3);
        expect(new Set(seen).size).toBe(seen.length);
      });

      it('to somebody who stops after the first of them', async () => {
        for await (const batch of subject.vault.all({ ...queryAt(from), atMost: 10_000 })) {
          expect(batch.length).toBeLessThanOrEqual(500);
          break;
        }
        expect((await pageAt(from)).totalAll).toBe(1_700);
      });

      it.each(ORDERS)('once, while others come and go: $by $direction', async (order) => {
        const time = nextTime();
        const stays = Array.from({ length: 1_200 }, (_, index) => vaulted(time + (index % 7) * HOUR));
        const goes = Array.from({ length: 300 }, (_, index) => vaulted(time + (index % 7) * HOUR));
        await add([...stays, ...goes]);
        const met: string[] = [];
        const comes: string[] = [];
        let round = 0;
        for await (const batch of subject.vault.all({ ...queryAt(time, { order }), atMost: 10_000 })) {
          met.push(...idsOf(batch));
          await expire(idsOf(goes.slice(round * 75, round * 75 + 75)));
          const added = Array.from({ length: 75 }, (_, index) => vaulted(time + (index % 7) * HOUR + round));
          comes.push(...idsOf(added));
          await add(added);
          round += 1;
        }
        expect(round).toBeGreaterThanOrEqual(3);
        const once = new Set(met);
        expect(once.size).toBe(met.length);
        expect(idsOf(stays).filter((id) => !once.has(id))).toEqual([]);
        const known = new Set([...idsOf(stays), ...idsOf(goes), ...comes]);
        expect(met.filter((id) => !known.has(id))).toEqual([]);
      });
    });
  });
};
