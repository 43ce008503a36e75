import { begin } from '#tests/application/buyer.ts';
import { aLeadOnOffer } from '#tests/application/shop.ts';
import type { Shop } from '#tests/application/shop.ts';
import type { Dice } from '#tests/race/dice.ts';

const BUYERS = 6;

/** Leads that nobody has ordered before the copy is made. */
export const LATE_LEADS = Array.from({ length: BUYERS / 2 }, (_, each) =>
  aLeadOnOffer({ id: `01900000-0000-7000-8000-000000b0000${each}` }),
);

/** Orders that are begun after the copy of a shop was made: none of them is in it. */
export const lateOrders = async (shop: Shop, dice: Dice) => {
  const orders = Array.from({ length: BUYERS }, (_, each) => ({
    email: `late-buyer-${each}@example.com`,
    fate: dice.pick({ 'never pays': 1, pays: 2, 'pays and is settled': 2, 'pays after the loss': 2 }),
  }));
  const begun: ((typeof orders)[number] & { readonly leadId: string } & Awaited<ReturnType<typeof begin>>)[] = [];
  for (const [each, order] of orders.entries()) {
    const leadId = LATE_LEADS[each % LATE_LEADS.length]?.id ?? '';
    begun.push({ ...order, leadId, ...(await begin(shop, { leadId, visitorHash: `late visitor ${each}` })) });
  }
  for (const { fate, email, pay, settle } of begun) {
    if (fate === 'pays' || fate === 'pays and is settled') await pay(email);
    if (fate === 'pays and is settled') await settle();
  }

  /** Those whose money is at the provider when it tells of them. */
  const paid = new Set<string>();

  return {
    count: begun.length,
    /** What buyers do whose shop has gone on from its copy. */
    goOn: async (): Promise<void> => {
      for (const { id, fate, email, pay, money } of begun) {
        if (fate === 'pays after the loss') await pay(email);
        if (['held', 'collected'].includes(await money())) paid.add(id);
      }
    },
    /** The provider tells of each, of some for the second time. */
    tell: async (): Promise<void> => {
      for (const { id, checkout } of begun)
        await shop.useCases.receiveNotification(shop.notification(checkout.ref, `told of ${id} after the loss`));
      await shop.queue.drain();
    },
    /** The leads that somebody has paid for, and may have the contact of. */
    sold: async (): Promise<readonly string[]> => {
      const sales = await Promise.all(
        begun.map(async ({ leadId, money }) => ((await money()) === 'collected' ? leadId : [])),
      );
      return sales.flat();
    },
    /** What is wrong with them, once everything has come to its end. */
    faults: async (): Promise<readonly string[]> => {
      const faults = await Promise.all(
        begun.map(async ({ id, fate, money }) => {
          const moved = await money();
          const isTold = shop.log.lines.some(
            ({ level, event, purchaseId }) =>
              level === 'error' && event === 'payment of an unknown order' && purchaseId === id,
          );
          if (moved === 'held') return `money is held for nobody: ${id} ${fate}`;
          return isTold === paid.has(id) ? [] : `told is ${isTold} of money ${moved}: ${id} ${fate}`;
        }),
      );
      return faults.flat();
    },
  };
};
