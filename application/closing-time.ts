import { MINUTE } from '#domain/instant.ts';
import type { Instant } from '#domain/instant.ts';
import type { PaymentProfile } from './ports/payment-provider.ts';

/** When a hosted page closes: a minute after the provider's shortest time, so that clocks that differ do not matter. */
export const closingTime = ({ checkoutMinutes }: PaymentProfile, openedAt: Instant): Instant =>
  openedAt + (checkoutMinutes.min + 1) * MINUTE;
