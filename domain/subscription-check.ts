import { laterCheck } from './check.ts';
import type { Check } from './check.ts';
import { HOUR } from './instant.ts';
import type { Instant } from './instant.ts';
import type { Subscription } from './subscription.ts';

/** The next check of a live subscription: it is read again every hour, whatever notifications come. */
export const nextReading = (now: Instant): Check => ({ at: now + HOUR, count: 0 });

/** Whether the provider still has to be asked, or told, about this subscription. */
export const isUnfinishedSubscription = ({ progress }: Subscription): boolean =>
  progress.state === 'open' ||
  progress.state === 'live' ||
  progress.state === 'unwanted' ||
  (progress.state === 'ended' && progress.lateRefund?.state === 'wanted');

/** The subscription with its next check put off: a live one by an hour, the others longer and longer. */
export const postponeSubscription = (subscription: Subscription, now: Instant): Subscription => ({
  ...subscription,
  check: subscription.progress.state === 'live' ? nextReading(now) : laterCheck(subscription.check, now),
});
