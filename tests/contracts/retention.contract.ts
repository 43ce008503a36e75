import { AsyncResource } from 'node:async_hooks';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Atomically, Repositories } from '#application/ports/atomically.ts';
import { MINUTE } from '#domain/instant.ts';
import type { Instant } from '#domain/instant.ts';
import type { Purchase, TermsAcceptance } from '#domain/purchase.ts';
import { forgetBuyer } from '#domain/purchase-memory.ts';
import {
  Aborted,
  hashOf,
  lostWith,
  NOW,
  settledBy,
  someAccount,
  someLead,
  somePurchase,
  storeInUse,
} from './store-samples.ts';
import type { StoreUnderTest } from './store-samples.ts';

const TERMS: TermsAcceptance = {
  version: '1',
  textHash: 'hash',
  acceptedAt: NOW,
  clientAddress: '203.0.113.7',
  userAgent: 'a browser',
};

const abandonedAt = (at: Instant): Purchase['progress'] => ({ state: 'abandoned', abandonedAt: at });

/** A kind of rows that expire: how one is made, whether it exists, and how old ones are removed. */
type Kind = {
  readonly add: (repositories: Repositories, id: string, at: Instant) => Promise<void>;
  readonly isThere: (repositories: Repositories, id: string) => Promise<boolean>;
  readonly removeOld: (repositories: Repositories, until: Instant, limit: number) => Promise<number>;
};

const accountId = uuid();

const session =
  (createdAt: (at: Instant) => Instant, seenAt: (at: Instant) => Instant): Kind['add'] =>
  ({ sessions }, id, at) =>
    sessions.add({ hash: hashOf(id), accountId, createdAt: createdAt(at), seenAt: seenAt(at) });

const isSession: Kind['isThere'] = async ({ sessions }, id) => (await sessions.find(hashOf(id))) !== undefined;

const KINDS: readonly (readonly [name: string, kind: Kind])[] = [
  [
    'sessions last seen',
    {
      add: session(
        (at) => at,
        (at) => at,
      ),
      isThere: isSession,
      removeOld: ({ sessions }, until, limit) => sessions.removeOld({ seenUntil: until, createdUntil: 0 }, limit),
    },
  ],
  [
    'sessions begun',
    {
      add: session(
        (at) => at,
        () => NOW,
      ),
      isThere: isSession,
      removeOld: ({ sessions }, until, limit) => sessions.removeOld({ seenUntil: 0, createdUntil: until }, limit),
    },
  ],
  [
    'tokens',
    {
      add: ({ tokens }, id, at) =>
        tokens.add({
          hash: hashOf(id),
          accountId,
          purpose: 'VERIFY_EMAIL',
          email: 'a@example.com',
          createdAt: at,
          end: { is: 'none' },
        }),
      isThere: async ({ tokens }, id) => (await tokens.find(hashOf(id))) !== undefined,
      removeOld: ({ tokens }, until, limit) => tokens.removeOld(until, limit),
    },
  ],
  [
    'accounts that nobody has verified',
    {
      add: ({ accounts }, id, at) =>
        accounts.add(someAccount({ id, verification: { state: 'unverified' }, createdAt: at })),
      isThere: async ({ accounts }, id) => (await accounts.find(id)) !== undefined,
      removeOld: ({ accounts }, until, limit) => accounts.removeNeverVerified(until, limit),
    },
  ],
  [
    'notifications',
    {
      add: async ({ notifications }, id, at) => void (await notifications.remember({ id, receivedAt: at })),
      // Asking stores the id, so it is asked in a transaction that is rolled back.
      isThere: async ({ notifications }, id) => !(await notifications.remember({ id, receivedAt: NOW })),
      removeOld: ({ notifications }, until, limit) => notifications.removeOld(until, limit),
    },
  ],
  [
    'contact messages',
    {
      add: ({ contactMessages }, id, at) =>
        contactMessages.add({
          id,
          name: 'Ann',
          email: 'a@example.com',
          subject: 'Hi',
          text: 'Ten characters.',
          receivedAt: at,
          isSpam: false,
        }),
      isThere: async ({ contactMessages }, id) => (await contactMessages.find(id)) !== undefined,
      removeOld: ({ contactMessages }, until, limit) => contactMessages.removeOld(until, limit),
    },
  ],
];

/** What every store promises about data with a limited life. `serial`: transactions of this store never meet. */
export const retentionContract = (
  name: string,
  open: () => Promise<StoreUnderTest>,
  { serial = false }: { readonly serial?: boolean } = {},
): void => {
  describe(`what is kept for a time in the store ${name}`, () => {
    let store: StoreUnderTest;
    const atomically: Atomically = (work) => store.atomically(work);
    const { add, purchase } = storeInUse(() => store);
    const outside = new AsyncResource('outside of any transaction');
    const besides = <T>(work: () => Promise<T>): Promise<T> => outside.runInAsyncScope(work);
    // Each test has a time of its own, before that of earlier tests.
    let time = NOW;
    const earlier = (): Instant => (time -= 1_000 * MINUTE);

    beforeAll(async () => {
      store = await open();
      await atomically(({ accounts }) => accounts.add(someAccount({ id: accountId })));
    });
    afterAll(() => store.close());

    describe.each(KINDS)('of old rows: %s', (_, kind) => {
      const rows = async (until: Instant, offsets: readonly number[]): Promise<readonly string[]> => {
        const ids = offsets.map(() => uuid());
        await atomically(async (repositories) => {
          for (const [place, id] of ids.entries()) await kind.add(repositories, id, until + (offsets[place] ?? 0));
        });
        return ids;
      };
      const there = async (ids: readonly string[]): Promise<readonly string[]> => {
        const found: string[] = [];
        await atomically(async (repositories) => {
          found.length = 0;
          for (const id of ids) if (await kind.isThere(repositories, id)) found.push(id);
          throw new Aborted();
        }).catch(() => {});
        return found;
      };
      const removeOld = (until: Instant, limit = 100) => atomically((r) => kind.removeOld(r, until, limit));

      it('are taken away up to the instant, and no younger one', async () => {
        const until = earlier();
        const ids = await rows(until, [-10, -1, 0, 1, 10]);
        expect(await removeOld(until)).toBe(3);
        expect(await there(ids)).toEqual(ids.slice(3));
        expect(await removeOld(until)).toBe(0);
        await removeOld(until + 10);
      });

      it('are taken away no more at a time than is asked for', async () => {
        const until = earlier();
        const ids = await rows(until, [0, 0, 0, 0, 0]);
        expect([await removeOld(until, 2), (await there(ids)).length]).toEqual([2, 3]);
        expect([await removeOld(until, 2), await removeOld(until, 2), await removeOld(until, 2)]).toEqual([2, 1, 0]);
      });

      it('are there again when the work throws', async () => {
        const until = earlier();
        const ids = await rows(until, [0, 0]);
        const work = atomically(async (r) => {
          await kind.removeOld(r, until, 100);
          throw new Aborted();
        });
        await expect(work).rejects.toThrow(Aborted);
        expect(await there(ids)).toEqual(ids);
        await removeOld(until);
      });

      it('are gone also for the work that has found or added them', async () => {
        const until = earlier();
        const [id = ''] = await rows(until, [0]);
        const added = uuid();
        const found: boolean[] = [];
        const work = atomically(async (repositories) => {
          found.length = 0;
          await kind.isThere(repositories, id);
          await kind.add(repositories, added, until);
          await kind.removeOld(repositories, until, 100);
          for (const each of [id, added]) found.push(await kind.isThere(repositories, each));
          throw new Aborted();
        });
        await expect(work).rejects.toThrow(Aborted);
        expect(found).toEqual([false, false]);
        await atomically(async (repositories) => {
          await kind.add(repositories, added, until);
          await kind.removeOld(repositories, until, 100);
        });
        expect(await there([id, added])).toEqual([]);
      });

      it('are all gone once several have taken them away at once', async () => {
        const until = earlier();
        const ids = await rows(
          until,
          Array.from({ length: 12 }, () => 0),
        );
        const all = async (): Promise<void> => {
          while ((await removeOld(until, 3)) > 0);
        };
        await Promise.all([all(), all(), all()]);
        expect(await there(ids)).toEqual([]);
      });
    });

    describe('of buyers whose purchase came to nothing', () => {
      const find = (until: Instant, limit = 100) => atomically((r) => r.purchases.findToForget(until, limit));
      const lost = (at: Instant, is: 'held' | 'released' = 'released'): Purchase['progress'] => ({
        ...(lostWith(is) as Extract<Purchase['progress'], { readonly state: 'lost' }>),
        lostAt: at,
      });
      const lapsed = (at: Instant, buyerEmail?: string): Purchase['progress'] => ({
        state: 'lapsed',
        lapsedAt: at,
        buyerEmail,
      });

      it('finds those that still tell of them, up to the instant, longest ended first', async () => {
        const until = earlier();
        const own = someLead();
        const wanted = [
          somePurchase(own.id, { progress: lapsed(until - 5, 'lapsed@example.com') }),
          somePurchase(own.id, { progress: lapsed(until - 4), terms: TERMS }),
          somePurchase(own.id, { progress: abandonedAt(until - 3), terms: TERMS }),
          somePurchase(own.id, { progress: lost(until - 2) }),
          somePurchase(own.id, { progress: abandonedAt(until - 1), userId: uuid() }),
          somePurchase(own.id, { progress: lost(until), terms: TERMS }),
        ];
        const others = [
          somePurchase(own.id, { progress: lapsed(until - 3) }),
          somePurchase(own.id, { progress: lapsed(until + 1, 'lapsed@example.com') }),
          somePurchase(own.id, { progress: abandonedAt(until - 3) }),
          somePurchase(own.id, { progress: abandonedAt(until + 1), terms: TERMS }),
          somePurchase(own.id, { progress: lost(until - 3, 'held'), terms: TERMS }),
          somePurchase(own.id, { openedAt: until - 3, terms: TERMS }),
          somePurchase(own.id, { openedAt: until - 3, terms: TERMS, progress: settledBy('a@example.com') }),
        ];
        await add([own], [...others, ...wanted].toReversed());
        expect(await find(until)).toStrictEqual(wanted);
        expect(await find(until, 2)).toStrictEqual(wanted.slice(0, 2));
        await atomically(async ({ purchases }) => {
          for (const each of await purchases.findToForget(until, 100)) await purchases.save(forgetBuyer(each));
        });
        expect(await find(until)).toEqual([]);
        for (const each of wanted) expect(await purchase(each.id)).toStrictEqual(forgetBuyer(each));
        for (const each of others) expect(await purchase(each.id)).toStrictEqual(each);
      });

      it('leaves those out that another process holds', async (test) => {
        test.skip(serial, 'here two transactions never meet');
        const until = earlier();
        const own = someLead();
        const [first, second] = [1, 2].map((offset) =>
          somePurchase(own.id, { progress: abandonedAt(until - 10 + offset), terms: TERMS }),
        ) as [Purchase, Purchase];
        await add([own], [first, second]);
        await atomically(async ({ purchases }) => {
          expect(await purchases.findToForget(until, 1)).toStrictEqual([first]);
          expect(await besides(() => find(until))).toStrictEqual([second]);
        });
      });
    });
  });
};
