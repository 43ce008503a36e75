import type { Purchase } from '#domain/purchase.ts';
import { decideIn } from './payment-changes.ts';
import type { Repositories } from './ports/atomically.ts';
import type { OpenedCheckout } from './ports/payment-provider.ts';

type TakeFree = {
  /** Our own, as no provider has one: nobody can guess it, and no provider's looks like it. */
  readonly ref: string;
  /** Where the lead is sent, in normal form. */
  readonly email: string;
  /** `{ref}` in it becomes the reference. */
  readonly successUrl: string;
};

/**
 * Buys a free lead without a provider, in the transaction that begins the purchase. It is decided before it is stored, so there is
 * never an open purchase that a provider would be asked about. Settling goes on from there, as with any other. The browser goes
 * straight to the success page.
 */
export const takeFree = async (
  repositories: Repositories,
  begun: Purchase,
  { ref, email, successUrl }: TakeFree,
): Promise<{ readonly purchase: Purchase; readonly checkout: OpenedCheckout }> => {
  const closesAt = begun.openedAt;
  const payment = { paymentRef: undefined, amount: 0, email };
  const purchase = await decideIn(repositories, { ...begun, checkout: { ref, closesAt } }, payment, closesAt);
  if (purchase === undefined) throw new Error(`purchase ${begun.id} is not one that begins`);
  await repositories.purchases.add(purchase);
  return { purchase, checkout: { ref, url: successUrl.replaceAll('{ref}', ref), closesAt } };
};
