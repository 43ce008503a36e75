import { begin } from '#tests/application/buyer.ts';
import { aLeadOnOffer } from '#tests/application/shop.ts';
import type { Shop } from '#tests/application/shop.ts';
import type { Dice } from '#tests/race/dice.ts';

const BUYERS = 12;

/** Leads that nobody has ordered before the copy is made. */
export const LATE_LEADS = Array.from({ length: BUYERS / 4 }, (_, each) =>
  aLeadOnOffer({ id: `01900000-0000-7000-8000-000000b0000${each}` }),
);

/**
 * Orders that are begun after the copy of a shop was made: none of them is in it. Half of them want leads of their own, the others some of
 * the `wanted` ones, for which the copy has orders too.
 */
export const lateOrders = async (shop: Shop, dice: Dice, wanted: readonly string[]) => {
  const own = LATE_LEADS.map(({ id }) => id);
  const orders = Array.from({ length: BUYERS }, (_, each) => ({
    email: `late-buyer-${each}@example.com`,
    fate: dice.pick({
      'never pays': 1,
      pays: 2,
      'pays and is settled': 2,
      'pays, is charged and settled': 4,
      'pays after the loss': 2,
    }),
  }));
  const begun: ((typeof orders)[number] & { readonly leadId: string } & Awaited<ReturnType<typeof begin>>)[] = [];
  for (const [each, order] of orders.entries()) {
    const among = each < BUYERS / 2 && wanted.length > 0 ? wanted : own;
    const leadId = among[each % among.length] ?? '';
    begun.push({ ...order, leadId, ...(await begin(shop, { leadId, visitorHash: `late visitor ${each}` })) });
  }

  /** Those whose money is at the provider when it tells of them. */
  const paid = new Set<string>();

  return {
    count: begun.length,
    /**
     * What buyers do before the shop is lost. Whose money somebody takes in the provider's dashboard gets it back as a refund if the lead is
     * somebody else's, as every loser does where the provider charges at once.
     */
    payBefore: async (): Promise<void> => {
      for (const { fate, email, checkout, pay, settle } of begun) {
        if (fate === 'never pays' || fate === 'pays after the loss') continue;
        await pay(email);
        if (fate === 'pays, is charged and settled')
          await shop.outside.payments.collect(checkout.ref.replace('cs_', 'pi_'));
        if (fate !== 'pays') await settle();
      }
    },
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
    /** The leads that one of them has paid for, and may have the contact of: nobody whose order is in the copy has got them. */
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
