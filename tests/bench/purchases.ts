import type { Atomically } from '#application/ports/atomically.ts';
import type { Instant } from '#domain/instant.ts';
import { DAY } from '#domain/instant.ts';
import type { Lead } from '#domain/lead.ts';
import { lineItemOf } from '#domain/purchase.ts';
import { idOf } from './leads.ts';

const PURCHASES = 2_000;

/**
 * Purchases that came to nothing, as any shop has them. Of an empty table the database would believe for its first minute that
 * it is best read from end to end, however full it has become since.
 */
export const addPurchases = (atomically: Atomically, { id: leadId, place, price }: Lead, now: Instant): Promise<void> =>
  atomically(async ({ purchases }) => {
    for (let index = 0; index < PURCHASES; index += 1)
      await purchases.add({
        id: idOf(index),
        saleNumber: `HL-${index}`,
        leadId,
        lineItem: lineItemOf(place),
        listPrice: price,
        price,
        couponCode: undefined,
        visitorHash: 'nobody',
        userId: undefined,
        terms: undefined,
        openedAt: now - DAY,
        checkout: undefined,
        check: { at: now, count: 1 },
        progress: { state: 'abandoned', abandonedAt: now },
      });
  });
