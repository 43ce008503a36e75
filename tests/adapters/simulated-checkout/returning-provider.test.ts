import { memoryDocuments } from '#adapters/memory/documents.ts';
import { paymentProviderContract } from '#tests/contracts/payment-provider.contract.ts';
import { subscriptionProviderContract } from '#tests/contracts/subscription-provider.contract.ts';
import { chargingProvider, takingAtOnce } from '#tests/support/charging-provider.ts';
import { returningRig } from '#tests/support/returning-provider.ts';

import { simulatedRig } from './rig.ts';

for (const contract of [paymentProviderContract, subscriptionProviderContract])
  contract('a provider that charges at once, also where a page was closed', async () => {
    const rig = simulatedRig({ documents: takingAtOnce(memoryDocuments(), () => rig.now()) });
    const beside = () => chargingProvider(rig.beside());
    return returningRig({ ...rig, payments: chargingProvider(rig.payments), beside });
  });
