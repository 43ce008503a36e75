import type { Cents } from '#domain/money.ts';
import type { BrowserScript, PaymentProfile } from '#application/ports/payment-profile.ts';

/** In US dollars. */
export const SMALLEST_CHARGE: Cents = 50;

type Settings = {
  /** The account's public key. Without one the browser loads no script of Stripe's. */
  readonly publishableKey: string | undefined;
  /** Origins of the account's own domains for its hosted pages. */
  readonly checkoutOrigins: readonly string[];
  readonly apiUrl: string | undefined;
};

/** Stripe.js, with the origins that Stripe names for it, for its frames and for its calls. */
const stripeJs = (publicKey: string): BrowserScript => ({
  name: 'stripe',
  publicKey,
  sources: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  calls: ['https://api.stripe.com'],
});

export const profileOf = ({ publishableKey, checkoutOrigins, apiUrl }: Settings): PaymentProfile => ({
  name: 'stripe',
  chargeMode: 'authorise',
  hostsFreeCheckout: true,
  smallestCharge: SMALLEST_CHARGE,
  checkoutMinutes: { min: 30, max: 1440 },
  browser: {
    title: 'Stripe',
    // Another host of the API may host its pages itself.
    hostedPages: [
      'https://checkout.stripe.com',
      ...checkoutOrigins,
      ...(apiUrl === undefined ? [] : [new URL(apiUrl).origin]),
    ],
    script: publishableKey === undefined ? undefined : stripeJs(publishableKey),
  },
  notifications: 'signed',
});
