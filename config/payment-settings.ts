import * as v from 'valibot';

import { oneOf, origins, url } from './setting-kinds.ts';

const secret = v.pipe(v.string(), v.regex(/^[!-~]+$/, 'must be one word'));

/** Who takes the money, and how. */
export const PAYMENT_SETTINGS = {
  PAYMENTS: v.optional(oneOf(['simulated', 'stripe'])),
  SIMULATED_NOTIFICATIONS: v.optional(oneOf(['once', 'twice', 'never']), 'once'),
  STRIPE_SECRET_KEY: v.optional(secret),
  STRIPE_WEBHOOK_SECRET: v.optional(secret),
  // Whatever else were put here would be shown to everybody.
  STRIPE_PUBLISHABLE_KEY: v.optional(v.pipe(v.string(), v.regex(/^pk_\w+$/, 'must be a publishable key, pk_…'))),
  STRIPE_CHECKOUT_ORIGINS: v.optional(origins, ''),
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

/** How Stripe's own secrets begin (C45). */
const BEGINNINGS = {
  STRIPE_SECRET_KEY: ['sk_', 'rk_'],
  STRIPE_WEBHOOK_SECRET: ['whsec_'],
} as const;

const isOfShape = (secret: unknown, beginnings: readonly string[]): boolean =>
  beginnings.some((beginning) => String(secret).startsWith(beginning) && secret !== beginning);

/** What else has to be said once Stripe takes the money, a line each. A secret is never repeated. */
export const missingForPayments = (given: Readonly<Record<string, unknown>>): readonly string[] => {
  if (given['PAYMENTS'] !== 'stripe') return [];
  const missing = Object.entries(NEEDED)
    .filter(([name]) => given[name] === undefined)
    .map(([name, what]) => `${name} is missing: ${what}`);
  // Another host has secrets of its own kind.
  if (given['STRIPE_API_URL'] !== undefined) return missing;
  const strange = Object.entries(BEGINNINGS)
    .filter(([name, beginnings]) => given[name] !== undefined && !isOfShape(given[name], beginnings))
    .map(([name, beginnings]) => `${name} must begin with ${beginnings.join(' or ')}, as Stripe's own do`);
  return [...missing, ...strange];
};

const ENTRIES = v.object(PAYMENT_SETTINGS);

/** The payments' part of the settings; whole once `missingForPayments` has found nothing. */
export const paymentsOf = (parsed: v.InferOutput<typeof ENTRIES>) => {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = parsed;
  if (parsed.PAYMENTS !== 'stripe' || secretKey === undefined || webhookSecret === undefined)
    return { kind: 'simulated', notifications: parsed.SIMULATED_NOTIFICATIONS } as const;
  return {
    ...({ kind: 'stripe', secretKey, webhookSecret } as const),
    publishableKey: parsed.STRIPE_PUBLISHABLE_KEY,
    checkoutOrigins: parsed.STRIPE_CHECKOUT_ORIGINS,
    priceId: parsed.STRIPE_PRICE_ID,
    apiUrl: parsed.STRIPE_API_URL,
  };
};
