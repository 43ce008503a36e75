import { DAY } from './instant.ts';
import type { Instant } from './instant.ts';
import type { Purchase } from './purchase.ts';
import { lost } from './purchase-steps.ts';
import type { Payment } from './purchase-steps.ts';

/**
 * How long after a checkout came to nothing a reconciliation reads it again. A page lives a day at most, and held money goes back by
 * itself after about a week.
 */
export const LATE_PAYMENT = 7 * DAY;

/** Whether a purchase came to nothing without any money, but had a page to pay at: it may have been paid there after all. */
export const mayBePaidLate = ({ progress, checkout, price }: Purchase): boolean =>
  checkout !== undefined &&
  price > 0 &&
  (progress.state === 'abandoned' || (progress.state === 'lost' && progress.money.is === 'untouched'));

/**
 * A purchase that was paid after it had come to nothing: it is lost, whatever became of the lead, and the money must go back.
 * One that was lost before keeps its reason, which its buyer has read. `undefined` unless it `mayBePaidLate`.
 */
export const payTooLate = (
  purchase: Purchase,
  payment: Omit<Payment, 'amount'>,
  now: Instant,
): Purchase | undefined => {
  if (!mayBePaidLate(purchase)) return undefined;
  const { progress } = purchase;
  return lost(purchase, progress.state === 'lost' ? progress.reason : 'paid-too-late', payment, now);
};
