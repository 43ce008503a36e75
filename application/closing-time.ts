import { MINUTE } from '#domain/instant.ts';
import type { Instant } from '#domain/instant.ts';
import type { PaymentProfile } from './ports/payment-profile.ts';

/** How far our clock may be behind the provider's, in minutes: further, and each page would close too early for it. */
const CLOCKS_DIFFER = 5;

/** When a hosted page closes: some minutes after the provider's shortest time, so that clocks that differ do not matter. */
export const closingTime = ({ checkoutMinutes }: PaymentProfile, openedAt: Instant): Instant =>
  openedAt + (checkoutMinutes.min + CLOCKS_DIFFER) * MINUTE;
