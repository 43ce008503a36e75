import * as v from 'valibot';

import { breakingPayments } from '#adapters/circuit-breaker/payments.ts';
import { stripePayments } from '#adapters/stripe/payments.ts';
import type { Given } from '#config/choice.ts';
import { isSafelyReached, origins, readAs } from '#config/setting-kinds.ts';
import { paymentOption } from './provider.ts';

const secret = (what: string) => v.pipe(v.string(), v.regex(/^[!-~]+$/, 'must be one word'), v.description(what));

/** The secret key goes there. */
const host = readAs((text) => {
  const url = URL.parse(text);
  if (url === null || !isSafelyReached(url)) return undefined;
  const { pathname, search, hash, username, password } = url;
  return pathname === '/' && `${search}${hash}${username}${password}` === '' ? text : undefined;
}, 'must be https:// (http:// only on this machine), a host and a port, with nothing after them');

/** How Stripe's own secrets begin (C45). */
const BEGINNINGS = {
  STRIPE_SECRET_KEY: ['sk_', 'rk_'],
  STRIPE_WEBHOOK_SECRET: ['whsec_'],
} as const;

const isOfShape = (secretText: unknown, beginnings: readonly string[]): boolean =>
  beginnings.some((beginning) => String(secretText).startsWith(beginning) && secretText !== beginning);

/** Whether the key is of the account's live mode or of its test mode; `undefined` of one that does not say. */
const modeOf = (key: unknown): string | undefined => /^(?:sk|rk|pk)_(live|test)_/.exec(String(key))?.[1];

const mixedModes = (given: Given): readonly string[] => {
  const [secretMode, publicMode] = [modeOf(given['STRIPE_SECRET_KEY']), modeOf(given['STRIPE_PUBLISHABLE_KEY'])];
  return secretMode === undefined || publicMode === undefined || secretMode === publicMode
    ? []
    : [`STRIPE_PUBLISHABLE_KEY is of ${publicMode} mode, but STRIPE_SECRET_KEY of ${secretMode} mode`];
};

/** Secrets of another shape than Stripe's, or of two modes, unless they are another host's. They are never repeated. */
const strangeSecrets = (given: Given): readonly string[] =>
  given['STRIPE_API_URL'] !== undefined
    ? []
    : [
        ...Object.entries(BEGINNINGS)
          .filter(([name, beginnings]) => given[name] !== undefined && !isOfShape(given[name], beginnings))
          .map(([name, beginnings]) => `${name} must begin with ${beginnings.join(' or ')}, as Stripe's own do`),
        ...mixedModes(given),
      ];

/** Stripe, which is left alone for a while when it is away. */
export const stripeOption = paymentOption({
  name: 'stripe',
  needed: {
    STRIPE_SECRET_KEY: secret('the key of the Stripe account'),
    STRIPE_WEBHOOK_SECRET: secret('what Stripe signs its notifications with'),
  },
  optional: {
    // Whatever else were put here would be shown to everybody.
    STRIPE_PUBLISHABLE_KEY: v.optional(v.pipe(v.string(), v.regex(/^pk_\w+$/, 'must be a publishable key, pk_…'))),
    STRIPE_CHECKOUT_ORIGINS: v.optional(origins, ''),
    STRIPE_PRICE_ID: v.optional(v.pipe(v.string(), v.regex(/^[\w-]+$/, 'must be the id of a price'))),
    STRIPE_API_URL: v.optional(host),
  },
  alsoMissing: strangeSecrets,
  read: (told) => ({
    secretKey: told.STRIPE_SECRET_KEY,
    webhookSecret: told.STRIPE_WEBHOOK_SECRET,
    publishableKey: told.STRIPE_PUBLISHABLE_KEY,
    checkoutOrigins: told.STRIPE_CHECKOUT_ORIGINS,
    priceId: told.STRIPE_PRICE_ID,
    apiUrl: told.STRIPE_API_URL,
  }),
  open: (settings, { clock, log }) => ({
    payments: breakingPayments(stripePayments({ ...settings, clock }), { log }),
    pages: [],
    buyer: undefined,
  }),
});
