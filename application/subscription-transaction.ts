import type { Subscription, SubscriptionProgress } from '#domain/subscription.ts';
import { isUnfinishedSubscription } from '#domain/subscription-check.ts';
import { giveWay } from '#domain/subscription-beginning.ts';
import type { Atomically, Repositories } from './ports/atomically.ts';
import type { Clock } from './ports/clock.ts';
import type { Log } from './ports/log.ts';
import { newsOf } from './subscription-news.ts';

type Needs = { readonly atomically: Atomically; readonly clock: Clock; readonly log: Log };

/** The next value of a subscription by an answer of the provider, beside the others of its account; `undefined`: unchanged. */
export type Step = (subscription: Subscription, others: readonly Subscription[]) => Subscription | undefined;

/** A step that is taken. */
type Taken = { readonly before: Subscription; readonly after: Subscription };

type Advance = { readonly subscription: Subscription; readonly isChanged: boolean };

/**
 * Takes a step of a subscription in one transaction, unless it is not what it was when the provider was `asked` any more. Answers it as
 * it then is. An overdue one that the step displaces ends in the same transaction: at no moment is its owner, who has paid anew, without
 * access.
 */
export type AdvanceSubscription = (asked: Subscription, step: Step) => Promise<Advance>;

/** The state of a subscription, in one word. */
export type SubscriptionOutcome = SubscriptionProgress['state'] | 'overdue';

const outcomeOf = ({ progress }: Subscription): SubscriptionOutcome =>
  progress.state === 'live' && progress.isOverdue ? 'overdue' : progress.state;

/** One letter per step, however often it is tried. */
const letterIdOf = ({ id, revision }: Subscription): string => `${id}-${revision}`;

/** Stores a step, with the letter and the job that follow from it. */
const store = async ({ subscriptions, jobs }: Repositories, { before, after }: Taken): Promise<void> => {
  await subscriptions.save(after);
  const about = newsOf(before, after);
  const { id, accountId, progress } = after;
  if (about !== undefined) await jobs.add({ name: 'write-to-account', accountId, about, letterId: letterIdOf(after) });
  // The caller goes on at once; the job is for the case that this process ends here.
  if (isUnfinishedSubscription(after) && progress.state !== 'live')
    await jobs.add({ name: 'settle-subscription', subscriptionId: id });
};

/** Tells the operator of a step by which the money of an ended subscription went back, or is with the shop again. */
const reportMoney = (log: Log, { progress: before }: Subscription, after: Subscription): void => {
  const { progress } = after;
  if (before.state !== 'ended' || progress.state !== 'ended') return;
  const fields = { subscriptionId: after.id, userId: after.accountId };
  const { lateRefund } = progress;
  if (lateRefund !== undefined && lateRefund.state !== before.lateRefund?.state) {
    const late = { ...fields, providerRef: lateRefund.paymentRef };
    if (lateRefund.state === 'failed') log.error('refund came back', late);
    if (lateRefund.state === 'made') log.warn('payment of an ended subscription sent back', late);
  }
  if (progress.paidThrough > before.paidThrough)
    log.warn('payment of an ended subscription is back', { ...fields, providerRef: progress.ref });
};

/** Logs a step that is stored. */
const tell = (log: Log, { before, after }: Taken): void => {
  const fields = { subscriptionId: after.id, userId: after.accountId };
  log.info('subscription changed', { ...fields, outcome: outcomeOf(after) });
  reportMoney(log, before, after);
  if (before.progress.state === 'abandoned') log.warn('payment of a closed checkout', fields);
};

export const subscriptionTransaction = ({ atomically, clock, log }: Needs): AdvanceSubscription => {
  /** All that a step changes, in the order in which it is stored: an account never has two live subscriptions. */
  const takenBy = (step: Step, stored: Subscription, others: readonly Subscription[]): readonly Taken[] => {
    const after = step(stored, others);
    if (after === undefined) return [];
    const own = { before: stored, after };
    const displaced = others.flatMap((other) => {
      const ended = giveWay(other, own, clock());
      return ended === undefined ? [] : [{ before: other, after: ended }];
    });
    return [...displaced, own];
  };

  return async (asked, step) => {
    const { subscription, taken } = await atomically(async (repositories) => {
      const stored = await repositories.subscriptions.find(asked.id);
      if (stored === undefined || stored.revision !== asked.revision)
        return { subscription: stored ?? asked, taken: [] };
      const all = await repositories.subscriptions.findOfAccount(asked.accountId);
      const others = all.filter(({ id }) => id !== asked.id);
      const steps = takenBy(step, stored, others);
      for (const each of steps) await store(repositories, each);
      return { subscription: steps.at(-1)?.after ?? stored, taken: steps };
    });
    for (const each of taken) tell(log, each);
    return { subscription, isChanged: taken.length > 0 };
  };
};
