import { DAY, HOUR } from '#domain/instant.ts';
import type { Subscription, SubscriptionProgress } from '#domain/subscription.ts';

export const NOW = Date.parse('2026-11-25T12:00:00Z');

export type Live = Extract<SubscriptionProgress, { readonly state: 'live' }>;

/** Live since NOW and paid for 30 days. */
export const live = (changes: Partial<Live> = {}): Live => ({
  state: 'live',
  ref: 'sub',
  payerRef: 'payer',
  since: NOW,
  paidThrough: NOW + 30 * DAY,
  endsAt: undefined,
  isOverdue: false,
  ...changes,
});

export const aSubscription = (progress: SubscriptionProgress, id = 'subscription'): Subscription => ({
  id,
  accountId: 'account',
  openedAt: NOW,
  checkout: { ref: `checkout of ${id}`, closesAt: NOW + HOUR },
  check: { at: NOW, count: 0 },
  revision: 0,
  progress,
});
