import type { Purchase } from '#domain/purchase.ts';
import { mayBePaidLate } from '#domain/purchase-late.ts';
import { UnknownCheckout } from './ports/payment-provider.ts';
import type { PaymentProvider } from './ports/payment-provider.ts';
import type { PurchaseChanges } from './purchase-changes.ts';

type Needs = { readonly payments: Pick<PaymentProvider, 'readPurchase'>; readonly changes: PurchaseChanges };

/** Reads finished purchases again at the provider. Each answers the purchase if it has changed, `undefined` if not. */
export const purchaseRereadings = ({ payments, changes }: Needs) => {
  const read = async ({ checkout }: Purchase) => checkout && payments.readPurchase(checkout.ref);

  /** Whether the money of a purchase has gone back, by its checkout. */
  const readReturn = async (purchase: Purchase) => {
    const reading = await read(purchase);
    return reading?.state === 'refunded' ? reading.how : undefined;
  };

  const rereadSettled = async (purchase: Purchase) => {
    const how = await readReturn(purchase);
    return how && changes.refundElsewhere(purchase.id, how);
  };

  const rereadRefunded = async (purchase: Purchase) => {
    const reading = await read(purchase);
    if (reading?.state !== 'collected') return undefined;
    const now = await changes.undoRefund(purchase.id);
    return now?.progress.state === 'refunded' ? undefined : now;
  };

  /** Reads the page of a purchase that came to nothing. A page that the provider does not know cannot be paid. */
  const rereadUnpaid = async (purchase: Purchase) => {
    if (!mayBePaidLate(purchase)) return undefined;
    try {
      const reading = await read(purchase);
      const isPaid = reading?.state === 'authorised' || reading?.state === 'collected';
      return isPaid ? await changes.payTooLate(purchase.id, reading) : undefined;
    } catch (error) {
      if (error instanceof UnknownCheckout) return undefined;
      throw error;
    }
  };

  return { readReturn, rereadSettled, rereadRefunded, rereadUnpaid };
};
