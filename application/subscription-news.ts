import { goesOn, isPaidAhead } from '#domain/subscription.ts';
import type { Subscription } from '#domain/subscription.ts';
import type { SubscriptionLetter } from './ports/jobs.ts';

/**
 * The letter to the owner about a step of a subscription, if any, whoever caused it: also for what was done at the provider's own
 * pages. A paid month is no news.
 */
export const newsOf = ({ progress: before }: Subscription, after: Subscription): SubscriptionLetter | undefined => {
  const { progress } = after;
  switch (before.state) {
    case 'open':
    case 'abandoned':
      if (progress.state === 'ended') return 'subscription-ending';
      if (progress.state !== 'live') return undefined;
      if (progress.endsAt !== undefined) return 'subscription-ending';
      return goesOn(after) ? 'subscription-resumed' : 'subscription-begun';
    case 'live': {
      const wasEnding = before.endsAt !== undefined;
      if (progress.state === 'ended') return wasEnding ? undefined : 'subscription-ending';
      if (progress.state !== 'live') return undefined;
      if (progress.isOverdue && !before.isOverdue) return 'renewal-failed';
      const isEnding = progress.endsAt !== undefined;
      if (isEnding === wasEnding) return undefined;
      return isEnding ? 'subscription-ending' : 'subscription-kept';
    }
    case 'unwanted':
      if (progress.state !== 'ended') return undefined;
      if (before.givesBack) return 'second-payment-returned';
      // Only now the dates are final. Where no paid time is left, the owner has been told before, or has the money back.
      return isPaidAhead(after, progress.endedAt) ? 'subscription-ending' : undefined;
    case 'ended': {
      const isReturned = progress.state === 'ended' && progress.lateRefund?.state === 'made';
      return before.lateRefund?.state === 'wanted' && isReturned ? 'late-payment-returned' : undefined;
    }
  }
};
