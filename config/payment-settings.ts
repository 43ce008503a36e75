import * as v from 'valibot';

import { oneOf, url } from './setting-kinds.ts';

const secret = v.pipe(v.string(), v.regex(/^[!-~]+$/, 'must be one word'));

/** Who takes the money, and how. */
export const PAYMENT_SETTINGS = {
  PAYMENTS: v.optional(oneOf(['simulated', 'stripe'])),
  SIMULATED_NOTIFICATIONS: v.optional(oneOf(['once', 'twice', 'never']), 'once'),
  STRIPE_SECRET_KEY: v.optional(secret),
  STRIPE_WEBHOOK_SECRET: v.optional(secret),
  STRIPE_PRICE_ID: v.optional(v.pipe(v.string(), v.regex(/^[\w-]+$/, 'must be the id of a price'))),
  STRIPE_API_URL: v.optional(
    v.pipe(
      url(['http:', 'https:']),
      v.check((text) => {
        const { pathname, search, hash, username, password } = new URL(text);
        return pathname === '/' && `${search}${hash}${username}${password}` === '';
      }, 'must be a host and a port, with nothing after them'),
    ),
  ),
};

const NEEDED = {
  STRIPE_SECRET_KEY: 'the key of the Stripe account',
  STRIPE_WEBHOOK_SECRET: 'what Stripe signs its notifications with',
} as const;

/** What else has to be said once Stripe takes the money, a line each. */
export const missingForPayments = (given: Readonly<Record<string, unknown>>): readonly string[] =>
  given['PAYMENTS'] === 'stripe'
    ? Object.entries(NEEDED)
        .filter(([name]) => given[name] === undefined)
        .map(([name, what]) => `${name} is missing: ${what}`)
    : [];

const ENTRIES = v.object(PAYMENT_SETTINGS);

/** The payments' part of the settings; whole once `missingForPayments` has found nothing. */
export const paymentsOf = (parsed: v.InferOutput<typeof ENTRIES>) => {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = parsed;
  if (parsed.PAYMENTS !== 'stripe' || secretKey === undefined || webhookSecret === undefined)
    return { kind: 'simulated', notifications: parsed.SIMULATED_NOTIFICATIONS } as const;
  const { STRIPE_PRICE_ID: priceId, STRIPE_API_URL: apiUrl } = parsed;
  return { kind: 'stripe', secretKey, webhookSecret, priceId, apiUrl } as const;
};
