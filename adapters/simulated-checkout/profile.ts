import { MINUTE } from '#domain/instant.ts';
import type { Instant } from '#domain/instant.ts';
import type { Cents } from '#domain/money.ts';
import { ProviderRefused } from '#application/ports/payment-provider.ts';
import type { PaymentProfile } from '#application/ports/payment-profile.ts';
import type { OpenedCheckout } from '#application/ports/payment-provider.ts';

import type { Checkout } from './checkout.ts';

export const PROFILE: PaymentProfile = {
  name: 'simulated',
  chargeMode: 'authorise',
  hostsFreeCheckout: true,
  smallestCharge: 50,
  checkoutMinutes: { min: 30, max: 1440 },
  browser: { title: undefined, hostedPages: [], script: undefined },
  notifications: 'signed',
};

export const refuse = (reason: string): never => {
  throw new ProviderRefused(reason);
};

/** Refuses an amount that is neither 0 nor at least the smallest charge, as a real provider would. */
export const checkAmount = (amount: Cents): void => {
  if (!Number.isSafeInteger(amount) || (amount !== 0 && amount < PROFILE.smallestCharge))
    refuse('the amount is too small');
};

/** Refuses a page that would be open too short or too long. */
export const checkClosing = (closesAt: Instant, now: Instant): void => {
  const { min, max } = PROFILE.checkoutMinutes;
  const minutes = (closesAt - now) / MINUTE;
  if (!(minutes >= min && minutes <= max)) refuse(`a checkout stays open ${min} to ${max} minutes`);
};

/** The hosted page for the browser. Without a `publicUrl` its host is taken from the shop's own URL. */
export const openedOf = ({ id, successUrl, closesAt }: Checkout, publicUrl: string | undefined): OpenedCheckout => {
  const origin = publicUrl ?? new URL(successUrl).origin;
  return { ref: id, url: `${origin}/dev/checkout/${id}`, closesAt };
};
