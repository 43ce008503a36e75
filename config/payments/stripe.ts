import * as v from 'valibot';

import type { Given } from '#config/choice.ts';
import { apiHost, key, origins } from '#config/setting-kinds.ts';
import { paymentOption } from './provider.ts';

/** The prefixes of Stripe's own secrets (C45). */
const BEGINNINGS = {
  STRIPE_SECRET_KEY: ['sk_', 'rk_'],
  STRIPE_WEBHOOK_SECRET: ['whsec_'],
} as const;

const isOfShape = (secretText: unknown, beginnings: readonly string[]): boolean =>
  beginnings.some((beginning) => String(secretText).startsWith(beginning) && secretText !== beginning);

/** Whether the key belongs to the account's live mode or test mode; `undefined` if it does not say. */
const modeOf = (key: unknown): string | undefined => /^(?:sk|rk|pk)_(live|test)_/.exec(String(key))?.[1];

const mixedModes = (given: Given): readonly string[] => {
  const [secretMode, publicMode] = [modeOf(given['STRIPE_SECRET_KEY']), modeOf(given['STRIPE_PUBLISHABLE_KEY'])];
  return secretMode === undefined || publicMode === undefined || secretMode === publicMode
    ? []
    : [`STRIPE_PUBLISHABLE_KEY is of ${publicMode} mode, but STRIPE_SECRET_KEY of ${secretMode} mode`];
};

/** Whether no money moves. The keys of another host do not count, as they have their own meaning. */
const isTestMode = (given: Given): boolean =>
  given['STRIPE_API_URL'] === undefined && modeOf(given['STRIPE_SECRET_KEY']) === 'test';

/** Secrets that do not have Stripe's form, or belong to two modes, unless they are another host's. They are never repeated. */
const strangeSecrets = (given: Given): readonly string[] =>
  given['STRIPE_API_URL'] !== undefined
    ? []
    : [
        ...Object.entries(BEGINNINGS)
          .filter(([name, beginnings]) => given[name] !== undefined && !isOfShape(given[name], beginnings))
          .map(([name, beginnings]) => `${name} must begin with ${beginnings.join(' or ')}, as Stripe's own do`),
        ...mixedModes(given),
      ];

/** Stripe's hosted pages. */
export const stripeOption = paymentOption({
  name: 'stripe',
  needed: {
    STRIPE_SECRET_KEY: key('the key of the Stripe account'),
    STRIPE_WEBHOOK_SECRET: key('what Stripe signs its notifications with'),
  },
  optional: {
    // Any other value here would be shown to everybody.
    STRIPE_PUBLISHABLE_KEY: v.optional(v.pipe(v.string(), v.regex(/^pk_\w+$/, 'must be a publishable key, pk_…'))),
    STRIPE_CHECKOUT_ORIGINS: v.optional(origins, ''),
    STRIPE_PRICE_ID: v.optional(v.pipe(v.string(), v.regex(/^[\w-]+$/, 'must be the id of a price'))),
    STRIPE_API_URL: v.optional(apiHost),
  },
  alsoMissing: strangeSecrets,
  isTrial: isTestMode,
  read: (values) => ({
    secretKey: values.STRIPE_SECRET_KEY,
    webhookSecret: values.STRIPE_WEBHOOK_SECRET,
    publishableKey: values.STRIPE_PUBLISHABLE_KEY,
    checkoutOrigins: values.STRIPE_CHECKOUT_ORIGINS,
    priceId: values.STRIPE_PRICE_ID,
    apiUrl: values.STRIPE_API_URL,
  }),
  open: async (settings, { clock }) => {
    const { stripePayments } = await import('#adapters/stripe/payments.ts');
    return { payments: stripePayments({ ...settings, clock }), pages: [], buyer: undefined };
  },
});
