import type { Instant } from '#domain/instant.ts';
import type { Purchase } from '#domain/purchase.ts';
import type { Subscription } from '#domain/subscription.ts';

const dayOf = (instant: Instant): string => new Date(instant).toISOString().slice(0, 10);

/** The state of a purchase, in a few words for operators. */
export const purchaseText = ({ progress }: Purchase): string =>
  progress.state === 'lost' ? `lost, money ${progress.money.is}` : progress.state;

/** The state of a subscription, in a few words for operators: `live, paid through 2026-12-25, ends 2026-12-25`. */
export const subscriptionText = ({ progress }: Subscription): string =>
  progress.state === 'live'
    ? [
        `live, paid through ${dayOf(progress.paidThrough)}`,
        ...(progress.isOverdue ? ['overdue'] : []),
        ...(progress.endsAt === undefined ? [] : [`ends ${dayOf(progress.endsAt)}`]),
      ].join(', ')
    : progress.state;
