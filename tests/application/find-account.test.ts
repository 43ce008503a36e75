import { describe, expect, it } from 'vitest';

import { DAY, HOUR } from '#domain/instant.ts';
import { NOW, openShop } from './shop.ts';
import { someAccount } from '#tests/contracts/store-samples.ts';
import { somebodyIn } from './subscriber.ts';

const PASSWORD = 'sample-pass';

const subscribed = async () => {
  const shop = await openShop();
  const dana = await somebodyIn(shop);
  await dana.becomeSubscriber();
  return { shop, dana, find: shop.useCases.findAccount };
};

/** Somebody who has registered, and not opened the link yet. */
const registered = async () => {
  const shop = await openShop();
  const email = 'mia@example.com';
  await shop.useCases.signUp({ email, password: PASSWORD, fullName: 'Mia Chen' });
  return { shop, find: () => shop.useCases.findAccount(email) };
};

describe('an operator finds an account', () => {
  it('by its address, however that is written, by its id, and by the id of one of its subscriptions', async () => {
    const { dana, find } = await subscribed();
    const [{ id } = { id: 'none' }] = await dana.stored();
    const found = await find(dana.email);
    expect(found?.account.id).toBe(dana.accountId);
    for (const text of [' Dana@Example.com ', dana.accountId, ` ${id} `]) expect(await find(text)).toEqual(found);
  });

  it('by an id in capitals, as ids have none', async () => {
    const { shop, find } = await subscribed();
    const account = someAccount({ id: 'abcdef00-0000-7000-8000-00000000000f', email: 'mia@example.com' });
    await shop.outside.atomically(({ accounts }) => accounts.add(account));
    expect((await find(account.id.toUpperCase()))?.account.email).toBe('mia@example.com');
  });

  it('and none by anything else', async () => {
    const { find } = await subscribed();
    for (const text of ['omar@example.com', 'Dana Whitmore', '0198c0de-0000-7000-8000-000000000000', ''])
      expect(await find(text)).toBeUndefined();
  });

  it('with what it has of the Lead Vault, and not how its owner can be called, or signs in', async () => {
    const { dana, find } = await subscribed();
    expect(await find(dana.email)).toEqual({
      account: {
        id: dana.accountId,
        email: dana.email,
        fullName: 'Dana Whitmore',
        verification: { state: 'verified', verifiedAt: NOW },
        pendingEmail: undefined,
        createdAt: NOW,
      },
      membership: await dana.membership(),
      subscriptions: await dana.stored(),
      openLinks: [],
      signedIn: 1,
    });
  });

  it('with access until the grace is over, where a renewal has failed', async () => {
    const { shop, dana, find } = await subscribed();
    const [{ paidThrough } = { paidThrough: 0 }] = await dana.provided();
    shop.clock.step(paidThrough - NOW);
    await dana.happens('renewal failed');
    await shop.useCases.reconcile({ who: 'olga' });
    expect((await find(dana.email))?.membership).toMatchObject({
      isOverdue: true,
      accessUntil: paidThrough + shop.outside.renewalGrace,
    });
  });

  it('that cannot sign in yet, and the link that it waits for, until that has expired', async () => {
    const { shop, find } = await registered();
    const link = { purpose: 'VERIFY_EMAIL', until: NOW + DAY };
    await shop.queue.drain();
    expect(await find()).toMatchObject({ account: { verification: { state: 'unverified' } }, openLinks: [link] });
    shop.clock.step(DAY - 1);
    expect((await find())?.openLinks).toEqual([link]);
    shop.clock.step(1);
    expect((await find())?.openLinks).toEqual([]);
  });

  it('that is signed in in so many browsers, until a week has gone by', async () => {
    const { shop, dana, find } = await subscribed();
    shop.clock.step(HOUR);
    await dana.signInAgain();
    expect((await find(dana.email))?.signedIn).toBe(2);
    shop.clock.step(7 * DAY - HOUR);
    expect((await find(dana.email))?.signedIn).toBe(1);
    shop.clock.step(HOUR);
    expect((await find(dana.email))?.signedIn).toBe(0);
  });
});
