import { collect } from '#adapters/simulated-checkout/checkout.ts';
import type { Checkout } from '#adapters/simulated-checkout/checkout.ts';
import type { Clock } from '#application/ports/clock.ts';
import type { Documents } from '#application/ports/documents.ts';
import { ProviderRefused } from '#application/ports/payment-provider.ts';
import type { PaymentProvider } from '#application/ports/payment-provider.ts';
import type { SubscriptionProvider } from '#application/ports/subscription-provider.ts';

type Provider = PaymentProvider & SubscriptionProvider;

/** Documents with which a hosted page takes the money at the moment of the payment: nothing is ever held. */
export const takingAtOnce = (documents: Documents, clock: Clock): Documents => ({
  ...documents,
  change: (collection, id, step) =>
    documents.change(collection, id, (json) => {
      const after = step(json);
      const checkout = after as Checkout | undefined;
      return checkout?.state === 'authorised' ? collect(checkout, clock()) : after;
    }),
});

/** A provider without authorisations: the simulated checkout on documents that take money at once. Its release is a full refund. */
export const chargingProvider = (hosted: Provider): Provider => {
  const isBack = async (paymentRef: string): Promise<boolean> =>
    (await hosted.readPurchase(paymentRef.replace('pi_', 'cs_'))).state === 'refunded';

  return {
    ...hosted,
    profile: { ...hosted.profile, name: 'charging', chargeMode: 'charge' },
    collect: async (paymentRef) => {
      const collected = await hosted.collect(paymentRef);
      return (await isBack(paymentRef)) ? 'lapsed' : collected;
    },
    release: async (paymentRef) => {
      await hosted.collect(paymentRef);
      try {
        await hosted.refund(paymentRef);
      } catch (error) {
        // The buyer's bank was faster.
        if (!(error instanceof ProviderRefused && (await isBack(paymentRef)))) throw error;
      }
      return 'released';
    },
  };
};
