import { breakingPayments } from '#adapters/circuit-breaker/payments.ts';
import { memoryLog } from '#adapters/memory/log.ts';
import { simulatedRig } from '#tests/adapters/simulated-checkout/rig.ts';
import { serveStripe, stripeRig } from '#tests/adapters/stripe/rig.ts';
import { paymentProviderContract } from '#tests/contracts/payment-provider.contract.ts';
import { subscriptionProviderContract } from '#tests/contracts/subscription-provider.contract.ts';
import type { SubscriptionRig } from '#tests/contracts/subscription-rig.ts';

const served = serveStripe();

const leftAlone = (rig: SubscriptionRig): SubscriptionRig => {
  const breaking = (payments: SubscriptionRig['payments']) => breakingPayments(payments, { log: memoryLog() });
  return { ...rig, payments: breaking(rig.payments), beside: () => breaking(rig.beside()) };
};

// What goes round a provider is one itself.
for (const contract of [paymentProviderContract, subscriptionProviderContract]) {
  contract('a simulated checkout that may be left alone', async () => leftAlone(simulatedRig()));
  contract('a Stripe that may be left alone', async () => leftAlone(stripeRig({ apiUrl: served.url })));
}
