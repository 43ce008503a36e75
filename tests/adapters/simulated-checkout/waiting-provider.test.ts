import { paymentProviderContract } from '#tests/contracts/payment-provider.contract.ts';
import { subscriptionProviderContract } from '#tests/contracts/subscription-provider.contract.ts';
import { hint, waitingProvider } from '#tests/support/waiting-provider.ts';

import { simulatedRig } from './rig.ts';

for (const contract of [paymentProviderContract, subscriptionProviderContract])
  contract('a provider that takes its time and signs nothing', async () => {
    const rig = simulatedRig();
    const { payments, settles, beside } = waitingProvider(rig.payments);
    const notifications = async () => {
      const sent = (await rig.notifications()).filter(({ body }) => !Buffer.from(body).includes('checkout.closed'));
      const told = await Promise.all(sent.map((raw) => rig.payments.readNotification(raw)));
      return told.map(({ about }) => hint('ref' in about ? about.ref : ''));
    };
    return {
      ...rig,
      payments,
      settles,
      beside: () => beside(rig.beside()),
      notifications,
      signed: (body) => ({ body, headers: {} }),
      unrelated: () => hint('cs_sim_7'),
      unsigned: 'anybody may send its notifications: they are only a hint of what to read',
      silentOnClosing: 'this provider only remembers that a page is closed',
      endsAtOnce: 'this provider schedules nothing',
    };
  });
