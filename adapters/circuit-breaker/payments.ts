import type { Log } from '#application/ports/log.ts';
import type { PaymentProvider } from '#application/ports/payment-provider.ts';
import type { SubscriptionProvider } from '#application/ports/subscription-provider.ts';

import { circuit, inTime } from './circuit.ts';

type Provider = PaymentProvider & SubscriptionProvider;

/**
 * A provider outside this process, which is left alone for a while when it is away (C53). Its signed notifications are read all
 * the same: their signature is checked here, and who sends them is there. They say nothing about the calls that we make.
 */
export const breakingPayments = (provider: Provider, { log }: { readonly log: Log }): Provider => {
  const run = circuit(log);
  const guarded =
    <Args extends readonly unknown[], Answer>(call: (...args: Args) => Promise<Answer>) =>
    (...args: Args): Promise<Answer> =>
      run(() => call(...args));
  return {
    profile: provider.profile,
    openPurchase: guarded(provider.openPurchase),
    readPurchase: guarded(provider.readPurchase),
    closeCheckout: guarded(provider.closeCheckout),
    collect: guarded(provider.collect),
    release: guarded(provider.release),
    refund: guarded(provider.refund),
    openSubscription: guarded(provider.openSubscription),
    readSubscriptionCheckout: guarded(provider.readSubscriptionCheckout),
    readSubscription: guarded(provider.readSubscription),
    endAfterPaidPeriod: guarded(provider.endAfterPaidPeriod),
    keepGoing: guarded(provider.keepGoing),
    endAtOnce: guarded(provider.endAtOnce),
    readNotification:
      provider.profile.notifications === 'asked'
        ? guarded(provider.readNotification)
        : (raw) => inTime(() => provider.readNotification(raw)),
    readOrigin: guarded(provider.readOrigin),
  };
};
