import { MINUTE } from '#domain/instant.ts';
import type { Instant } from '#domain/instant.ts';
import type { PaymentProfile } from './ports/payment-profile.ts';

/** In minutes: if our clock were further behind the provider's, it would refuse every page as closing too early. */
const CLOCKS_DIFFER = 5;

/** When a hosted page closes: some minutes after the provider's shortest time, so that a difference of clocks does not matter. */
export const closingTime = ({ checkoutMinutes }: PaymentProfile, openedAt: Instant): Instant =>
  openedAt + (checkoutMinutes.min + CLOCKS_DIFFER) * MINUTE;
