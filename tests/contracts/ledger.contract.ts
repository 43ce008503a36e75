import fc from 'fast-check';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Atomically, Repositories } from '#application/ports/atomically.ts';
import { StoreBusy } from '#application/ports/atomically.ts';
import type { Ledger, PurchaseQuery } from '#application/ports/ledger.ts';
import type { AuditEntry } from '#domain/audit.ts';
import type { ContactMessage } from '#domain/contact-message.ts';
import { DAY } from '#domain/instant.ts';
import type { Instant } from '#domain/instant.ts';
import type { LeadStanding } from '#domain/lead.ts';
import type { Purchase } from '#domain/purchase.ts';
import type { Subscription, SubscriptionProgress } from '#domain/subscription.ts';
import { anAuditEntry, aPurchase } from '#tests/support/arbitrary.ts';
import {
  Aborted,
  lostWith,
  NOW,
  refundedTo,
  refundingFor,
  settledBy,
  someAccount,
  someBatch,
  someCoupon,
  someLead,
  somePurchase,
  storeInUse,
  wonBy,
} from './store-samples.ts';

export type LedgerUnderTest = {
  readonly atomically: Atomically;
  readonly ledger: Ledger;
  readonly close: () => Promise<void>;
};

const MIDNIGHT_2100 = Date.UTC(2100, 0, 1);

const idsOf = (rows: readonly { readonly id: string }[]): readonly string[] => rows.map(({ id }) => id);

const someEntry = (at: Instant, change: Partial<AuditEntry> = {}): AuditEntry => ({
  id: uuid(),
  at,
  who: 'operator',
  action: 'withdraw',
  subject: uuid(),
  note: undefined,
  ...change,
});

const someSubscription = (accountId: string, progress: SubscriptionProgress): Subscription => ({
  id: uuid(),
  accountId,
  openedAt: NOW,
  checkout: undefined,
  check: { at: NOW, count: 0 },
  revision: 0,
  progress,
});

const begun = () => ({ ref: `sub_${uuid()}`, payerRef: 'cus_1', since: NOW, paidThrough: NOW + 30 * DAY });

/** What every ledger promises, over the store that fills it. */
export const ledgerContract = (name: string, open: () => Promise<LedgerUnderTest>): void => {
  describe(`the ledger ${name}`, () => {
    let subject: LedgerUnderTest;
    const atomically: Atomically = (work) => subject.atomically(work);
    const { add } = storeInUse(() => ({ ...subject, jobs: async () => [] }));
    // The newest entries must be the test's own, so each test has a time of its own, after that of earlier tests.
    let time = MIDNIGHT_2100 + DAY;
    const later = (): Instant => (time += 1_000 * DAY);
    const addEntries = (...entries: readonly AuditEntry[]) =>
      atomically(async ({ audit }) => {
        for (const entry of entries) await audit.add(entry);
      });
    const addSubscriptions = async (...all: readonly SubscriptionProgress[]): Promise<readonly Subscription[]> => {
      const added = all.map((progress) => someSubscription(uuid(), progress));
      await atomically(async ({ accounts, subscriptions }) => {
        for (const each of added) {
          await accounts.add(someAccount({ id: each.accountId }));
          await subscriptions.add(each);
        }
      });
      return added;
    };

    beforeAll(async () => {
      subject = await open();
    });
    afterAll(() => subject.close());

    describe('reads the audit', () => {
      it('newest first, of one instant the last id first, no more than asked for', async () => {
        const at = later();
        const [old, a, b, newest] = [
          someEntry(at),
          someEntry(at + 1, { id: 'a0000000-0000-7000-8000-00000000000a' }),
          someEntry(at + 1, { id: 'a0000000-0000-7000-8000-00000000000b' }),
          someEntry(at + 2),
        ];
        await addEntries(a, newest, old, b);
        expect(await subject.ledger.audit(4)).toStrictEqual([newest, b, a, old]);
        expect(await subject.ledger.audit(1)).toStrictEqual([newest]);
      });

      it('as every entry was written', async () => {
        const at = later();
        const entries = fc.sample(anAuditEntry(), 60).map((entry, index) => ({ ...entry, id: uuid(), at: at + index }));
        await addEntries(...entries);
        expect(await subject.ledger.audit(60)).toStrictEqual(entries.toReversed());
      });

      it('with one entry for all that the refreshes of a week have moved to one place for one who asked', async () => {
        const at = later();
        const move = (after: number, note: string, changes: Partial<AuditEntry> = {}): AuditEntry =>
          someEntry(at + after, { action: 'refresh', who: 'schedule', subject: `week ${at}`, note, ...changes });
        const [first, expired, olga, other] = [
          move(0, 'vaulted 200'),
          move(1, 'expired 7'),
          move(2, 'vaulted 1', { who: 'olga' }),
          move(3, 'vaulted 2', { subject: `week ${at + 1}` }),
        ];
        const nothing = move(4, 'nothing to do', { who: 'olga' });
        const asIf = [5, 6].map((after) => move(after, 'vaulted 9', { action: 'withdraw' }));
        const [also, last] = [move(7, 'vaulted 150'), move(8, 'vaulted 1150')];
        await addEntries(first, expired, olga, other, nothing, ...asIf, also, last);
        const told = [{ ...last, note: 'vaulted 1500' }, ...asIf.toReversed(), nothing, other, olga, expired];
        expect(await subject.ledger.audit(7)).toStrictEqual(told);
        expect(await subject.ledger.audit(2)).toStrictEqual(told.slice(0, 2));
      });

      it('without what was undone', async () => {
        const [kept, undone] = [someEntry(later()), someEntry(later())];
        await addEntries(kept);
        const work = atomically(async ({ audit }) => {
          await audit.add(undone);
          throw new Aborted();
        });
        await expect(work).rejects.toThrow(Aborted);
        expect(await subject.ledger.audit(1)).toStrictEqual([kept]);
      });

      it('in which no entry replaces another', async () => {
        const entry = someEntry(later());
        await addEntries(entry);
        await expect(addEntries({ ...entry, note: 'changed' })).rejects.toBeInstanceOf(StoreBusy);
        expect(await subject.ledger.audit(1)).toStrictEqual([entry]);
      });
    });

    it('reads every coupon, by its code', async () => {
      const coupons = ['C-9', 'A-1', 'B_5'].map((code) => someCoupon({ code, active: code !== 'A-1', maxUses: 3 }));
      await add([], [], coupons);
      const [c, a, b] = coupons;
      expect(await subject.ledger.coupons()).toStrictEqual([a, b, c]);
    });

    describe('reads spam', () => {
      const someSpam = (receivedAt: Instant, change: Partial<ContactMessage> = {}): ContactMessage => ({
        id: uuid(),
        name: 'Zoë',
        email: 'zoe@example.com',
        subject: 'Hello',
        text: 'Two lines,\nfor sure.',
        receivedAt,
        isSpam: true,
        ...change,
      });

      it('newest first, of one instant the last id first, no more than asked for, and no other message', async () => {
        const at = later();
        const [old, a, b, newest] = [at, at + 1, at + 1, at + 2].map((receivedAt) => someSpam(receivedAt));
        const other = someSpam(at + 3, { isSpam: false });
        await atomically(async ({ contactMessages }) => {
          for (const message of [newest, old, b, other, a])
            if (message !== undefined) await contactMessages.add(message);
        });
        expect(await subject.ledger.spam(4)).toStrictEqual([newest, b, a, old]);
        expect(await subject.ledger.spam(2)).toStrictEqual([newest, b]);
      });
    });

    describe('reads purchases', () => {
      const read = (query: Partial<PurchaseQuery> & Pick<PurchaseQuery, 'limit'>) =>
        subject.ledger.purchases({ state: undefined, buyerEmail: undefined, openedBefore: undefined, ...query });

      it('newest first, of one instant the last id first, no more than asked for', async () => {
        const at = later();
        const lead = someLead();
        const [old, a, b, newest] = [at, at + 1, at + 1, at + 2].map((openedAt) => somePurchase(lead.id, { openedAt }));
        await add([lead], [old, a, b, newest].filter((one) => one !== undefined).toReversed());
        expect(await read({ limit: 4 })).toStrictEqual([newest, b, a, old]);
        expect(await read({ limit: 2 })).toStrictEqual([newest, b]);
      });

      it('of one state', async () => {
        const openedAt = later();
        const progresses: readonly Purchase['progress'][] = [
          ...([{ state: 'open' }, { state: 'abandoned', abandonedAt: NOW }, lostWith('held')] as const),
          wonBy('a@example.com'),
          settledBy('a@example.com'),
          refundingFor('a@example.com'),
          ...([refundedTo('a@example.com'), { state: 'lapsed', lapsedAt: NOW, buyerEmail: 'a@example.com' }] as const),
        ];
        const leads = progresses.map(() => someLead());
        const purchases = progresses.map((progress, place) =>
          somePurchase(leads[place]?.id ?? '', { openedAt, progress }),
        );
        await add(leads, purchases);
        for (const purchase of purchases) {
          const found = await read({ state: purchase.progress.state, limit: 1 });
          expect(found).toStrictEqual([purchase]);
        }
      });

      it('of one buyer, however the address was typed, whatever became of them', async () => {
        const openedAt = later();
        const buyerEmail = `dana-${openedAt}@example.com`;
        const typed = `Dana-${openedAt}@Example.com`;
        const progresses: readonly Purchase['progress'][] = [
          settledBy(buyerEmail),
          wonBy(typed),
          { ...lostWith('held'), buyerEmail } as Purchase['progress'],
        ];
        const others = [settledBy(`xdana-${openedAt}@example.com`), { state: 'open' } as const, lostWith('held')];
        const bought = [...others, ...progresses].map((progress, place) => {
          const lead = someLead();
          return { lead, purchase: somePurchase(lead.id, { openedAt: openedAt + place, progress }) };
        });
        await add(
          bought.map(({ lead }) => lead),
          bought.map(({ purchase }) => purchase),
        );
        const own = bought.slice(others.length).map(({ purchase }) => purchase);
        expect(await read({ buyerEmail, limit: 9 })).toStrictEqual(own.toReversed());
        expect(await read({ buyerEmail, state: 'won', limit: 9 })).toStrictEqual(own.slice(1, 2));
        for (const nobody of ['%', '\0', buyerEmail.slice(1)])
          expect(await read({ buyerEmail: nobody, limit: 9 })).toEqual([]);
      });

      it('opened before an instant, so that a long list is read on', async () => {
        const at = later();
        const lead = someLead();
        const [old, a, b] = [at, at + 1, at + 1].map((openedAt) => somePurchase(lead.id, { openedAt }));
        await add(
          [lead],
          [old, a, b].filter((one) => one !== undefined),
        );
        expect(await read({ openedBefore: at + 2, limit: 3 })).toStrictEqual([b, a, old]);
        expect(await read({ openedBefore: at + 1, limit: 1 })).toStrictEqual([old]);
      });

      it('as they were stored, whatever their progress', async () => {
        const openedAt = later();
        const purchases = fc
          .sample(aPurchase(), 60)
          .map((one, index) => ({ ...one, id: uuid(), leadId: uuid(), openedAt: openedAt + index }))
          .map((one) => ({
            ...one,
            saleNumber: one.id,
            checkout: one.checkout && { ...one.checkout, ref: `cs_${one.id}` },
          }));
        await add(
          purchases.map(({ leadId }) => someLead({ id: leadId })),
          purchases,
        );
        const found = await read({ limit: 60 });
        expect(found).toStrictEqual(purchases.toReversed());
      });

      it('by the number that people name them by', async () => {
        const lead = someLead();
        const [own, other] = [somePurchase(lead.id), somePurchase(lead.id)];
        await add([lead], [own, other]);
        expect(await subject.ledger.purchaseBySaleNumber(own.saleNumber)).toStrictEqual(own);
        for (const unknown of [own.id, uuid(), '', '\0', "'; drop table purchase; --"])
          expect(await subject.ledger.purchaseBySaleNumber(unknown)).toBeUndefined();
      });
    });

    describe('reads what is to be reconciled', () => {
      it('unfinished purchases, those settled since an instant, refunded or not, and those that ended unpaid since another, by id', async () => {
        const [settledSince, unpaidSince] = [later(), later()];
        const abandonedAt = (at: Instant): Purchase['progress'] => ({ state: 'abandoned', abandonedAt: at });
        const lostUnpaidAt = (lostAt: Instant): Purchase['progress'] => ({
          state: 'lost',
          lostAt,
          reason: 'sold',
          buyerEmail: undefined,
          money: { is: 'untouched' },
        });
        const settledAt = (at: Instant): Purchase['progress'] => ({ ...settledBy('a@example.com'), settledAt: at });
        const wanted: readonly Purchase['progress'][] = [
          { state: 'open' } as const,
          wonBy('a@example.com'),
          refundingFor('a@example.com'),
          lostWith('held'),
          settledAt(settledSince),
          settledAt(settledSince + DAY),
          { ...refundedTo('a@example.com'), settledAt: settledSince },
          abandonedAt(unpaidSince),
          lostUnpaidAt(unpaidSince),
        ];
        const unwanted: readonly Purchase['progress'][] = [
          abandonedAt(unpaidSince - 1),
          lostUnpaidAt(unpaidSince - 1),
          { ...lostWith('released'), lostAt: unpaidSince } as Purchase['progress'],
          { state: 'lapsed', lapsedAt: unpaidSince, buyerEmail: 'a@example.com' },
          settledAt(settledSince - 1),
          { ...refundedTo('a@example.com'), settledAt: settledSince - 1 },
        ];
        const after = uuid();
        const withoutPageToPay: readonly Partial<Purchase>[] = [
          { progress: abandonedAt(unpaidSince), checkout: undefined },
          { progress: abandonedAt(unpaidSince), price: 0 },
          { progress: lostUnpaidAt(unpaidSince), price: 0 },
        ];
        const changes = [...withoutPageToPay, ...[...unwanted, ...wanted].map((progress) => ({ progress }))];
        const stored = changes.map((change) => {
          const lead = someLead();
          return { lead, purchase: somePurchase(lead.id, change) };
        });
        await add(
          stored.map(({ lead }) => lead),
          stored.map(({ purchase }) => purchase).toReversed(),
        );
        const expected = stored.slice(-wanted.length).map(({ purchase }) => purchase);
        const found = (query: { readonly after: string | undefined; readonly limit: number }) =>
          subject.ledger.purchasesToReconcile({ settledSince, unpaidSince, ...query });
        expect(await found({ after, limit: 100 })).toStrictEqual(expected);
        expect(await found({ after, limit: 2 })).toStrictEqual(expected.slice(0, 2));
        expect(await found({ after: expected[1]?.id, limit: 2 })).toStrictEqual(expected.slice(2, 4));
        expect(await found({ after: expected.at(-1)?.id, limit: 2 })).toEqual([]);
        const all = idsOf(await found({ after: undefined, limit: 10_000 }));
        expect(all).toEqual(all.toSorted());
        expect(all.slice(-expected.length)).toEqual(idsOf(expected));
      });

      it('unfinished subscriptions, those ended since an instant, and those abandoned since another that had a page, by id', async () => {
        const after = uuid();
        const [endedSince, abandonedSince] = [later(), later()];
        const endedAt = (at: Instant): SubscriptionProgress => ({
          state: 'ended',
          ...begun(),
          endedAt: at,
          lateRefund: undefined,
        });
        const added = await addSubscriptions(
          { state: 'abandoned', abandonedAt: abandonedSince - 1 },
          { state: 'open' },
          { state: 'ended', ...begun(), endedAt: NOW, lateRefund: { paymentRef: 'pi', state: 'made' } },
          { state: 'live', ...begun(), endsAt: undefined, isOverdue: false },
          { state: 'unwanted', ...begun(), givesBack: true },
          { state: 'abandoned', abandonedAt: abandonedSince },
          { state: 'abandoned', abandonedAt: abandonedSince },
          { state: 'ended', ...begun(), endedAt: NOW, lateRefund: { paymentRef: 'pi', state: 'wanted' } },
          endedAt(endedSince - 1),
          endedAt(endedSince),
          endedAt(abandonedSince),
        );
        const paged = added[5] && { ...added[5], checkout: { ref: `cs_${uuid()}`, closesAt: NOW } };
        await atomically(async ({ subscriptions }) => {
          if (paged === undefined || (await subscriptions.find(paged.id)) === undefined) throw new Error('not stored');
          await subscriptions.save(paged);
        });
        const expected = [added[1], added[3], added[4], paged, added[7], added[9], added[10]].flatMap(
          (one) => one ?? [],
        );
        const found = (query: { readonly after: string | undefined; readonly limit: number }) =>
          subject.ledger.subscriptionsToReconcile({ endedSince, abandonedSince, ...query });
        expect(await found({ after, limit: 100 })).toStrictEqual(expected);
        expect(await found({ after, limit: 1 })).toStrictEqual(expected.slice(0, 1));
        expect(await found({ after: expected[0]?.id, limit: 1 })).toStrictEqual(expected.slice(1, 2));
        expect(await found({ after: undefined, limit: 100 })).toStrictEqual(expected);
      });
    });

    describe('counts', () => {
      it('leads by their standing, and tells scheduled ones from listed ones', async () => {
        const now = later();
        const before = (await subject.ledger.stats(now)).leads;
        const common = { listedAt: now };
        const standings: readonly LeadStanding[] = [
          ...([now - 1, now, now + 1, now + DAY, now + DAY].map((at) => ({
            state: 'listed',
            listedAt: at,
          })) as never[]),
          { state: 'sold', ...common, soldAt: now, purchaseId: uuid() },
          { state: 'vaulted', ...common, vaultedAt: now },
          { state: 'vaulted', ...common, vaultedAt: now },
          { state: 'expired', ...common, vaultedAt: now, expiredAt: now },
          { state: 'withdrawn', listedAt: now + DAY, withdrawnAt: now },
        ];
        await add(standings.map((standing) => someLead({ standing })));
        expect((await subject.ledger.stats(now)).leads).toStrictEqual({
          scheduled: before.scheduled + 3,
          listed: before.listed + 2,
          sold: before.sold + 1,
          vaulted: before.vaulted + 2,
          expired: before.expired + 1,
          withdrawn: before.withdrawn + 1,
        });
        const afterwards = (await subject.ledger.stats(now + DAY)).leads;
        expect(afterwards).toMatchObject({ scheduled: before.scheduled, listed: before.listed + 5 });
      });

      it('purchases by their state, and what settled ones have brought in', async () => {
        const before = await subject.ledger.stats(NOW);
        const progresses: readonly Purchase['progress'][] = [
          ...([{ state: 'open' }, { state: 'open' }, { state: 'abandoned', abandonedAt: NOW }] as const),
          wonBy('a@example.com'),
          settledBy('a@example.com'),
          settledBy('b@example.com'),
          refundingFor('a@example.com'),
          refundedTo('a@example.com'),
          lostWith('held'),
          lostWith('released'),
          { state: 'lapsed', lapsedAt: NOW, buyerEmail: 'a@example.com' },
        ];
        const leads = progresses.map(() => someLead());
        const prices = [1, 10, 100, 1_000, 9_999_999, 9_999_998, 3, 5, 7, 11, 13];
        await add(
          leads,
          progresses.map((progress, place) =>
            somePurchase(leads[place]?.id ?? '', { progress, price: prices[place] ?? 0, listPrice: 9_999_999 }),
          ),
        );
        const { purchases, collected } = await subject.ledger.stats(NOW);
        expect(purchases).toStrictEqual({
          open: before.purchases.open + 2,
          won: before.purchases.won + 1,
          settled: before.purchases.settled + 2,
          refunding: before.purchases.refunding + 1,
          refunded: before.purchases.refunded + 1,
          lost: before.purchases.lost + 2,
          abandoned: before.purchases.abandoned + 1,
          lapsed: before.purchases.lapsed + 1,
        });
        expect(collected).toBe(before.collected + 19_999_997);
      });

      it('subscriptions by their state', async () => {
        const before = (await subject.ledger.stats(NOW)).subscriptions;
        await addSubscriptions(
          ...([{ state: 'open' }, { state: 'open' }, { state: 'abandoned', abandonedAt: NOW }] as const),
          { state: 'live', ...begun(), endsAt: NOW, isOverdue: true },
          { state: 'unwanted', ...begun(), givesBack: false },
          { state: 'ended', ...begun(), endedAt: NOW, lateRefund: undefined },
        );
        expect((await subject.ledger.stats(NOW)).subscriptions).toStrictEqual({
          open: before.open + 2,
          abandoned: before.abandoned + 1,
          live: before.live + 1,
          unwanted: before.unwanted + 1,
          ended: before.ended + 1,
        });
      });

      it('nothing where there is nothing', async () => {
        const empty = await open();
        const stats = await empty.ledger.stats(NOW);
        await empty.close();
        expect(stats).toStrictEqual({
          leads: { scheduled: 0, listed: 0, sold: 0, vaulted: 0, expired: 0, withdrawn: 0 },
          purchases: { open: 0, won: 0, settled: 0, refunding: 0, refunded: 0, lost: 0, abandoned: 0, lapsed: 0 },
          collected: 0,
          subscriptions: { open: 0, abandoned: 0, live: 0, unwanted: 0, ended: 0 },
        });
      });
    });

    describe('knows of money that is held', () => {
      const addWith = (progress: Purchase['progress']): Promise<void> => {
        const lead = someLead();
        return add([lead], [somePurchase(lead.id, { progress })]);
      };

      it('how much there is, and since when', async () => {
        const before = await subject.ledger.heldPayments();
        // Before everything that other tests have left.
        const [first, second] = [-40 * DAY, -50 * DAY];
        await addWith({ ...wonBy('a@example.com'), wonAt: first } as Purchase['progress']);
        expect(await subject.ledger.heldPayments()).toStrictEqual({ count: before.count + 1, oldestAt: first });
        await addWith({ ...lostWith('held'), lostAt: second } as Purchase['progress']);
        expect(await subject.ledger.heldPayments()).toStrictEqual({ count: before.count + 2, oldestAt: second });
      });

      it('and that it is not, where nothing was paid, or the money was taken or let go', async () => {
        const before = await subject.ledger.heldPayments();
        const progresses: readonly Purchase['progress'][] = [
          { state: 'open' },
          { ...wonBy('a@example.com'), paymentRef: undefined } as Purchase['progress'],
          settledBy('a@example.com'),
          refundingFor('a@example.com'),
          refundedTo('a@example.com'),
          lostWith('released'),
          { state: 'abandoned', abandonedAt: NOW },
          { state: 'lapsed', lapsedAt: NOW, buyerEmail: 'a@example.com' },
        ];
        for (const progress of progresses) await addWith(progress);
        expect(await subject.ledger.heldPayments()).toStrictEqual(before);
      });

      it('nothing where there is nothing', async () => {
        const empty = await open();
        const held = await empty.ledger.heldPayments();
        await empty.close();
        expect(held).toStrictEqual({ count: 0, oldestAt: undefined });
      });
    });

    it('knows an empty shop from one that something was put into, be it a lead, a coupon, an account or an import', async () => {
      const puts: readonly ((repositories: Repositories) => Promise<void>)[] = [
        (r) => r.leads.add([someLead()]),
        (r) => r.coupons.add(someCoupon({ active: false })),
        (r) => r.accounts.add(someAccount()),
        (r) => r.batches.add(someBatch({ end: { is: 'undone', undoneAt: NOW } })),
      ];
      for (const put of puts) {
        const empty = await open();
        await empty.atomically((r) => r.audit.add(someEntry(NOW, { who: 'schedule', action: 'refresh' })));
        expect(await empty.ledger.isEmpty()).toBe(true);
        await empty.atomically(put);
        expect(await empty.ledger.isEmpty(), String(put)).toBe(false);
        await empty.close();
      }
    });

    it('hands out copies', async () => {
      const entry = someEntry(later());
      await addEntries(entry);
      const [found] = await subject.ledger.audit(1);
      Object.assign(found ?? {}, { who: 'spoilt' });
      expect(await subject.ledger.audit(1)).toStrictEqual([entry]);
    });
  });
};
