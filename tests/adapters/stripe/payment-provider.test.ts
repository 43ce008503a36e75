import { paymentProviderContract } from '#tests/contracts/payment-provider.contract.ts';
import { subscriptionProviderContract } from '#tests/contracts/subscription-provider.contract.ts';

import { serveStripe, stripeRig } from './rig.ts';

// A line that is cut is a socket that breaks, and nothing else.
const served = serveStripe();

for (const contract of [paymentProviderContract, subscriptionProviderContract])
  contract('Stripe', async () => stripeRig({ apiUrl: served.url }));
