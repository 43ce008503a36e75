import type { Checkout } from '#adapters/simulated-checkout/checkout.ts';
import type { SimulatedRig } from '#tests/adapters/simulated-checkout/rig.ts';

/**
 * A provider whose page only approves: money is held, or a subscription begun, by whoever reads it next. Nothing closes the page
 * for its buyer either: an approval that comes too late leads to the shop as well, and nothing comes of it.
 */
export const approvingRig = (rig: SimulatedRig): SimulatedRig => {
  const approved = new Map<string, string>();
  const finished =
    <Reading>(read: (ref: string) => Promise<Reading>) =>
    async (ref: string): Promise<Reading> => {
      const email = approved.get(ref);
      if (email !== undefined) await rig.payDirectly(ref, email);
      return read(ref);
    };
  const { profile, readPurchase, readSubscriptionCheckout } = rig.payments;
  return {
    ...rig,
    payments: {
      ...rig.payments,
      profile: { ...profile, name: 'approving' },
      readPurchase: finished(readPurchase),
      readSubscriptionCheckout: finished(readSubscriptionCheckout),
    },
    buyer: {
      ...rig.buyer,
      pay: async ({ ref }, email) => {
        const { successUrl } = (await rig.documents.read('simulated-checkout', ref)) as Checkout;
        approved.set(ref, email);
        return successUrl.replaceAll('{ref}', ref);
      },
    },
  };
};
