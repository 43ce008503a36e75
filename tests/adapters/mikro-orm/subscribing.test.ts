import { describe, expect, it } from 'vitest';

import { databaseUsers } from '#adapters/mikro-orm/users.ts';
import { systemSecrets } from '#adapters/system/secrets.ts';
import { openShop } from '#tests/application/shop.ts';
import { somebodyIn } from '#tests/application/subscriber.ts';
import { sharedDatabase } from '#tests/support/shared-database.ts';

const AT_ONCE = 12;

const times = <T>(count: number, act: () => Promise<T>): Promise<readonly T[]> =>
  Promise.all(Array.from({ length: count }, act));

describe('on a real PostgreSQL, an account', () => {
  const { database, atomically } = sharedDatabase();
  let people = 0;

  const subscriber = async () => {
    const shop = await openShop({
      around: (outside) => ({
        ...outside,
        atomically,
        users: databaseUsers(database()),
        // The fakes' ids and tokens begin anew with each shop; the tables do not.
        secrets: systemSecrets(),
      }),
    });
    return { shop, dana: await somebodyIn(shop, `dana-${(people += 1)}@example.com`) };
  };

  it('that subscribes in many tabs at once has one open checkout at most, and pays once', async () => {
    const { dana } = await subscriber();
    const outcomes = await times(AT_ONCE, dana.subscribe);
    const paid: boolean[] = [];
    for (const outcome of outcomes) if (outcome.is === 'opened') paid.push(await dana.pay(outcome.checkout));
    expect(paid.filter(Boolean).length).toBeLessThanOrEqual(1);
    if (!paid.includes(true)) await dana.pay(await dana.open());
    for (const { checkout } of await dana.stored()) await dana.confirm({ ref: checkout?.ref ?? '' });
    expect((await dana.stored()).filter(({ progress }) => progress.state === 'live')).toHaveLength(1);
    expect((await dana.provided()).filter(({ state }) => state === 'active')).toHaveLength(1);
  });

  it('is subscribed once by many callers at once', async () => {
    const { dana } = await subscriber();
    const checkout = await dana.open();
    await dana.pay(checkout);
    expect(new Set((await times(AT_ONCE, () => dana.confirm(checkout))).map(({ is }) => is))).toEqual(
      new Set(['subscribed']),
    );
    expect((await dana.stored()).map(({ revision }) => revision)).toEqual([1]);
  });

  it('that unsubscribes and keeps at once ends where the provider is', async () => {
    const { dana } = await subscriber();
    await dana.becomeSubscriber();
    await Promise.all([times(AT_ONCE, dana.unsubscribe), times(AT_ONCE, dana.keep)]);
    const [provided] = await dana.provided();
    const [stored] = await dana.stored();
    expect(stored?.progress).toMatchObject({ state: 'live', endsAt: provided?.endsAt ?? undefined });
  });
});
