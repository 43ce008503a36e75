import type { Profile } from '#domain/account.ts';
import type { Subscription } from '#domain/subscription.ts';
import type { Atomically } from './ports/atomically.ts';

type Needs = {
  readonly atomically: Atomically;
  readonly identify: (sessionToken: string | undefined) => Promise<Profile | undefined>;
  readonly settleSubscription: (subscriptionId: string) => Promise<Subscription | undefined>;
};

export type ConfirmSubscription = { readonly sessionToken: string | undefined; readonly checkoutRef: string };

export type ConfirmOutcome =
  | { readonly is: 'not-signed-in' | 'unknown' | 'of-another' | 'subscribed' | 'processing' }
  | { readonly is: 'failed'; readonly message: string };

const outcomeOf = ({ progress }: Subscription): ConfirmOutcome => {
  switch (progress.state) {
    case 'open':
      return { is: 'processing' };
    case 'live':
      return { is: 'subscribed' };
    case 'abandoned':
      return { is: 'failed', message: 'This checkout was closed before it was paid. Your card was not charged.' };
    case 'unwanted':
      return { is: 'failed', message: 'You are already subscribed. This second payment is being sent back to you.' };
    case 'ended':
      return { is: 'failed', message: 'This subscription has ended.' };
  }
};

/** What the return from the hosted page tells. It settles the subscription first, so that a payment counts before any notification of it. */
export const confirmSubscription =
  ({ atomically, identify, settleSubscription }: Needs) =>
  async ({ sessionToken, checkoutRef }: ConfirmSubscription): Promise<ConfirmOutcome> => {
    const account = await identify(sessionToken);
    if (account === undefined) return { is: 'not-signed-in' };
    const known = await atomically(({ subscriptions }) => subscriptions.findByCheckout(checkoutRef));
    if (known === undefined) return { is: 'unknown' };
    if (known.accountId !== account.id) return { is: 'of-another' };
    return outcomeOf((await settleSubscription(known.id)) ?? known);
  };
