import type { Checkout } from '#adapters/simulated-checkout/checkout.ts';
import { UnknownCheckout } from '#application/ports/payment-provider.ts';
import type { PaymentProvider } from '#application/ports/payment-provider.ts';
import type { SimulatedRig } from '#tests/adapters/simulated-checkout/rig.ts';
import { turnableLine } from '#tests/contracts/payment-line.ts';

import { atLine, requestsOver } from './provider-at-a-line.ts';

const CLOSED = { state: 'closed' } as const;

/**
 * A provider at the end of a line, whose page only approves: money is held, or a subscription begun, by whoever reads it next.
 * Nothing closes the page for its buyer either: that it is closed the adapter remembers. An approval that comes too late leads to
 * the shop as well, and nothing comes of it.
 */
export const approvingRig = (rig: SimulatedRig): SimulatedRig => {
  const approved = new Map<string, string>();
  /** Whichever comes first stays: that an open page was closed, or that what is approved there is finished. */
  const decided = new Map<string, 'closed' | 'finished'>();
  const decide = (ref: string, what: 'closed' | 'finished'): boolean => {
    if (!decided.has(ref)) decided.set(ref, what);
    return decided.get(ref) === what;
  };

  const opened = new Set<string>();
  const counted =
    <Wish, Page extends { readonly ref: string }>(open: (wish: Wish) => Promise<Page>) =>
    async (wish: Wish): Promise<Page> => {
      const page = await open(wish);
      opened.add(page.ref);
      return page;
    };
  const { openPurchase, openSubscription } = rig.payments;
  const line = turnableLine();
  const { changes } = requestsOver(line);
  const hosted = atLine(
    { ...rig.payments, openPurchase: counted(openPurchase), openSubscription: counted(openSubscription) },
    line,
  );

  const finished =
    <Reading extends { readonly state: string }>(read: (ref: string) => Promise<Reading>) =>
    async (ref: string): Promise<Reading | typeof CLOSED> => {
      const seen = await read(ref);
      if (seen.state !== 'open') return seen;
      const email = approved.get(ref);
      if (email === undefined) return decided.get(ref) === 'closed' ? CLOSED : seen;
      if (!decide(ref, 'finished')) return CLOSED;
      await changes(() => rig.payDirectly(ref, email));
      return read(ref);
    };

  /** Asks nobody. */
  const closeCheckout: PaymentProvider['closeCheckout'] = async (ref) => {
    if (!opened.has(ref)) throw new UnknownCheckout('no such checkout');
    decide(ref, 'closed');
  };

  return {
    ...rig,
    line: { ...line, pages: () => opened.size },
    silentOnClosing: 'only the adapter knows that a page is closed',
    payments: {
      ...hosted,
      profile: { ...rig.payments.profile, name: 'approving' },
      readPurchase: finished(hosted.readPurchase),
      readSubscriptionCheckout: finished(hosted.readSubscriptionCheckout),
      closeCheckout,
    },
    buyer: {
      ...rig.buyer,
      pay: async ({ ref }, email) => {
        const { successUrl } = (await rig.documents.read('simulated-checkout', ref)) as Checkout;
        approved.set(ref, email);
        return successUrl.replaceAll('{ref}', ref);
      },
    },
  };
};
