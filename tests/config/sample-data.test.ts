import { describe, expect, it } from 'vitest';

import { memoryClock } from '#adapters/memory/clock.ts';
import { memoryPasswords } from '#adapters/memory/passwords.ts';
import { memorySecrets } from '#adapters/memory/secrets.ts';
import { memoryStore } from '#adapters/memory/store.ts';
import type { Repositories } from '#application/ports/atomically.ts';
import { SAMPLE_SUBSCRIBER, SAMPLE_USER, putSampleData } from '#config/sample-data.ts';
import { NOW, someAccount, someBatch, someCoupon, someLead } from '#tests/contracts/store-samples.ts';

const openStore = () => {
  const store = memoryStore();
  const { atomically, ledger } = store;
  const needs = { atomically, ledger, clock: memoryClock(NOW), secrets: memorySecrets(), passwords: memoryPasswords() };
  return {
    atomically,
    fill: () => putSampleData(needs),
    /** All that there is to be filled. */
    stock: async () => ({
      leads: Object.values((await ledger.stats(NOW)).leads).reduce((sum, count) => sum + count, 0),
      coupons: (await ledger.coupons()).map(({ code }) => code),
      accounts: await atomically(async ({ accounts }) => {
        const found = [SAMPLE_USER, SAMPLE_SUBSCRIBER].map(({ email }) => accounts.findByEmail(email));
        return (await Promise.all(found)).flatMap((account) => account?.email ?? []);
      }),
    }),
  };
};

const FILLED = {
  leads: 137 + 214 + 8 * 40,
  coupons: ['EXPIRED', 'FREE', 'LIMIT1', 'TENOFF', 'WELCOME10'],
  accounts: [SAMPLE_USER.email, SAMPLE_SUBSCRIBER.email],
};

const ADDITIONS: readonly (readonly [string, (repositories: Repositories) => Promise<void>])[] = [
  ['a lead', ({ leads }) => leads.add([someLead()])],
  ['a coupon, also one that is called as a sample is', ({ coupons }) => coupons.add(someCoupon({ code: 'WELCOME10' }))],
  ['an account', ({ accounts }) => accounts.add(someAccount())],
  ['an import that was undone', ({ batches }) => batches.add(someBatch({ end: { is: 'undone', undoneAt: NOW } }))],
];

describe('the sample data', () => {
  it('fill an empty shop, once', async () => {
    const { fill, stock } = openStore();
    expect(await fill()).toEqual({ areThere: true, subscriberIsNew: true });
    expect(await stock()).toEqual(FILLED);
    expect(await fill()).toEqual({ areThere: true, subscriberIsNew: true });
    expect(await stock()).toEqual(FILLED);
  });

  it.each(ADDITIONS)('leave a shop alone in which there is %s', async (_, put) => {
    const { atomically, fill, stock } = openStore();
    await atomically(put);
    const before = await stock();
    expect(await fill()).toEqual({ areThere: false, subscriberIsNew: false });
    expect(await stock()).toEqual(before);
  });

  it('stay a shop to try when leads of its own come, and an account that is lacking comes back', async () => {
    const { atomically, fill, stock } = openStore();
    await fill();
    await atomically(async ({ leads, accounts }) => {
      await leads.add([someLead()]);
      const account = await accounts.findByEmail(SAMPLE_USER.email);
      if (account !== undefined) await accounts.save({ ...account, email: 'omar@agents.example' });
    });
    expect(await fill()).toMatchObject({ areThere: true });
    expect(await stock()).toEqual({ ...FILLED, leads: FILLED.leads + 1 });
  });

  it('are put once by two processes that start together', async () => {
    const { fill, stock } = openStore();
    expect(await Promise.all([fill(), fill()])).toEqual(Array(2).fill({ areThere: true, subscriberIsNew: true }));
    expect(await stock()).toEqual(FILLED);
  });
});
