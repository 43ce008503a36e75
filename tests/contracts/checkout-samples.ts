import type { PurchaseCheckout } from '#application/ports/payment-provider.ts';
import type { SubscriptionCheckout } from '#application/ports/subscription-provider.ts';
import type { Instant } from '#domain/instant.ts';
import { MINUTE } from '#domain/instant.ts';
import { BUYER } from './payment-rig.ts';

const TIME_TO_PAY = 31 * MINUTE;

/** What the shop asks a provider for when somebody buys a lead at 22.50 now. */
export const somePurchaseCheckout = (now: Instant, changes: Partial<PurchaseCheckout> = {}): PurchaseCheckout => ({
  purchaseId: 'purchase-1',
  amount: 2250,
  lineItem: 'Buyer Lead in Austin',
  email: undefined,
  closesAt: now + TIME_TO_PAY,
  successUrl: 'http://localhost:3000/success?session_id={ref}',
  cancelUrl: 'http://localhost:3000/',
  ...changes,
});

/** What the shop asks a provider for when somebody subscribes at 39.00 a month now. */
export const someSubscriptionCheckout = (
  now: Instant,
  changes: Partial<SubscriptionCheckout> = {},
): SubscriptionCheckout => ({
  subscriptionId: 'subscription-1',
  monthlyAmount: 3900,
  lineItem: 'Lead Vault, monthly',
  payer: { id: 'account-1', email: BUYER, ref: undefined },
  closesAt: now + TIME_TO_PAY,
  successUrl: 'http://localhost:3000/lead-vault-dashboard?session_id={ref}',
  cancelUrl: 'http://localhost:3000/lead-vault?cancelled=1',
  ...changes,
});
