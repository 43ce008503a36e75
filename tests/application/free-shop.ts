import type { Outside } from '#config/outside.ts';
import { someCoupon } from '#tests/domain/coupon.ts';
import { withoutFreePage } from '#tests/support/without-free-page.ts';
import { openShop } from './shop.ts';

export const FREE = someCoupon({ code: 'FREE', discount: { kind: 'percent', basisPoints: 10_000 } });

type Stock = NonNullable<Parameters<typeof openShop>[0]>;

/** A provider of which is written down what it is asked about purchases. */
const watched = (payments: Outside['payments'], asked: string[]): Outside['payments'] => {
  const noting =
    <Arguments extends unknown[], Answer>(name: string, call: (...args: Arguments) => Answer) =>
    (...args: Arguments): Answer => {
      asked.push(name);
      return call(...args);
    };
  return {
    ...payments,
    openPurchase: noting('openPurchase', payments.openPurchase),
    readPurchase: noting('readPurchase', payments.readPurchase),
    closeCheckout: noting('closeCheckout', payments.closeCheckout),
    collect: noting('collect', payments.collect),
    release: noting('release', payments.release),
    refund: noting('refund', payments.refund),
  };
};

/** A shop whose provider has no page for a total of nothing, and what that provider was asked. */
export const freeShop = async ({ around = (outside) => outside, ...stock }: Stock = {}) => {
  const asked: string[] = [];
  const shop = await openShop({
    coupons: [FREE],
    ...stock,
    around: (outside) => around(withoutFreePage({ ...outside, payments: watched(outside.payments, asked) })),
  });
  const free = (request: Parameters<typeof shop.buy>[0] = {}) =>
    shop.buy({ codeTyped: 'FREE', amount: 0, email: 'dana@example.com', ...request });
  return { shop, asked, free };
};
