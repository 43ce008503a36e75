import { describe, expect, it } from 'vitest';

import type { BuyLead } from '#application/buy-lead.ts';
import type { OpenedCheckout } from '#application/ports/payment-provider.ts';
import { someCoupon } from '#tests/domain/purchase.ts';
import { faultsIn } from './audit.ts';
import { unreliable } from './power.ts';
import type { Trouble } from './power.ts';
import { openShop } from './shop.ts';

/** Two buyers pay for one lead, with a coupon that has one use; a third one has the page open. */
const race = async (trouble?: Trouble) => {
  const power = unreliable(trouble);
  const shop = await openShop({ coupons: [someCoupon({ code: 'LIMIT1', maxUses: 1 })], around: power.around });

  /** What people and providers do when something fails: they try once more. */
  const patiently = async <T>(ask: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await ask();
    } catch {
      power.restore();
      return ask().catch(() => undefined);
    }
  };
  const claim = (request: Partial<BuyLead>): Promise<OpenedCheckout | undefined> =>
    patiently(async () => {
      const outcome = await shop.buy(request);
      if (outcome.is !== 'opened') throw new Error(outcome.is);
      return outcome.checkout;
    });

  const dana = await claim({ codeTyped: 'LIMIT1' });
  const eve = await claim({ codeTyped: 'LIMIT1', visitorHash: 'visitor of eve' });
  await claim({});
  if (dana === undefined || eve === undefined) throw new Error('no page was opened');
  await shop.pay(dana, 'dana@example.com');
  await shop.pay(eve, 'eve@example.com');
  const query = { checkoutRef: dana.ref, leadId: 'lead-1', visitorHash: undefined };
  await patiently(() => shop.useCases.verifyPayment(query));
  await patiently(() => shop.useCases.receiveNotification(shop.notification(eve.ref)));
  await shop.settleEverything({ beforeEach: power.restore });
  return { calls: power.calls(), faults: await faultsIn(shop), sold: (await shop.lead())?.standing.state };
};

describe('a race for a lead', () => {
  it('ends with one buyer who has the lead and one who is not charged', async () => {
    expect(await race()).toMatchObject({ faults: [], sold: 'sold' });
  });

  it.each([
    ['before it is done', 'before', 'blip'],
    ['after it is done, its answer lost', 'after', 'blip'],
    ['before it is done, as the process ends', 'before', 'cut'],
    ['after it is done, as the process ends', 'after', 'cut'],
  ] as const)('ends the same when any call fails %s', async (_, when, kind) => {
    const { calls } = await race();
    const results: unknown[] = [];
    for (let call = 1; call <= calls; call += 1) {
      const { faults, sold } = await race({ call, when, kind });
      if (faults.length > 0 || sold !== 'sold') results.push({ call, faults, sold });
    }
    expect(results).toEqual([]);
  });
});
