import { paymentProviderContract } from '#tests/contracts/payment-provider.contract.ts';
import { subscriptionProviderContract } from '#tests/contracts/subscription-provider.contract.ts';

import { interceptStripe, stripeRig } from './rig.ts';

interceptStripe();

for (const contract of [paymentProviderContract, subscriptionProviderContract])
  contract('Stripe', async () => stripeRig());
