import { AsyncResource } from 'node:async_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Atomically, Repositories } from '#application/ports/atomically.ts';
import { StoreBusy } from '#application/ports/atomically.ts';
import { DAY, MINUTE } from '#domain/instant.ts';
import type { Instant } from '#domain/instant.ts';
import type { LateRefund, Subscription, SubscriptionProgress } from '#domain/subscription.ts';
import { aSubscription } from '#tests/support/arbitrary.ts';
import { Aborted, NOW, someAccount } from './store-samples.ts';
import type { StoreUnderTest } from './store-samples.ts';

const begun = () => ({ ref: `sub_${uuid()}`, payerRef: 'cus_1', since: NOW, paidThrough: NOW + 30 * DAY });

const OPEN = (): SubscriptionProgress => ({ state: 'open' });
const ABANDONED = (): SubscriptionProgress => ({ state: 'abandoned', abandonedAt: NOW });
const LIVE = (): SubscriptionProgress => ({ state: 'live', ...begun(), endsAt: undefined, isOverdue: false });
const UNWANTED = (): SubscriptionProgress => ({ state: 'unwanted', ...begun(), givesBack: true });
const ENDED = (late?: LateRefund['state']): SubscriptionProgress => {
  const lateRefund = late && { paymentRef: 'pi_late', state: late };
  return { state: 'ended', ...begun(), endedAt: NOW, lateRefund };
};

const someSubscription = (accountId: string, change: Partial<Subscription> = {}): Subscription => ({
  id: uuid(),
  accountId,
  openedAt: NOW,
  checkout: { ref: `cs_${uuid()}`, closesAt: NOW + 31 * MINUTE },
  check: { at: NOW + DAY, count: 0 },
  revision: 0,
  progress: OPEN(),
  ...change,
});

const refOf = ({ progress }: Subscription): string => ('ref' in progress ? progress.ref : '');

/** What every store promises about subscriptions. `serial`: transactions of this store wait for each other, so that two never meet. */
export const subscriptionsContract = (
  name: string,
  open: () => Promise<StoreUnderTest>,
  { serial = false }: { readonly serial?: boolean } = {},
): void => {
  describe(`subscriptions in the store ${name}`, () => {
    let store: StoreUnderTest;
    const atomically: Atomically = (work) => store.atomically(work);
    const newAccount = async (): Promise<string> => {
      const account = someAccount();
      await atomically(({ accounts }) => accounts.add(account));
      return account.id;
    };
    const add = (...added: readonly Subscription[]) =>
      atomically(async ({ subscriptions }) => {
        for (const each of added) await subscriptions.add(each);
      });
    const change = (id: string, changes: Partial<Subscription>) =>
      atomically(async ({ subscriptions }) => {
        const found = await subscriptions.find(id);
        if (found === undefined) throw new Aborted();
        await subscriptions.save({ ...found, ...changes });
      });
    const subscription = (id: string) => atomically(({ subscriptions }) => subscriptions.find(id));
    const ofAccount = (id: string) => atomically(({ subscriptions }) => subscriptions.findOfAccount(id));
    const due = (now: Instant, limit = 100) => atomically(({ subscriptions }) => subscriptions.findDue(now, limit));
    const busy = (work: (repositories: Repositories) => Promise<unknown>) =>
      expect(atomically(work)).rejects.toBeInstanceOf(StoreBusy);
    const itWhenTwoMeet = it.skipIf(serial);
    const outside = new AsyncResource('outside of any transaction');
    /** Runs outside the async context of the transaction, as another caller would. */
    const besides = <T>(work: () => Promise<T>): Promise<T> => outside.runInAsyncScope(work);

    beforeAll(async () => {
      store = await open();
    });
    afterAll(() => store.close());

    describe('keeps values', () => {
      it('keeps every subscription, whatever its progress', async () => {
        await fc.assert(
          fc.asyncProperty(aSubscription(), aSubscription(), async (one, other) => {
            const own = { id: uuid(), accountId: await newAccount() };
            const ofOwn = ({ checkout, progress, ...rest }: Subscription): Subscription => ({
              ...rest,
              ...own,
              checkout: checkout && { ...checkout, ref: checkout.ref + uuid() },
              progress: 'ref' in progress ? { ...progress, ref: progress.ref + uuid() } : progress,
            });
            const [before, after] = [ofOwn(one), ofOwn(other)];
            await add(before);
            expect(await subscription(own.id)).toStrictEqual(before);
            await change(own.id, after);
            expect(await subscription(own.id)).toStrictEqual(after);
          }),
          { numRuns: 80 },
        );
      });

      it('finds nothing under an unknown or impossible key', async () => {
        await atomically(async ({ subscriptions }) => {
          for (const key of [uuid(), uuid().toUpperCase(), 'none', '', '\0', "'; drop table subscription; --"]) {
            expect(await subscriptions.find(key)).toBeUndefined();
            expect(await subscriptions.findByCheckout(key)).toBeUndefined();
            expect(await subscriptions.findByRef(key)).toBeUndefined();
            expect(await subscriptions.findOfAccount(key)).toEqual([]);
          }
        });
      });

      it('copies values on their way in and out', async () => {
        type Mutable = { -readonly [Key in keyof Subscription]: Subscription[Key] };
        const mutable: Mutable = someSubscription(await newAccount(), { progress: LIVE() });
        const before = structuredClone(mutable);
        const spoil = (value: Mutable | undefined): void => {
          if (value === undefined) throw new Aborted();
          value.revision = 9;
          Object.assign(value.progress, { paidThrough: 1 });
          Object.assign(value.check, { at: 1 });
        };
        await atomically(async ({ subscriptions }) => {
          await subscriptions.add(mutable);
          spoil(mutable);
          spoil(await subscriptions.find(before.id));
          expect(await subscriptions.find(before.id)).toStrictEqual(before);
        });
        spoil(await subscription(before.id));
        spoil((await ofAccount(before.accountId))[0]);
        expect(await subscription(before.id)).toStrictEqual(before);
      });
    });

    describe('does all or nothing', () => {
      it('undoes everything when the work throws', async () => {
        const kept = someSubscription(await newAccount());
        const added = someSubscription(await newAccount());
        await add(kept);
        const work = atomically(async ({ subscriptions }) => {
          await subscriptions.add(added);
          await subscriptions.find(kept.id);
          await subscriptions.save({ ...kept, progress: LIVE(), revision: 1 });
          throw new Aborted();
        });
        await expect(work).rejects.toThrow(Aborted);
        expect(await subscription(added.id)).toBeUndefined();
        expect(await subscription(kept.id)).toStrictEqual(kept);
      });

      it('shows the work its own changes', async () => {
        const account = someAccount();
        const first = someSubscription(account.id);
        const live = { ...first, progress: LIVE(), revision: 1 };
        await atomically(async ({ accounts, subscriptions }) => {
          await accounts.add(account);
          await subscriptions.add(first);
          expect(await subscriptions.findOfAccount(account.id)).toStrictEqual([first]);
          expect(await subscriptions.findByCheckout(first.checkout?.ref ?? '')).toStrictEqual(first);
          await subscriptions.save(live);
          expect(await subscriptions.find(first.id)).toStrictEqual(live);
          expect(await subscriptions.findByRef(refOf(live))).toStrictEqual(live);
          await subscriptions.save({ ...first, progress: ABANDONED(), revision: 2 });
          expect(await subscriptions.findByRef(refOf(live))).toBeUndefined();
          expect(await subscriptions.findOfAccount(account.id)).toEqual([]);
        });
        expect((await subscription(first.id))?.progress.state).toBe('abandoned');
      });

      it('refuses to save what the work has not found, to add what it has, and repositories that have ended', async () => {
        const own = someSubscription(await newAccount());
        await add(own);
        await expect(atomically(({ subscriptions }) => subscriptions.save(own))).rejects.toThrow('found');
        const again = atomically(async ({ subscriptions }) => {
          await subscriptions.find(own.id);
          await subscriptions.add(own);
        });
        await expect(again).rejects.toThrow('new');
        const { subscriptions } = await atomically(async (r) => ({ ...r }));
        await expect(subscriptions.add(own)).rejects.toThrow('ended');
        await expect(subscriptions.findDue(NOW, 1)).rejects.toThrow('ended');
      });
    });

    describe('refuses', () => {
      it('a second subscription of an id, of a checkout and of a reference', async () => {
        const [mine, others] = [await newAccount(), await newAccount()];
        const first = someSubscription(mine, { progress: LIVE() });
        const second = someSubscription(others);
        await add(first, second);
        await busy(({ subscriptions }) => subscriptions.add(someSubscription(mine, { id: first.id })));
        await busy(({ subscriptions }) => subscriptions.add(someSubscription(mine, { checkout: first.checkout })));
        await busy(({ subscriptions }) =>
          subscriptions.add(someSubscription(others, { progress: { ...LIVE(), ref: refOf(first) } as never })),
        );
        await busy(async ({ subscriptions }) => {
          await subscriptions.find(second.id);
          await subscriptions.save({ ...second, progress: { ...ENDED(), ref: refOf(first) } as never });
        });
        expect(await subscription(second.id)).toStrictEqual(second);
      });

      it('one of an account that is not stored', async () => {
        const stray = someSubscription(uuid());
        await expect(add(stray)).rejects.toThrow();
        expect(await subscription(stray.id)).toBeUndefined();
      });

      it('the removal of an account that has one, whatever became of it', async () => {
        const account = await newAccount();
        await add(someSubscription(account, { progress: ENDED() }));
        await busy(({ accounts }) => accounts.remove(account));
        expect(await ofAccount(account)).toHaveLength(1);
      });

      it('a second open one and a second live one of an account, also one that becomes it', async () => {
        for (const state of [OPEN, LIVE]) {
          const [mine, others] = [await newAccount(), await newAccount()];
          const first = someSubscription(mine, { progress: state() });
          const ended = someSubscription(mine, { progress: ENDED() });
          await add(first, ended, someSubscription(others, { progress: state() }));
          await busy(({ subscriptions }) => subscriptions.add(someSubscription(mine, { progress: state() })));
          await busy(async ({ subscriptions }) => {
            await subscriptions.find(ended.id);
            await subscriptions.save({ ...ended, progress: state() });
          });
          await busy(async ({ subscriptions }) => {
            await subscriptions.add(someSubscription(mine, { progress: state() }));
            await subscriptions.findOfAccount(mine).catch(() => {});
          });
          expect(await subscription(ended.id)).toStrictEqual(ended);
        }
      });
    });

    describe('lets an account have', () => {
      it('one open and one live at once, and any number of the others', async () => {
        const account = await newAccount();
        const all = [OPEN, LIVE, ABANDONED, ABANDONED, UNWANTED, UNWANTED, ENDED, ENDED].map((state) =>
          someSubscription(account, { progress: state() }),
        );
        await add(...all);
        expect(await ofAccount(account)).toHaveLength(6);
      });

      it('a new open one from the work that gave the old one up', async () => {
        const account = await newAccount();
        const [old, next] = [someSubscription(account), someSubscription(account)];
        await add(old);
        await atomically(async ({ subscriptions }) => {
          await subscriptions.find(old.id);
          await subscriptions.save({ ...old, progress: ABANDONED() });
          await subscriptions.add(next);
        });
        expect(await ofAccount(account)).toStrictEqual([next]);
      });

      it('a new live one from the work that made the old one give way', async () => {
        const account = await newAccount();
        const [next, old] = [someSubscription(account), someSubscription(account, { progress: LIVE() })];
        await add(next, old);
        const [live, unwanted] = [
          { ...next, progress: LIVE() },
          { ...old, progress: UNWANTED() },
        ];
        await atomically(async ({ subscriptions }) => {
          await subscriptions.findOfAccount(account);
          await subscriptions.save(unwanted);
          await subscriptions.save(live);
        });
        expect(await subscription(next.id)).toStrictEqual(live);
        expect(await subscription(old.id)).toStrictEqual(unwanted);
      });
    });

    describe('finds', () => {
      it('the subscription of a checkout and of a reference', async () => {
        const account = await newAccount();
        const own = someSubscription(account, { progress: ENDED() });
        await add(own, someSubscription(account, { progress: ENDED() }), someSubscription(account));
        const byCheckout = atomically((r) => r.subscriptions.findByCheckout(own.checkout?.ref ?? ''));
        expect(await byCheckout).toStrictEqual(own);
        expect(await atomically((r) => r.subscriptions.findByRef(refOf(own)))).toStrictEqual(own);
        expect(await atomically((r) => r.subscriptions.findByRef(own.checkout?.ref ?? ''))).toBeUndefined();
      });

      it('those of an account, newest first, without abandoned ones', async () => {
        const [account, other] = [await newAccount(), await newAccount()];
        const at = (openedAt: Instant, progress: SubscriptionProgress) =>
          someSubscription(account, { openedAt, progress });
        const [oldest, middle, newer, newest] = [at(1, ENDED()), at(2, LIVE()), at(2, UNWANTED()), at(3, OPEN())];
        await add(middle, newest, at(4, ABANDONED()), oldest, newer, someSubscription(other));
        expect(await ofAccount(account)).toStrictEqual([newest, newer, middle, oldest]);
      });

      it('unfinished ones that are due, longest due first, no more than asked for', async () => {
        // Before 1970: arbitrary subscriptions begin later.
        const past = -10_000 * MINUTE;
        const at = async (minutes: number, progress = OPEN()) =>
          someSubscription(await newAccount(), { check: { at: past + minutes * MINUTE, count: 0 }, progress });
        const wanted = [
          await at(1),
          await at(2, LIVE()),
          await at(3, UNWANTED()),
          await at(4, ENDED('wanted')),
          await at(5),
        ];
        const others = [await at(6), await at(0, ABANDONED()), await at(0, ENDED()), await at(0, ENDED('made'))];
        await add(...[...others, ...wanted].toReversed());
        const now = past + 5 * MINUTE;
        expect(await due(now)).toStrictEqual(wanted);
        expect(await due(now, 2)).toStrictEqual(wanted.slice(0, 2));
        await atomically(async ({ subscriptions }) => {
          for (const each of await subscriptions.findDue(now, 100))
            await subscriptions.save({ ...each, check: { at: NOW, count: 1 } });
        });
        expect(await due(now)).toEqual([]);
      });

      it('unfinished ones that are put off to an instant or longer, the next first, no more than asked for', async () => {
        const later = Date.parse('9000-01-01');
        const at = async (minutes: number, progress = OPEN()) =>
          someSubscription(await newAccount(), { check: { at: later + minutes * MINUTE, count: 0 }, progress });
        const wanted = [await at(0), await at(1, LIVE()), await at(2, UNWANTED()), await at(3, ENDED('wanted'))];
        await add(await at(-1), await at(4, ABANDONED()), await at(4, ENDED('failed')), ...wanted.toReversed());
        const putOff = (limit: number) => atomically((r) => r.subscriptions.findPutOff(later, limit));
        expect(await putOff(100)).toStrictEqual(wanted);
        expect(await putOff(2)).toStrictEqual(wanted.slice(0, 2));
      });
    });

    describe('serves many at a time', () => {
      const many = <T>(work: (repositories: Repositories, place: number) => Promise<T>) =>
        Promise.allSettled(
          Array.from({ length: 20 }, (_, place) => atomically((repositories) => work(repositories, place))),
        );

      it('opens one subscription when 20 want to for one account at once', async () => {
        const account = await newAccount();
        const outcomes = await many(async ({ subscriptions }) => {
          const known = await subscriptions.findOfAccount(account);
          await wait(5);
          if (known.length > 0) return 'there is one';
          await subscriptions.add(someSubscription(account));
          return 'opened';
        });
        const answers = outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : 'failed'));
        expect(answers.toSorted()).toEqual(['opened', ...Array.from({ length: 19 }, () => 'there is one')]);
        expect(await ofAccount(account)).toHaveLength(1);
      });

      it.each(['open', 'live'] as const)('keeps one %s subscription of 20 that nobody has looked at', async (state) => {
        const account = await newAccount();
        const rivals = Array.from({ length: 20 }, () => someSubscription(account, { progress: ENDED() }));
        await add(...rivals);
        const outcomes = await many(async ({ subscriptions }, place) => {
          const mine = await subscriptions.find(rivals[place]?.id ?? '');
          await wait(5);
          if (mine !== undefined) await subscriptions.save({ ...mine, progress: state === 'open' ? OPEN() : LIVE() });
        });
        expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
        for (const outcome of outcomes)
          if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(StoreBusy);
        expect((await ofAccount(account)).filter(({ progress }) => progress.state === state)).toHaveLength(1);
      });
    });

    describe(`holds when two transactions meet${serial ? ' (skipped: here they never do)' : ''}`, () => {
      itWhenTwoMeet('runs the work again when another one has changed the subscription', async () => {
        const own = someSubscription(await newAccount());
        await add(own);
        const seen: number[] = [];
        await atomically(async ({ subscriptions }) => {
          const found = await subscriptions.find(own.id);
          if (found === undefined) throw new Aborted();
          seen.push(found.revision);
          if (seen.length === 1) await besides(() => change(own.id, { revision: 1 }));
          await subscriptions.save({ ...found, revision: found.revision + 1 });
        });
        expect(seen).toEqual([0, 1]);
        expect((await subscription(own.id))?.revision).toBe(2);
      });

      // Before 1970, as arbitrary subscriptions begin later, and after all that are put off elsewhere.
      for (const [name, find, at, until] of [
        ['due', 'findDue', -20_000 * MINUTE, MINUTE],
        ['put off', 'findPutOff', Date.parse('9900-01-01'), 0],
      ] as const)
        itWhenTwoMeet(`leaves out subscriptions that are ${name} and that another transaction holds`, async () => {
          const all: Subscription[] = [];
          for (const place of [1, 2, 3])
            all.push(someSubscription(await newAccount(), { check: { at: at + place, count: 0 } }));
          await add(...all);
          const found = (limit: number) => atomically((r) => r.subscriptions[find](at + until, limit));
          const [mine, others] = await atomically(async ({ subscriptions }) => {
            const held = await subscriptions[find](at + until, 2);
            return [held, await besides(() => found(2))];
          });
          expect(mine).toStrictEqual(all.slice(0, 2));
          expect(others).toStrictEqual(all.slice(2));
          expect(await found(3)).toStrictEqual(all);
        });
    });
  });
};
