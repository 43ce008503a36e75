import { MINUTE } from '#domain/instant.ts';
import type { Instant } from '#domain/instant.ts';

/** What every page is opened with. */
export const pageAt = (now: Instant) => ({
  lineItem: 'Something',
  closesAt: now + 31 * MINUTE,
  successUrl: 'http://localhost:3000/success?session_id={ref}',
  cancelUrl: 'http://localhost:3000/',
});

/** A purchase of $22.50. */
export const purchaseAt = (now: Instant) => ({
  ...pageAt(now),
  purchaseId: 'purchase-1',
  amount: 2250,
  email: undefined,
});
