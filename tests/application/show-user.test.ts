import { describe, expect, it } from 'vitest';

import type { Outside } from '#config/outside.ts';
import { DAY, HOUR } from '#domain/instant.ts';
import { openShop } from './shop.ts';
import { somebodyIn } from './subscriber.ts';

/** A shop in which transactions are counted, and something may happen between the reading of a session and what follows. */
const setting = async () => {
  const counted = { transactions: 0 };
  let meanwhile: () => Promise<unknown> = async () => {};
  const around = (outside: Outside): Outside => ({
    ...outside,
    atomically: (work) => {
      counted.transactions += 1;
      return outside.atomically(work);
    },
    users: {
      ofSession: async (hash) => {
        const user = await outside.users.ofSession(hash);
        await meanwhile();
        return user;
      },
    },
  });
  const shop = await openShop({ around });
  const dana = await somebodyIn(shop);
  const session = () =>
    shop.outside.atomically(({ sessions }) => sessions.find(shop.outside.secrets.hash(dana.session())));
  const visit = () => shop.useCases.showUser(dana.session());
  return {
    shop,
    dana,
    session,
    visit,
    transactionsOf: async (work: () => Promise<unknown>): Promise<number> => {
      counted.transactions = 0;
      await work();
      return counted.transactions;
    },
    whileOneIsRead: (happens: () => Promise<unknown>) => {
      meanwhile = async () => {
        meanwhile = async () => {};
        await happens();
      };
    },
  };
};

describe('a visit of somebody signed in', () => {
  it('takes no transaction, except once an hour to note it', async () => {
    const { shop, dana, session, visit, transactionsOf } = await setting();
    shop.clock.step(HOUR - 1);
    expect(await transactionsOf(() => Promise.all([visit(), shop.useCases.identify(dana.session())]))).toBe(0);
    shop.clock.step(1);
    expect(await transactionsOf(visit)).toBe(1);
    expect(await transactionsOf(visit)).toBe(0);
    expect((await session())?.seenAt).toBe(shop.clock());
  });

  it('is nobody’s when the session ends while it is noted, and does not bring it back', async () => {
    const { shop, dana, session, visit, whileOneIsRead } = await setting();
    shop.clock.step(HOUR);
    whileOneIsRead(() => shop.useCases.signOut(dana.session()));
    expect(await visit()).toBeUndefined();
    expect(await session()).toBeUndefined();
  });

  it('is noted once when another one is noted meanwhile', async () => {
    const { shop, dana, session, visit, whileOneIsRead } = await setting();
    shop.clock.step(HOUR);
    const begunAt = shop.clock();
    whileOneIsRead(visit);
    expect(await visit()).toMatchObject({ account: { id: dana.accountId } });
    expect((await session())?.seenAt).toBe(begunAt);
  });

  it('is nobody’s once the session is 30 days old, however often it came by', async () => {
    const { shop, visit } = await setting();
    const end = shop.clock() + 30 * DAY;
    for (let at = shop.clock(); at < end; at += 6 * DAY) {
      shop.clock.set(at);
      expect(await visit()).toBeDefined();
    }
    shop.clock.set(end - 1);
    expect(await visit()).toBeDefined();
    shop.clock.set(end);
    expect(await visit()).toBeUndefined();
  });

  it('sees of the account what its owner sees, and no hash of a password', async () => {
    const { visit } = await setting();
    expect(Object.keys((await visit())?.account ?? {}).toSorted()).toEqual([
      'address',
      'email',
      'fullName',
      'id',
      'pendingEmail',
      'phone',
    ]);
  });
});
