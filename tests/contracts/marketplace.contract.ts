import fc from 'fast-check';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Atomically } from '#application/ports/atomically.ts';
import type { Marketplace } from '#application/ports/marketplace.ts';
import { DAY, HOUR } from '#domain/instant.ts';
import type { Instant } from '#domain/instant.ts';
import type { Lead, LeadStanding, Place } from '#domain/lead.ts';
import { isFound, leadSearch, readAmong } from '#domain/lead-search.ts';
import type { LeadSearch } from '#domain/lead-search.ts';
import { aLead, aStateCode } from '#tests/support/arbitrary.ts';
import { aCity, aRealWord, aSearchText } from '#tests/support/searches.ts';

export type MarketplaceUnderTest = {
  readonly atomically: Atomically;
  readonly marketplace: Marketplace;
  readonly close: () => Promise<void>;
};

const MONDAY = Date.UTC(2026, 10, 2, 15);
const EVERYTHING: LeadSearch = { by: 'everything' };

const leadWith = (standing: LeadStanding, change: Partial<Lead> = {}): Lead => ({
  id: uuid(),
  place: { city: 'Austin', state: 'TX' },
  contact: { firstName: 'Ann', lastName: 'Poe', email: 'ann@example.com', phone: '5125550100', address1: '1 Elm St' },
  description: 'Wants three bedrooms.',
  price: 4_900,
  standing,
  ...change,
});

const listed = (listedAt: Instant, change: Partial<Lead> = {}): Lead => leadWith({ state: 'listed', listedAt }, change);
const vaulted = (vaultedAt: Instant, change: Partial<Lead> = {}): Lead =>
  leadWith({ state: 'vaulted', listedAt: MONDAY - 7 * DAY, vaultedAt }, change);

/** What every marketplace promises, over the store that fills it. */
export const marketplaceContract = (name: string, open: () => Promise<MarketplaceUnderTest>): void => {
  describe(`the marketplace ${name}`, () => {
    let subject: MarketplaceUnderTest;
    // Every test lists its leads in a time of its own.
    let start = MONDAY;
    const nextTime = (): Instant => (start += 1_000 * DAY);
    /** The places of all leads, those of other tests too. */
    const known: Place[] = [];
    const add = (leads: readonly Lead[]) => {
      known.push(...leads.map(({ place }) => place));
      return subject.atomically((repositories) => repositories.leads.add(leads));
    };
    const unsold = (from: Instant, change: Partial<Parameters<Marketplace['unsold']>[0]> = {}) =>
      subject.marketplace.unsold({
        search: EVERYTHING,
        page: { page: 1, size: 10 },
        from,
        until: from + 100 * DAY,
        ...change,
      });
    const idsOf = ({ rows }: { readonly rows: readonly { readonly id: string }[] }) => rows.map(({ id }) => id);

    beforeAll(async () => {
      subject = await open();
    });
    afterAll(() => subject.close());

    it('shows at once what has been done before to whoever asks for a fresh list', async () => {
      const from = nextTime();
      const ids: string[] = [];
      for (let time = 0; time < 10; time += 1) {
        const [offered, example] = [listed(from + time), vaulted(from + time, { price: 5_000 + time })];
        await add([offered, example]);
        ids.unshift(offered.id);
        expect(idsOf(await unsold(from, { fresh: true }))).toEqual(ids);
        const window = { count: 1, vaultedAfter: from - 1, until: from + DAY, fresh: true };
        expect(idsOf({ rows: await subject.marketplace.dearestVaulted(window) })).toEqual([example.id]);
      }
    });

    describe('shows unsold leads', () => {
      it('newest first, then by id', async () => {
        const from = nextTime();
        const [old, b, a, newest] = [
          listed(from),
          listed(from + HOUR, { id: '0198c5f0-0000-7000-8000-00000000000b' }),
          listed(from + HOUR, { id: '0198c5f0-0000-7000-8000-00000000000a' }),
          listed(from + HOUR + 1),
        ];
        await add([old, b, a, newest]);
        expect(idsOf(await unsold(from))).toEqual([newest.id, a.id, b.id, old.id]);
      });

      it('without any field of the contact', async () => {
        const from = nextTime();
        const [whole, bare] = [
          listed(from + 1),
          listed(from, {
            description: '',
            contact: { firstName: 'Bo', lastName: '', email: undefined, phone: undefined, address1: undefined },
          }),
        ];
        await add([whole, bare]);
        const common = { city: 'Austin', state: 'TX', price: 4_900 };
        expect((await unsold(from)).rows).toStrictEqual([
          { ...common, id: whole.id, description: 'Wants three bedrooms.', hasEmail: true, hasPhoneNumber: true },
          { ...common, id: bare.id, description: '', hasEmail: false, hasPhoneNumber: false },
        ]);
      });

      it('listed from the first instant asked for up to the last', async () => {
        const from = nextTime();
        const leads = [-1, 0, 5, 10, 11].map((offset) => listed(from + offset));
        await add(leads);
        const found = await unsold(from, { until: from + 10 });
        expect(idsOf(found)).toEqual([leads[3]?.id, leads[2]?.id, leads[1]?.id]);
        expect(found.totalItems).toBe(3);
      });

      it('of no other standing', async () => {
        const from = nextTime();
        const leads = fc.sample(aLead(), 60).map((lead) => ({
          ...lead,
          id: uuid(),
          // Long ago, so that no vaulted lead is in the window of another case.
          standing: { ...lead.standing, listedAt: from, ...('vaultedAt' in lead.standing && { vaultedAt: 0 }) },
        }));
        await add(leads);
        const found = await unsold(from, { page: { page: 1, size: 100 } });
        const offered = leads.filter(({ standing }) => standing.state === 'listed');
        expect(idsOf(found)).toEqual(offered.map(({ id }) => id).toSorted());
      });

      it('page by page, the last one for every page past the end', async () => {
        const from = nextTime();
        const leads = Array.from({ length: 23 }, (_, index) => listed(from + index)).toReversed();
        await add(leads);
        const pages = [1, 2, 3, 4, 999_999_999].map((page) => unsold(from, { page: { page, size: 10 } }));
        const found = await Promise.all(pages);
        const ids = leads.map(({ id }) => id);
        const expected = [ids.slice(0, 10), ids.slice(10, 20), ids.slice(20), ids.slice(20), ids.slice(20)];
        expect(found.map(idsOf)).toEqual(expected);
        expect(found.map(({ currentPage }) => currentPage)).toEqual([1, 2, 3, 3, 3]);
        for (const page of found) expect(page).toMatchObject({ totalPages: 3, totalItems: 23 });
      });

      it('page 1 of 0 when there are none', async () => {
        const nothing = { rows: [], currentPage: 1, totalPages: 0, totalItems: 0 };
        const from = nextTime();
        expect(await unsold(from)).toStrictEqual(nothing);
        expect(await unsold(from, { page: { page: 7, size: 100 } })).toStrictEqual(nothing);
      });

      it('that are sold no longer', async () => {
        const from = nextTime();
        const [kept, gone] = [listed(from), listed(from)];
        await add([kept, gone]);
        expect((await unsold(from)).totalItems).toBe(2);
        await subject.atomically(async ({ leads }) => {
          await leads.find(gone.id);
          await leads.save({
            ...gone,
            standing: { state: 'sold', listedAt: from, soldAt: from + HOUR, purchaseId: uuid() },
          });
        });
        expect(idsOf(await unsold(from))).toEqual([kept.id]);
      });
    });

    describe('searches', () => {
      it('as the domain says, whatever is typed and whatever cities are called', async () => {
        const from = nextTime();
        const cities = fc.sample(fc.oneof(aCity(), aRealWord()), 150);
        const codes = fc.sample(aStateCode(), 150);
        const leads = cities.map((city, index) => listed(from, { place: { city, state: codes[index] ?? 'TX' } }));
        await add(leads);
        await fc.assert(
          fc.asyncProperty(aSearchText(), async (text) => {
            const search = leadSearch(text);
            const { rows, totalItems } = await unsold(from, { search, page: { page: 1, size: 100 } });
            const read = readAmong(search, known);
            const expected = leads.filter(({ place }) => isFound(read, place)).map(({ id }) => id);
            expect(totalItems).toBe(expected.length);
            expect(rows.map(({ id }) => id)).toEqual(expected.toSorted().slice(0, 100));
          }),
          { numRuns: 400 },
        );
      });

      it('what it is told to, in every way of searching', async () => {
        const from = nextTime();
        const places = [
          ['Austin', 'TX'],
          ['Port Austin', 'MI'],
          ['Texarkana', 'AR'],
          ['Little Texas', 'VA'],
          ['100%_\\ Town', 'OH'],
        ] as const;
        await add(places.map(([city, state]) => listed(from, { place: { city, state } })));
        const found = async (search: LeadSearch) =>
          (await unsold(from, { search })).rows.map(({ city }) => city).toSorted();
        expect(await found({ by: 'city', wordStart: 'austin' })).toEqual(['Austin', 'Port Austin']);
        expect(await found({ by: 'city', wordStart: 'ustin' })).toEqual([]);
        expect(await found({ by: 'city', wordStart: '100%_\\' })).toEqual(['100%_\\ Town']);
        expect(await found({ by: 'city', wordStart: '1%' })).toEqual([]);
        expect(await found({ by: 'city', wordStart: '10__' })).toEqual([]);
        expect(await found({ by: 'city-and-state', states: ['MI', 'AR'], wordStart: 'aus' })).toEqual(['Port Austin']);
        const tex = (of: 'city' | 'word'): LeadSearch => ({
          by: 'state-or-city',
          states: ['TX'],
          city: { of, start: 'tex' },
        });
        expect(await found(tex('city'))).toEqual(['Austin', 'Texarkana']);
        expect(await found(tex('word'))).toEqual(['Austin', 'Little Texas', 'Texarkana']);
      });
    });

    it('reads a city and a state without a comma only as long as no place is called so, of whatever lead', async () => {
      const from = nextTime();
      const near = listed(from, { place: { city: 'Fox Harbor', state: 'WA' } });
      await add([near]);
      const search = leadSearch('Fox Washington');
      expect(idsOf(await unsold(from, { search }))).toEqual([near.id]);
      const withdrawn = leadWith(
        { state: 'withdrawn', listedAt: from, withdrawnAt: from },
        { place: { city: 'Fox Washington', state: 'MD' } },
      );
      await add([withdrawn]);
      expect((await unsold(from, { search })).totalItems).toBe(0);
      const named = listed(from, { place: withdrawn.place });
      await add([named]);
      expect(idsOf(await unsold(from, { search }))).toEqual([named.id]);
    });

    describe('shows the dearest vaulted leads', () => {
      const dearest = (after: Instant, count = 5) =>
        subject.marketplace.dearestVaulted({ count, vaultedAfter: after, until: after + 90 * DAY });

      it('by price, then the latest vaulted, then the highest id, and no more than asked for', async () => {
        const after = nextTime();
        const id = (last: string) => `0198c5f0-0000-7000-8000-0000000001${last}`;
        const leads = [
          vaulted(after + DAY, { price: 9_000 }),
          vaulted(after + 3 * DAY, { price: 8_000 }),
          vaulted(after + 2 * DAY, { price: 8_000, id: id('0b') }),
          vaulted(after + 2 * DAY, { price: 8_000, id: id('0a') }),
          vaulted(after + DAY, { price: 7_000 }),
          vaulted(after + DAY, { price: 6_000 }),
        ];
        await add(leads.toReversed());
        expect((await dearest(after)).map((lead) => lead.id)).toEqual(leads.slice(0, 5).map((lead) => lead.id));
        expect(await dearest(after, 2)).toHaveLength(2);
      });

      it('vaulted after the first instant asked for, up to the last', async () => {
        const after = nextTime();
        const leads = [0, 1, 90 * DAY, 90 * DAY + 1].map((offset) => vaulted(after + offset));
        await add(leads);
        expect((await dearest(after)).map(({ id }) => id)).toEqual([leads[2]?.id, leads[1]?.id]);
      });

      it('with what the masking needs, and nothing of other standings', async () => {
        const after = nextTime();
        const bare = { firstName: 'Bo', lastName: 'Ek', email: undefined, phone: undefined, address1: undefined };
        const [whole, empty] = [vaulted(after + DAY, { price: 9_000 }), vaulted(after + DAY, { contact: bare })];
        const common = { city: 'Austin', state: 'TX', description: 'Wants three bedrooms.' };
        const expired = leadWith({ state: 'expired', listedAt: after, vaultedAt: after + DAY, expiredAt: after + DAY });
        await add([whole, empty, listed(after + DAY), expired]);
        expect(await dearest(after)).toStrictEqual([
          { ...common, id: whole.id, email: 'ann@example.com', phone: '5125550100', price: 9_000 },
          { ...common, id: empty.id, email: undefined, phone: undefined, price: 4_900 },
        ]);
      });
    });

    it('tells which listing and which vaulting comes first after an instant, and that none does', async () => {
      const now = nextTime();
      const none = now + 500 * DAY;
      expect(await subject.marketplace.firstAfter({ listed: none, vaulted: none })).toEqual({
        listedAt: undefined,
        vaultedAt: undefined,
      });
      await add([
        ...[now, now + 3, now + 2, now + HOUR].map((listedAt) => listed(listedAt)),
        ...[now - 5, now + 8, now + 7].map((vaultedAt) => vaulted(vaultedAt)),
        leadWith({ state: 'sold', listedAt: now + 1, soldAt: now + 1, purchaseId: uuid() }),
        leadWith({ state: 'withdrawn', listedAt: now + 1, withdrawnAt: now + 1 }),
        leadWith({ state: 'expired', listedAt: now, vaultedAt: now + 1, expiredAt: now + 90 * DAY }),
      ]);
      expect(await subject.marketplace.firstAfter({ listed: now, vaulted: now })).toEqual({
        listedAt: now + 2,
        vaultedAt: now + 7,
      });
      expect(await subject.marketplace.firstAfter({ listed: now + 2, vaulted: now + 7 })).toEqual({
        listedAt: now + 3,
        vaultedAt: now + 8,
      });
    });
  });
};
