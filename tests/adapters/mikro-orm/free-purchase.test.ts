import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

import { faultsIn } from '#tests/application/audit.ts';
import { FREE, freeShop } from '#tests/application/free-shop.ts';
import { aLeadOnOffer } from '#tests/application/shop.ts';
import { serverStore } from '#tests/promises/server-store.ts';

const BUYERS = 12;

const leadId = (each: number): string => `01900000-0000-7000-8000-${String(each).padStart(12, '0')}`;
const everybody = <T>(act: (each: number) => Promise<T>): Promise<readonly T[]> =>
  Promise.all(Array.from({ length: BUYERS }, (_, each) => act(each)));

let server: Awaited<ReturnType<typeof serverStore>>;

beforeAll(async () => {
  server = await serverStore();
});
beforeEach(() => server.empty());
afterAll(() => server.close());

it('on a real PostgreSQL, many who take one lead for nothing at once are one buyer and refused ones', async () => {
  const leads = [aLeadOnOffer({ id: leadId(1) })];
  const { shop, free, asked } = await freeShop({ leads, storeWith: server.storeWith });
  const outcomes = await everybody((each) => free({ leadId: leadId(1), email: `buyer${each}@example.com` }));
  expect(outcomes.filter(({ is }) => is === 'taken')).toHaveLength(1);
  expect(outcomes.filter(({ is }) => is === 'sold')).toHaveLength(BUYERS - 1);
  await shop.settleEverything();
  expect(await faultsIn(shop)).toEqual([]);
  expect(await shop.mails()).toHaveLength(1);
  expect(asked).toEqual([]);
});

it('on a real PostgreSQL, the last uses of a coupon are used once each by many who take leads for nothing at once', async () => {
  const leads = Array.from({ length: BUYERS }, (_, each) => aLeadOnOffer({ id: leadId(each) }));
  const coupons = [{ ...FREE, maxUses: 3 }];
  const { shop, free } = await freeShop({ leads, coupons, storeWith: server.storeWith });
  await everybody((each) => free({ leadId: leadId(each), email: `buyer${each}@example.com` }));
  await shop.settleEverything();
  const standings = await everybody(async (each) => (await shop.lead(leadId(each)))?.standing.state);
  expect(standings.filter((state) => state === 'sold')).toHaveLength(3);
  expect((await shop.coupon('FREE'))?.uses).toBe(3);
  expect(await faultsIn(shop)).toEqual([]);
});
