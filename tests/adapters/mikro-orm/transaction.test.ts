import { describe, expect, it } from 'vitest';

import type { Database } from '#adapters/mikro-orm/connection.ts';
import { MustRead } from '#adapters/mikro-orm/transaction/read-set.ts';
import { offerMemory } from '#adapters/mikro-orm/transaction/offer-memory.ts';
import { repositoriesOn } from '#adapters/mikro-orm/transaction/repositories.ts';
import { openTransaction } from '#adapters/mikro-orm/transaction/transaction.ts';
import type { Repositories } from '#application/ports/atomically.ts';
import { offerOf, withdraw } from '#domain/lead.ts';
import { NOW, hashOf, someAccount, someCoupon, someLead, somePurchase } from '#tests/contracts/store-samples.ts';
import { addStoredJob } from '#tests/support/stored-jobs.ts';
import { sharedDatabase } from '#tests/support/shared-database.ts';

const { database } = sharedDatabase();
const NEEDS = { addJob: addStoredJob, offers: offerMemory() };

/** Whether a transaction had begun at the server when its work was done; `end`: it is kept, or undone. */
const hasBegun = async (
  work: (repositories: Repositories) => Promise<unknown>,
  end: 'commit' | 'rollback' = 'commit',
): Promise<boolean> => {
  const transaction = openTransaction(database());
  await work(repositoriesOn(transaction, NEEDS));
  const begun = transaction.em().isInTransaction();
  await transaction[end]();
  return begun;
};

/** A transaction, and how many statements it has run outside of `begin`. */
const counted = () => {
  let count = 0;
  const run: Database['run'] = (statement, values) => {
    count += 1;
    return database().run(statement, values);
  };
  return { transaction: openTransaction({ orm: database().orm, run }), statements: () => count };
};

const stored = async (code: string): Promise<boolean> =>
  (await database().query('select 1 from coupon where code = $1', [code])).length === 1;

describe('a transaction', () => {
  it('that reads, or changes one row, needs no more than those statements', async () => {
    const coupon = someCoupon();
    expect(await hasBegun(({ coupons }) => coupons.add(coupon))).toBe(false);
    expect(await hasBegun(({ coupons }) => coupons.find(coupon.code))).toBe(false);
    expect(await hasBegun(({ accounts }) => accounts.findByEmail('nobody@example.com'))).toBe(false);
    const use = async ({ coupons }: Repositories) =>
      coupons.save({ ...coupon, ...(await coupons.find(coupon.code)), uses: 3 });
    expect(await hasBegun(use)).toBe(false);
    expect(await database().query('select uses, version from coupon where code = $1', [coupon.code])).toEqual([
      { uses: 3, version: 2 },
    ]);
  });

  it('writes all leads of which the same has changed by one statement, and a lead of which it is something else by another', async () => {
    const many = Array.from({ length: 4 }, () => someLead());
    await hasBegun(({ leads }) => leads.add(many));
    const change = async ({ leads }: Repositories): Promise<void> => {
      for (const [index, { id }] of many.entries()) {
        const found = await leads.find(id);
        if (found !== undefined)
          await leads.save({ ...found, ...(index === 2 ? { description: 'new' } : { price: index }) });
      }
    };
    expect(await hasBegun(change)).toBe(false);
    const ids = [many.map(({ id }) => id)];
    // Rows have the number of the statement that wrote them.
    const written = await database().query<{ readonly statement: string; readonly count: number }>(
      `select xmin::text || ' ' || cmin::text as statement, count(*)::int as count from lead where id = any($1::uuid[]) group by 1 order by 2`,
      ids,
    );
    expect(written.map(({ count }) => count)).toEqual([1, 3]);
    expect(await database().query('select distinct version from lead where id = any($1::uuid[])', ids)).toEqual([
      { version: 2 },
    ]);
  });

  it('begins with its first lock, job or removal', async () => {
    expect(await hasBegun(({ coupons }) => coupons.findForUpdate('NONE'))).toBe(true);
    expect(await hasBegun(({ purchases }) => purchases.findDue(0, 1))).toBe(true);
    expect(await hasBegun(({ jobs }) => jobs.add({ name: 'sweep-purchases' }))).toBe(true);
    expect(await hasBegun(({ sessions }) => sessions.remove(['none']))).toBe(true);
  });

  it('writes nothing before its end, and nothing at all when it is undone', async () => {
    const [kept, undone] = [someCoupon(), someCoupon()];
    await hasBegun(async ({ coupons }) => {
      await coupons.add(kept);
      expect(await stored(kept.code)).toBe(false);
    });
    expect(await stored(kept.code)).toBe(true);
    await hasBegun(async ({ coupons, accounts }) => {
      await coupons.add(undone);
      await accounts.findForUpdate(someAccount().id);
    }, 'rollback');
    expect(await stored(undone.code)).toBe(false);
  });

  it('of two changes is whole: when the second is refused, the first is undone', async () => {
    const [account, coupon] = [someAccount(), someCoupon({ uses: 2, maxUses: 1 })];
    const transaction = openTransaction(database());
    const { accounts, coupons } = repositoriesOn(transaction, NEEDS);
    await accounts.add(account);
    await coupons.add(coupon);
    await expect(transaction.commit()).rejects.toThrow('coupon_uses');
    await transaction.rollback();
    expect(await database().query('select 1 from account where id = $1', [account.id])).toEqual([]);
  });

  it('writes first what others refer to, whatever its work asked for first', async () => {
    const account = someAccount();
    const session = { hash: hashOf(account.id), accountId: account.id, createdAt: NOW, seenAt: NOW };
    await hasBegun(async ({ sessions, accounts }) => {
      await sessions.add(session);
      await accounts.add(account);
    });
    expect(
      await database().query('select account_id::text as id from session where hash = $1', [session.hash]),
    ).toEqual([{ id: account.id }]);
  });

  it('does not read a purchase again that was added a moment ago', async () => {
    const lead = someLead();
    const purchase = somePurchase(lead.id, { checkout: undefined });
    await hasBegun(async ({ leads, purchases }) => {
      await leads.add([lead]);
      await purchases.add(purchase);
    });
    const { transaction, statements } = counted();
    const { purchases } = repositoriesOn(transaction, NEEDS);
    await purchases.recall(purchase);
    await purchases.save({ ...purchase, checkout: { ref: 'cs_recalled', closesAt: purchase.openedAt } });
    await transaction.commit();
    expect(statements()).toBe(1);
    expect(await database().query('select version from purchase where checkout_ref = $1', ['cs_recalled'])).toEqual([
      { version: 2 },
    ]);
  });

  it('does not read a listed lead again for a sale, remembers no contact, and forgets the lead when it is not listed', async () => {
    const lead = someLead();
    await hasBegun(({ leads }) => leads.add([lead]));
    const offers = offerMemory();
    const begin = async () => {
      const { transaction, statements } = counted();
      const { leads, purchases } = repositoriesOn(transaction, { ...NEEDS, offers });
      await leads.recall(lead.id);
      await purchases.add(somePurchase(lead.id));
      await transaction.commit();
      return statements();
    };
    expect([await begin(), await begin(), await begin()]).toEqual([2, 1, 1]);
    expect(offers.get(lead.id)).toStrictEqual({ offer: offerOf(lead), version: 1 });
    await hasBegun(async ({ leads }) => {
      const found = await leads.find(lead.id);
      const sold = found && withdraw(found, NOW);
      if (sold !== undefined) await leads.save(sold);
    });
    await expect(begin()).rejects.toThrow('purchase');
    const { leads } = repositoriesOn(openTransaction(database(), { isRunAgain: true }), { ...NEEDS, offers });
    expect((await leads.recall(lead.id))?.standing.state).toBe('withdrawn');
    expect(offers.get(lead.id)).toBeUndefined();
  });

  it('that goes by a lead from memory takes no lock and writes nothing before it has read it', async () => {
    const lead = someLead();
    await hasBegun(({ leads }) => leads.add([lead]));
    const offers = offerMemory();
    await repositoriesOn(openTransaction(database()), { ...NEEDS, offers }).leads.recall(lead.id);
    const transaction = openTransaction(database());
    const { leads, coupons, jobs } = repositoriesOn(transaction, { ...NEEDS, offers });
    await leads.recall(lead.id);
    await expect(coupons.findForUpdate('NONE')).rejects.toThrow(MustRead);
    await expect(jobs.add({ name: 'sweep-purchases' })).rejects.toThrow(MustRead);
    expect(transaction.hasBegun()).toBe(false);
  });

  it('leaves a row alone that is saved as it was', async () => {
    const coupon = someCoupon();
    await hasBegun(({ coupons }) => coupons.add(coupon));
    await hasBegun(async ({ coupons }) => coupons.save({ ...coupon, ...(await coupons.find(coupon.code)) }));
    expect(await database().query('select version from coupon where code = $1', [coupon.code])).toEqual([
      { version: 1 },
    ]);
  });
});
