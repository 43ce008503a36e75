import { laterCheck } from './check.ts';
import type { Instant } from './instant.ts';
import type { Purchase } from './purchase.ts';

/** Whether the provider still has to be asked, or told, about this purchase. */
export const isUnfinished = ({ progress }: Purchase): boolean => {
  switch (progress.state) {
    case 'open':
    case 'won':
    case 'refunding':
      return true;
    case 'lost':
      return progress.money.is === 'held';
    case 'settled':
    case 'refunded':
    case 'abandoned':
    case 'lapsed':
      return false;
  }
};

/** The purchase with its next check put off. */
export const postpone = (purchase: Purchase, now: Instant): Purchase => ({
  ...purchase,
  check: laterCheck(purchase.check, now),
});

/** Since when we hold money of the buyer that is neither collected nor released; `undefined` if we hold none. */
export const moneyHeldSince = ({ progress }: Purchase): Instant | undefined => {
  switch (progress.state) {
    case 'won':
      return progress.paymentRef === undefined ? undefined : progress.wonAt;
    case 'lost':
      return progress.money.is === 'held' ? progress.lostAt : undefined;
    case 'open':
    case 'settled':
    case 'refunding':
    case 'refunded':
    case 'abandoned':
    case 'lapsed':
      return undefined;
  }
};
