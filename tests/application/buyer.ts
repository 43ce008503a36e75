import { ProviderUnavailable } from '#application/ports/payment-provider.ts';
import type { PaymentProvider } from '#application/ports/payment-provider.ts';
import type { SubscriptionProvider } from '#application/ports/subscription-provider.ts';
import { openShop, opened } from './shop.ts';
import type { Shop } from './shop.ts';

type Provider = PaymentProvider & SubscriptionProvider;

export type Manners = { -readonly [Method in keyof Provider]?: Provider[Method] };

/** A shop whose provider can be given other manners while it runs. */
export const shopWith = async (stock: Parameters<typeof openShop>[0] = {}) => {
  const manners: Manners = {};
  let provider: Provider | undefined;
  const shop = await openShop({
    ...stock,
    around: (inner) => {
      const outside = stock.around?.(inner) ?? inner;
      const usual = outside.payments;
      provider = usual;
      const payments: Provider = {
        ...usual,
        get profile() {
          return manners.profile ?? usual.profile;
        },
        openPurchase: (wish) => (manners.openPurchase ?? usual.openPurchase)(wish),
        readPurchase: (ref) => (manners.readPurchase ?? usual.readPurchase)(ref),
        collect: (ref) => (manners.collect ?? usual.collect)(ref),
        release: (ref) => (manners.release ?? usual.release)(ref),
        refund: (ref) => (manners.refund ?? usual.refund)(ref),
        readOrigin: (subject) => (manners.readOrigin ?? usual.readOrigin)(subject),
        closeCheckout: (ref) => (manners.closeCheckout ?? usual.closeCheckout)(ref),
        openSubscription: (wish) => (manners.openSubscription ?? usual.openSubscription)(wish),
        readSubscriptionCheckout: (ref) => (manners.readSubscriptionCheckout ?? usual.readSubscriptionCheckout)(ref),
        readSubscription: (ref) => (manners.readSubscription ?? usual.readSubscription)(ref),
        keepGoing: (ref) => (manners.keepGoing ?? usual.keepGoing)(ref),
        endAtOnce: (ref) => (manners.endAtOnce ?? usual.endAtOnce)(ref),
      };
      return { ...outside, payments };
    },
  });
  /** The provider with its own manners. */
  const usual = provider ?? shop.outside.payments;
  return { shop, manners, usual };
};

export const away = () => Promise.reject(new ProviderUnavailable('away'));

/** A buyer who has opened a hosted page; `id` is the purchase's. */
export const begin = async (shop: Shop, request: Parameters<Shop['buy']>[0] = {}) => {
  const checkout = opened(await shop.buy(request));
  const id = shop.purchaseIds.at(-1) ?? 'none';
  return {
    checkout,
    id,
    pay: (email: string) => shop.pay(checkout, email),
    settle: () => shop.useCases.doJob({ name: 'settle-purchase', purchaseId: id }),
    progress: async () => (await shop.purchase(id))?.progress,
    money: () => shop.money(checkout.ref),
  };
};

/** Whose browser is not the one in which the others of a test buy. */
export const EVE = { visitorHash: 'visitor of eve' };

export const mailTo = async (shop: Shop, receiver: string) => (await shop.mails()).filter(({ to }) => to === receiver);
