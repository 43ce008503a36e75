import { UnknownCheckout } from '#application/ports/payment-provider.ts';
import { NotificationRejected } from '#application/ports/provider-notification.ts';
import type { PaymentProvider } from '#application/ports/payment-provider.ts';
import type { RawNotification } from '#application/ports/provider-notification.ts';
import type { SubscriptionProvider } from '#application/ports/subscription-provider.ts';

type Provider = PaymentProvider & SubscriptionProvider;

/** A notification that only names an object: anybody who knows the id could have sent it. */
export const hint = (ref: string): RawNotification => ({ body: new TextEncoder().encode(`id=${ref}`), headers: {} });

/** The money moves that the provider was asked for, each as a word and a payment's reference. */
type Moves = {
  /** Asked for, and not reported as done yet. */
  readonly underWay: Set<string>;
  /** Reported as done. */
  readonly told: Set<string>;
};

/** An adapter of this provider, which stores nothing. */
const adapterTo = (hosted: Provider, { underWay, told }: Moves): Provider => {
  const later =
    <Answer>(what: string, ask: (ref: string) => Promise<Answer>) =>
    async (ref: string): Promise<Answer | 'pending'> => {
      const answer = await ask(ref);
      const asked = `${what} ${ref}`;
      if (told.has(asked)) return answer;
      underWay.add(asked);
      return 'pending';
    };

  /** A move that is only asked for is not visible yet. */
  const readPurchase: Provider['readPurchase'] = async (ref) => {
    const reading = await hosted.readPurchase(ref);
    if (!('paymentRef' in reading)) return reading;
    const { paymentRef, amount, email } = reading;
    const isUnderWay = (what: string): boolean => underWay.has(`${what} ${paymentRef}`);
    if (reading.state === 'refunded' && isUnderWay('refund')) return { state: 'collected', paymentRef, amount, email };
    if (reading.state === 'collected' && isUnderWay('collect'))
      return { state: 'authorised', paymentRef, amount, email };
    if (reading.state === 'released' && isUnderWay('release'))
      return { state: 'authorised', paymentRef, amount, email };
    return reading;
  };

  /** The present state of the object, as one text; `undefined` if it does not exist. */
  const readingOf = async (ref: string): Promise<string | undefined> => {
    const asks = ref.startsWith('sub_') ? [hosted.readSubscription] : [readPurchase, hosted.readSubscriptionCheckout];
    for (const ask of asks) {
      try {
        return JSON.stringify(await ask(ref));
      } catch (error) {
        if (!(error instanceof UnknownCheckout)) throw error;
      }
    }
    return undefined;
  };

  return {
    ...hosted,
    profile: { ...hosted.profile, name: 'waiting', notifications: 'asked' },
    readPurchase,
    collect: later('collect', hosted.collect),
    release: later('release', hosted.release),
    refund: later('refund', hosted.refund),
    endAfterPaidPeriod: hosted.endAtOnce,
    readNotification: async ({ body }) => {
      const ref = /^id=(\w+)$/.exec(new TextDecoder().decode(body))?.[1];
      if (ref === undefined) throw new NotificationRejected('not a notification');
      const reading = await readingOf(ref);
      // The event has no id: it is made of the present state, as the shop reads nothing twice under one id.
      const id = `${ref} ${reading ?? ''}`;
      const kind = ref.startsWith('sub_') ? 'subscription' : 'checkout';
      return { id, about: reading === undefined ? { kind: 'nothing of ours' } : { kind, ref } };
    },
  };
};

/**
 * A provider that moves money later than it answers, cannot schedule the end of a subscription, and does not sign notifications: the
 * simulated checkout with the habits of other providers.
 */
export const waitingProvider = (hosted: Provider) => {
  const moves: Moves = { underWay: new Set(), told: new Set() };
  return {
    payments: adapterTo(hosted, moves),
    beside: (other: Provider): Provider => adapterTo(other, moves),
    settles: async (): Promise<void> => {
      for (const asked of moves.underWay) moves.told.add(asked);
      moves.underWay.clear();
    },
  };
};
