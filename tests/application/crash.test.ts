import { describe, expect, it } from 'vitest';

import type { BuyLeadRequest } from '#application/buy-lead.ts';
import type { OpenedCheckout } from '#application/ports/payment-provider.ts';
import { someCoupon } from '#tests/domain/coupon.ts';
import { faultsIn } from './audit.ts';
import { unreliable } from './power.ts';
import type { Trouble } from './power.ts';
import { openShop } from './shop.ts';

const COUPONS = [
  someCoupon({ code: 'LIMIT1', maxUses: 1 }),
  someCoupon({ code: 'FREE1', maxUses: 1, discount: { kind: 'percent', basisPoints: 10_000 } }),
];

/** Two buyers pay for one lead, with a coupon that has one use; a third one has the page open. */
const race = async (codeTyped: string, trouble?: Trouble) => {
  const power = unreliable(trouble);
  const shop = await openShop({ coupons: COUPONS, around: power.around });

  /** What people and providers do when something fails: they try once more. */
  const patiently = async <T>(ask: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await ask();
    } catch {
      power.restore();
      return ask().catch(() => undefined);
    }
  };
  const claim = (request: Partial<BuyLeadRequest>): Promise<OpenedCheckout | undefined> =>
    patiently(async () => {
      const outcome = await shop.buy(request);
      if (outcome.is !== 'opened') throw new Error(outcome.is);
      return outcome.checkout;
    });

  const dana = await claim({ codeTyped });
  const eve = await claim({ codeTyped, visitorHash: 'visitor of eve' });
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
    expect(await race('LIMIT1')).toMatchObject({ faults: [], sold: 'sold' });
    expect(await race('FREE1')).toMatchObject({ faults: [], sold: 'sold' });
  });

  // A process that ends before a call is one that ended after the call before it.
  it.each([
    ['before it is done', 'LIMIT1', 'before', 'blip'],
    ['after it is done, its answer lost', 'LIMIT1', 'after', 'blip'],
    ['after it is done, as the process ends', 'LIMIT1', 'after', 'cut'],
    ['after it is done, as the process ends, when nothing is to be paid', 'FREE1', 'after', 'cut'],
  ] as const)('ends the same when any call fails %s', async (_, code, when, kind) => {
    const { calls } = await race(code);
    const results: unknown[] = [];
    for (let call = 1; call <= calls; call += 1) {
      const { faults, sold } = await race(code, { call, when, kind });
      if (faults.length > 0 || sold !== 'sold') results.push({ call, faults, sold });
    }
    expect(results).toEqual([]);
  });
});
