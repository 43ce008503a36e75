import type { Instant } from '#domain/instant.ts';
import type { Purchase } from '#domain/purchase.ts';
import type { Subscription } from '#domain/subscription.ts';

const dayOf = (instant: Instant): string => new Date(instant).toISOString().slice(0, 10);

/** The state of a purchase, in a few words for operators. */
export const purchaseText = ({ progress }: Purchase): string =>
  progress.state === 'lost' ? `lost, money ${progress.money.is}` : progress.state;

const detailsOf = ({ progress }: Subscription): readonly string[] => {
  switch (progress.state) {
    case 'live': {
      const { paidThrough, isOverdue, endsAt } = progress;
      return [
        `paid through ${dayOf(paidThrough)}`,
        ...(isOverdue ? ['overdue'] : []),
        ...(endsAt === undefined ? [] : [`ends ${dayOf(endsAt)}`]),
      ];
    }
    case 'ended': {
      const { paidThrough, lateRefund } = progress;
      return [
        `paid through ${dayOf(paidThrough)}`,
        ...(lateRefund === undefined ? [] : [`late refund ${lateRefund.state}`]),
      ];
    }
    case 'open':
    case 'abandoned':
    case 'unwanted':
      return [];
  }
};

/** The state of a subscription, in a few words for operators: `live, paid through 2026-12-25, ends 2026-12-25`. */
export const subscriptionText = (subscription: Subscription): string =>
  [subscription.progress.state, ...detailsOf(subscription)].join(', ');
