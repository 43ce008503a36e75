import { openPostgres } from '#adapters/mikro-orm/connection.ts';
import { migrate } from '#adapters/mikro-orm/migrate.ts';
import type { Outside } from '#config/outside.ts';
import { MINUTE } from '#domain/instant.ts';
import { faultsIn } from '#tests/application/audit.ts';
import { begin } from '#tests/application/buyer.ts';
import { aLeadOnOffer, openShop } from '#tests/application/shop.ts';
import { someCoupon } from '#tests/domain/coupon.ts';
import { diceOf } from '#tests/race/dice.ts';
import { freshDatabase } from '#tests/support/postgres.ts';
import { copyOf } from './copies.ts';
import { LATE_LEADS, lateOrders } from './late-orders.ts';
import type { Tally } from './promise.ts';
import { storeOn } from './server-store.ts';
import type { Store, StoreWith } from './story.ts';

const LEADS = 13;
const BUYERS = 20;

/** So many leads are each ordered by one buyer before the copy is made. */
const SOLE = 5;

const idOf = (number: number): string => `01900000-0000-7000-8000-${String(number).padStart(12, '0')}`;

/** What happens to a copy once it has opened. */
export type Care = {
  /** As whoever restores it must. */
  readonly reconciles: boolean;
  /** The provider tells of what was ordered since the copy was made. */
  readonly isTold: boolean;
  /** Whether the orders that the copy has of a lead are found, before it is taken off for one that is lost. */
  readonly findsBuyers: boolean;
};

const withoutBuyers = (outside: Outside): Outside => ({
  ...outside,
  atomically: (work) =>
    outside.atomically(({ purchases, ...others }) =>
      work({ ...others, purchases: { ...purchases, findOpenOfLead: async () => [] } }),
    ),
});

/**
 * A shop is copied in the middle of its orders, goes on for a while, with new ones too, and is lost; the provider goes on. Then the copy
 * opens, with the jobs that it had.
 */
export const restore = async (
  seed: number,
  { done, wrong }: Tally,
  { reconciles, isTold, findsBuyers }: Care,
): Promise<void> => {
  const dice = diceOf(seed);
  const original = await freshDatabase();
  const opened = await openPostgres({ url: original.url, poolSize: 5 });
  let current: Store | undefined;
  let add: Parameters<StoreWith>[0]['addJob'] = () => {};
  const now = (): Store => {
    if (current === undefined) throw new Error('there is no store');
    return current;
  };
  const storeWith: StoreWith = (wiring) => {
    add = wiring.addJob;
    current = storeOn(opened)(wiring);
    return {
      atomically: (work) => now().atomically(work),
      marketplace: { ...current.marketplace, unsold: (query) => now().marketplace.unsold(query) },
      vault: current.vault,
      users: current.users,
      ledger: {
        ...current.ledger,
        purchasesToReconcile: (query) => now().ledger.purchasesToReconcile(query),
        subscriptionsToReconcile: (query) => now().ledger.subscriptionsToReconcile(query),
      },
    };
  };
  const leads = Array.from({ length: LEADS }, (_, each) => aLeadOnOffer({ id: idOf(each + 0xa0_0000) }));
  const coupons = [someCoupon({ code: 'LIMIT1', maxUses: 1 })];
  const around = findsBuyers ? (outside: Outside) => outside : withoutBuyers;
  const shop = await openShop({ leads: [...leads, ...LATE_LEADS], coupons, storeWith, around });

  type Order = Awaited<ReturnType<typeof begin>> & Readonly<Record<'leadId' | 'email' | 'ref' | 'codeTyped', string>>;
  const orders: Order[] = [];
  for (let each = 0; each < BUYERS; each += 1) {
    const leadId = leads[each < SOLE ? each : dice.between(SOLE, LEADS - 1)]?.id ?? '';
    const codeTyped = each >= SOLE && dice.throwOne() < 0.2 ? 'LIMIT1' : '';
    const order = await begin(shop, { leadId, codeTyped, visitorHash: `visitor ${each}` });
    orders.push({ ...order, leadId, codeTyped, email: `buyer-${each}@example.com`, ref: order.checkout.ref });
  }
  const isSole = (order: Order): boolean =>
    order.codeTyped === '' && orders.filter(({ leadId }) => leadId === order.leadId).length === 1;
  for (const order of orders)
    if (dice.throwOne() < 0.5) {
      await order.pay(order.email);
      if (dice.throwOne() < 0.5) await order.settle();
      if (dice.throwOne() < 0.3) await shop.queue.drain();
    }

  // Here the copy is made. What is queued then is in it as well.
  await opened.close();
  const copy = await copyOf(original);
  const [again, restored] = await Promise.all([original, copy].map(({ url }) => openPostgres({ url, poolSize: 5 })));
  if (again === undefined || restored === undefined) throw new Error('a database is away');
  try {
    // What is queued from now on is lost with it.
    current = storeOn(again)({ addJob: () => {} });
    const listed: string[] = [];
    for (const { id } of leads) if ((await shop.lead(id))?.standing.state === 'listed') listed.push(id);
    const late = await lateOrders(shop, dice, listed);
    for (const order of orders) {
      const settled = isSole(order) ? 10 : 2;
      const fate = dice.pick({ nothing: 3, pays: 4, 'pays and is settled': settled, refunded: 1, disputed: 1 });
      if (fate === 'pays' || fate === 'pays and is settled') await order.pay(order.email);
      // No other order that the copy has wants the lead, or a coupon's last use, so that it cannot decide otherwise.
      if (fate === 'pays and is settled' && isSole(order)) await order.settle();
      if ((await shop.money(order.ref)) === 'collected') {
        if (fate === 'refunded') await shop.atProvider.refund(order.ref);
        if (fate === 'disputed') await shop.atProvider.dispute(order.ref);
      }
    }
    await late.payBefore();

    current = storeOn(restored)({ addJob: add });
    await migrate(restored);
    await late.goOn();
    if (isTold) await late.tell();
    if (reconciles) {
      await shop.queue.drain();
      shop.clock.step(35 * MINUTE);
      const { failures } = await shop.useCases.reconcile({ who: 'kim' });
      for (const failure of failures) wrong(`not reconciled: ${JSON.stringify(failure)}`);
      await shop.settleEverything();
    }
    for (const fault of [...(await faultsIn(shop, await late.sold())), ...(await late.faults())])
      wrong(`seed ${seed}, copied by ${copy.by}: ${fault}`);
    done(orders.length + late.count);
  } finally {
    await Promise.all([again.close(), restored.close()]);
    await copy.drop();
    await original.drop();
  }
};
