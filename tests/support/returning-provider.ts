import { UnknownCheckout } from '#application/ports/payment-provider.ts';
import type { PaymentProvider } from '#application/ports/payment-provider.ts';
import type { SubscriptionProvider } from '#application/ports/subscription-provider.ts';
import type { SimulatedRig } from '#tests/adapters/simulated-checkout/rig.ts';
import { turnableLine } from '#tests/contracts/payment-line.ts';

import { pageDecisions, tellingOfPages } from './page-decisions.ts';
import { atLine } from './provider-at-a-line.ts';

type Provider = PaymentProvider & SubscriptionProvider;

const CLOSED = { state: 'closed' } as const;

/**
 * A provider at the end of a line that charges at once, at a page that cannot be taken away: the adapter remembers that it is closed,
 * and who pays there later gets everything back.
 */
export const returningRig = (rig: SimulatedRig): SimulatedRig => {
  const line = turnableLine();
  const opened = new Set<string>();

  const adapter = (simulated: Provider): Provider => {
    const { remember, decide, isClosed } = pageDecisions(rig.documents);
    const hosted = atLine({ ...simulated, ...tellingOfPages(simulated, async (ref) => opened.add(ref)) }, line);

    const unlessClosed =
      <Reading extends { readonly state: string }>(
        read: (ref: string) => Promise<Reading>,
        sendBack: (paid: Reading) => Promise<void>,
      ) =>
      async (ref: string): Promise<Reading | typeof CLOSED> => {
        const seen = await read(ref);
        if (seen.state === 'open') return (await isClosed(ref)) ? CLOSED : seen;
        if (seen.state === 'closed' || (await decide(ref, 'finished')) !== 'closed') return seen;
        await sendBack(seen);
        return CLOSED;
      };
    const readPurchase = unlessClosed(hosted.readPurchase, async (paid) => {
      if ('paymentRef' in paid) await hosted.refund(paid.paymentRef);
    });
    const readSubscriptionCheckout = unlessClosed(hosted.readSubscriptionCheckout, async (paid) => {
      if (paid.state !== 'paid') return;
      await hosted.endAtOnce(paid.subscriptionRef);
      const { paymentRef } = await hosted.readSubscription(paid.subscriptionRef);
      if (paymentRef !== undefined) await hosted.refund(paymentRef);
    });

    return {
      ...hosted,
      ...tellingOfPages(hosted, remember),
      profile: { ...hosted.profile, name: 'returning' },
      readPurchase,
      readSubscriptionCheckout,
      closeCheckout: async (ref) => {
        const { of } = await hosted.readOrigin({ kind: 'checkout', ref });
        // A payment that was made before stays.
        await (of === 'purchase' ? readPurchase : readSubscriptionCheckout)(ref);
        if ((await decide(ref, 'closed')) === undefined) throw new UnknownCheckout('no such checkout');
      },
    };
  };

  return {
    ...rig,
    line: { ...line, pages: () => opened.size },
    silentOnClosing: 'only the adapter knows that a page is closed',
    payments: adapter(rig.payments),
    beside: () => adapter(rig.beside()),
  };
};
