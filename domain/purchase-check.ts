import { laterCheck } from './check.ts';
import { MINUTE } from './instant.ts';
import type { Instant } from './instant.ts';
import type { Purchase } from './purchase.ts';

/** A purchase without a hosted page is given up after this long: its opening failed and nobody can pay it. */
const OPENING_GRACE = 10 * MINUTE;

/** Whether the provider still has to be asked, or told, about this purchase. */
export const isUnfinished = ({ progress }: Purchase): boolean =>
  progress.state === 'open' ||
  progress.state === 'won' ||
  progress.state === 'refunding' ||
  (progress.state === 'lost' && progress.money.is === 'held');

/** Whether an open purchase never got its hosted page and never will. */
export const isStillborn = ({ checkout, openedAt, progress }: Purchase, now: Instant): boolean =>
  progress.state === 'open' && checkout === undefined && now >= openedAt + OPENING_GRACE;

/** The purchase with its next look put off. */
export const postpone = (purchase: Purchase, now: Instant): Purchase => ({
  ...purchase,
  check: laterCheck(purchase.check, now),
});
