import type { Log, LogFields } from './ports/log.ts';
import { ProviderRefused, ProviderUnavailable, hasAnswered } from './ports/payment-provider.ts';
import type { OpenedCheckout } from './ports/payment-provider.ts';

/** `wasAway`: the provider has not heard of it. */
export type Unopened = { readonly is: 'payments-unavailable'; readonly wasAway: boolean };

/** What came of asking the provider for a hosted page. */
export type Opening = { readonly is: 'opened'; readonly checkout: OpenedCheckout } | Unopened;

/**
 * Logs why the provider opened no hosted page: the buyer only reads that payments are not available, and nobody retries it. A refusal
 * needs a person, because it lasts: a key, a setting or the clock is wrong. Any other fault is rethrown.
 */
export const unopened = (log: Log, error: unknown, about: LogFields): Unopened => {
  if (error instanceof ProviderUnavailable) log.warn('checkout not opened', { ...about, error });
  else if (error instanceof ProviderRefused) log.error('checkout refused by the provider', { ...about, error });
  else throw error;
  return { is: 'payments-unavailable', wasAway: !hasAnswered(error) };
};
