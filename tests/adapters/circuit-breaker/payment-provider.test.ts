import { breakingPayments } from '#adapters/circuit-breaker/payments.ts';
import { memoryLog } from '#adapters/memory/log.ts';
import { simulatedRig } from '#tests/adapters/simulated-checkout/rig.ts';
import { serveStripe, stripeRig } from '#tests/adapters/stripe/rig.ts';
import { paymentProviderContract } from '#tests/contracts/payment-provider.contract.ts';
import { subscriptionProviderContract } from '#tests/contracts/subscription-provider.contract.ts';

const served = serveStripe();

// What goes round a provider is one itself.
for (const contract of [paymentProviderContract, subscriptionProviderContract]) {
  contract('a simulated checkout that may be left alone', async () => {
    const rig = simulatedRig();
    return { ...rig, payments: breakingPayments(rig.payments, { log: memoryLog() }) };
  });
  contract('a Stripe that may be left alone', async () => {
    const rig = stripeRig({ apiUrl: served.url });
    return { ...rig, payments: breakingPayments(rig.payments, { log: memoryLog() }) };
  });
}
