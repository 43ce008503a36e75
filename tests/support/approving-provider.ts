import { successUrlOf } from '#adapters/simulated-checkout/checkout.ts';
import type { Checkout } from '#adapters/simulated-checkout/checkout.ts';
import { UnknownCheckout } from '#application/ports/payment-provider.ts';
import type { PaymentProvider } from '#application/ports/payment-provider.ts';
import type { SubscriptionProvider } from '#application/ports/subscription-provider.ts';
import type { SimulatedRig } from '#tests/adapters/simulated-checkout/rig.ts';
import { turnableLine } from '#tests/contracts/payment-line.ts';

import { pageDecisions, tellingOfPages } from './page-decisions.ts';
import { atLine, requestsOver } from './provider-at-a-line.ts';

type Provider = PaymentProvider & SubscriptionProvider;

const CLOSED = { state: 'closed' } as const;

/**
 * A provider at the end of a line, whose page only approves: the next read of it holds the money, or begins the subscription. The page
 * cannot be closed for its buyer either, so the adapter remembers that it is closed. An approval that comes too late leads to the shop
 * as well, without any effect.
 */
export const approvingRig = (rig: SimulatedRig): SimulatedRig => {
  const approved = new Map<string, string>();
  const opened = new Set<string>();
  const line = turnableLine();
  const { changes } = requestsOver(line);

  const adapter = (simulated: Provider): Provider => {
    const { remember, decide, isClosed } = pageDecisions(rig.documents);
    const hosted = atLine({ ...simulated, ...tellingOfPages(simulated, async (ref) => opened.add(ref)) }, line);

    const finished =
      <Reading extends { readonly state: string }>(read: (ref: string) => Promise<Reading>) =>
      async (ref: string): Promise<Reading | typeof CLOSED> => {
        const seen = await read(ref);
        if (seen.state !== 'open') return seen;
        const email = approved.get(ref);
        if (email === undefined) return (await isClosed(ref)) ? CLOSED : seen;
        if ((await decide(ref, 'finished')) === 'closed') return CLOSED;
        await changes(() => rig.payDirectly(ref, email));
        return read(ref);
      };

    return {
      ...hosted,
      ...tellingOfPages(hosted, remember),
      profile: { ...hosted.profile, name: 'approving' },
      readPurchase: finished(hosted.readPurchase),
      readSubscriptionCheckout: finished(hosted.readSubscriptionCheckout),
      /** Makes no request. */
      closeCheckout: async (ref) => {
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
    buyer: {
      ...rig.buyer,
      pay: async ({ ref }, email) => {
        approved.set(ref, email);
        return successUrlOf((await rig.documents.read('simulated-checkout', ref)) as Checkout);
      },
    },
  };
};
