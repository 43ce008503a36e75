import { ProviderRefused } from '#application/ports/payment-provider.ts';
import type { OpenedCheckout, PaymentProvider } from '#application/ports/payment-provider.ts';
import type { SubscriptionProvider } from '#application/ports/subscription-provider.ts';

type Provider = PaymentProvider & SubscriptionProvider;

/**
 * A provider whose hosted pages are all where its profile says. One elsewhere is refused by the browser: its buyer would read of a
 * fault each time, and nobody would hear of the setting that is wrong. Here it is a `ProviderRefused`, which names the place.
 */
export const onKnownPages = (provider: Provider): Provider => {
  const named = provider.profile.browser.hostedPages;

  const checked = (opened: OpenedCheckout, successUrl: string): OpenedCheckout => {
    const place = URL.parse(opened.url, successUrl)?.origin ?? 'no address';
    if (place !== new URL(successUrl).origin && !named.includes(place))
      throw new ProviderRefused(`the payment page is at ${place}, which is none of ${named.join(', ')}`);
    return opened;
  };

  return {
    ...provider,
    openPurchase: async (checkout) => checked(await provider.openPurchase(checkout), checkout.successUrl),
    openSubscription: async (checkout) => checked(await provider.openSubscription(checkout), checkout.successUrl),
  };
};
