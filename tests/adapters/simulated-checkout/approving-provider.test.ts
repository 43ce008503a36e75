import { paymentProviderContract } from '#tests/contracts/payment-provider.contract.ts';
import { subscriptionProviderContract } from '#tests/contracts/subscription-provider.contract.ts';
import { approvingRig } from '#tests/support/approving-provider.ts';

import { simulatedRig } from './rig.ts';

for (const contract of [paymentProviderContract, subscriptionProviderContract])
  contract('a provider whose page only approves', async () => approvingRig(simulatedRig()));
