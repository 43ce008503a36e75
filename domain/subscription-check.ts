import { isPastOpening, laterCheck } from './check.ts';
import { HOUR } from './instant.ts';
import type { Instant } from './instant.ts';
import type { Subscription } from './subscription.ts';

/** How often a live subscription is read again, whatever we hear of it. */
export const READING_INTERVAL = HOUR;

/** Whether the provider still has to be asked, or told, about this subscription. */
export const isUnfinishedSubscription = ({ progress }: Subscription): boolean =>
  progress.state === 'open' || progress.state === 'live' || progress.state === 'unwanted';

/** Whether an open subscription never got its hosted page and never will. */
export const isStillbornSubscription = (subscription: Subscription, now: Instant): boolean =>
  subscription.progress.state === 'open' && isPastOpening(subscription, now);

/** The subscription with its next look put off: a live one by an hour, the others longer and longer. */
export const postponeSubscription = (subscription: Subscription, now: Instant): Subscription => ({
  ...subscription,
  check:
    subscription.progress.state === 'live'
      ? { at: now + READING_INTERVAL, count: 0 }
      : laterCheck(subscription.check, now),
});
