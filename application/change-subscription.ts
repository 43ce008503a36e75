import type { Subscription } from '#domain/subscription.ts';
import { countedAtProvider } from './counted-work.ts';
import type { TooOften } from './counted-work.ts';
import type { Atomically } from './ports/atomically.ts';
import type { Limiter } from './ports/limiter.ts';
import type { SettleSubscription } from './settle-subscription.ts';
import type { ShowUser, User } from './show-user.ts';

export type ChangeNeeds = {
  readonly atomically: Atomically;
  readonly showUser: ShowUser;
  readonly settleSubscription: SettleSubscription;
  readonly limiter: Pick<Limiter, 'take' | 'giveBack'>;
};

export type ChangeOutcome =
  | { readonly is: 'not-signed-in' | 'not-subscribed' }
  | TooOften
  | ({ readonly is: 'done' } & User);

type ProviderChange = {
  /** Asks the provider for the change; `false`: it is too late. */
  readonly askProvider: (ref: string) => Promise<boolean>;
  /** Whether nothing is left to do for a user with these former subscriptions, none of them live. */
  readonly isDoneFor: (formers: readonly Subscription[]) => boolean;
};

/**
 * Has the provider change the signed-in user's live subscription, reads it again, and answers what the user has then.
 * Each try is counted, leaving and keeping together, unless the provider is away.
 */
export const changeSubscription = (
  { atomically, showUser, settleSubscription, limiter }: ChangeNeeds,
  { askProvider, isDoneFor }: ProviderChange,
) => {
  const change = async (id: string, ref: string, sessionToken: string | undefined): Promise<ChangeOutcome> => {
    const isDone = await askProvider(ref);
    await settleSubscription(id);
    const changed = await showUser(sessionToken);
    if (changed === undefined) return { is: 'not-signed-in' };
    return isDone ? { is: 'done', ...changed } : { is: 'not-subscribed' };
  };

  return async (sessionToken: string | undefined): Promise<ChangeOutcome> => {
    const user = await showUser(sessionToken);
    if (user === undefined) return { is: 'not-signed-in' };
    const all = await atomically(({ subscriptions }) => subscriptions.findOfAccount(user.account.id));
    for (const { id, progress } of all) {
      if (progress.state !== 'live') continue;
      const counted = ['subscription-change', user.account.id] as const;
      return countedAtProvider(limiter, counted, () => change(id, progress.ref, sessionToken));
    }
    return isDoneFor(all) ? { is: 'done', ...user } : { is: 'not-subscribed' };
  };
};
