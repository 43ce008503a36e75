import { beforeEach } from 'vitest';
import type { TestContext } from 'vitest';

import { closingTime } from '#application/closing-time.ts';
import type { PurchaseCheckout } from '#application/ports/payment-provider.ts';

import { discreet } from './payment-discretion.ts';
import { BUYER, idOf, untilDone } from './payment-rig.ts';
import type { Money, PaymentRig, Possible } from './payment-rig.ts';

/** The rig's hook; skips the case, with the reason, where there is none. */
export const possible = <Hook extends object>(test: TestContext, hook: Possible<Hook>): Hook =>
  'none' in hook ? test.skip(hook.none) : hook;

/** A fresh provider for each case, with a shop before it that sells one thing at 22.50. */
export const paymentsInUse = (make: () => Promise<PaymentRig>) => {
  let rig: PaymentRig;
  let payments: PaymentRig['payments'];
  let purchases = 0;
  const usable = (provider: typeof payments) => discreet(untilDone(provider, rig.settles), rig.secrets);
  beforeEach(async () => {
    rig = await make();
    payments = usable(rig.payments);
  });

  const wish = (changes: Partial<PurchaseCheckout> = {}): PurchaseCheckout => ({
    purchaseId: idOf(`purchase ${(purchases += 1)}`),
    amount: 2250,
    lineItem: 'Buyer Lead in Austin',
    email: undefined,
    closesAt: closingTime(payments.profile, rig.now()),
    successUrl: 'http://localhost:3000/success?session_id={ref}&lead=7',
    cancelUrl: 'http://localhost:3000/',
    ...changes,
  });
  const open = (changes: Partial<PurchaseCheckout> = {}) => payments.openPurchase(wish(changes));

  /** Money is taken at the hosted page: nothing is ever held, and a release is a full refund. */
  const charges = (): boolean => payments.profile.chargeMode === 'charge';

  const paid = async () => {
    const checkout = await open();
    await rig.buyer.pay(checkout, BUYER);
    const reading = await payments.readPurchase(checkout.ref);
    if (reading.state !== 'authorised' && reading.state !== 'collected')
      throw new Error(`the payment is ${reading.state}`);
    return { checkout, paymentRef: reading.paymentRef };
  };

  return {
    get rig() {
      return rig;
    },
    /** The rig's provider; calls are repeated until they are done, and errors are checked for secrets. */
    get payments() {
      return payments;
    },
    /** The same provider from another process of the shop, or after a restart. */
    beside: () => usable(rig.beside()),
    wish,
    open,
    charges,
    paidState: () => (charges() ? 'collected' : 'authorised'),
    paidMoney: (amount = 2250): Money =>
      charges() ? { held: 0, taken: amount, givenBack: 0 } : { held: amount, taken: 0, givenBack: 0 },
    returnedState: () => (charges() ? { state: 'refunded', how: 'refund' } : { state: 'released' }),
    returnedMoney: (): Money =>
      charges() ? { held: 0, taken: 2250, givenBack: 2250 } : { held: 0, taken: 0, givenBack: 0 },
    paid,
    collected: async () => {
      const { checkout, paymentRef } = await paid();
      await payments.collect(paymentRef);
      return { checkout, paymentRef };
    },
    lineOf: (test: TestContext) => possible(test, rig.line),
  };
};

export type PurchasesInUse = ReturnType<typeof paymentsInUse>;
