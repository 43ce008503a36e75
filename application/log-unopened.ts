import type { Log, LogFields } from './ports/log.ts';
import { ProviderRefused, ProviderUnavailable } from './ports/payment-provider.ts';

/**
 * Logs why the provider opened no hosted page: the buyer only reads that payments are not available, and nobody retries it. A refusal
 * needs a person, because it lasts: a key, a setting or the clock is wrong. Any other fault is rethrown.
 */
export const logUnopened = (log: Log, error: unknown, about: LogFields): void => {
  if (error instanceof ProviderUnavailable) log.warn('checkout not opened', { ...about, error });
  else if (error instanceof ProviderRefused) log.error('checkout refused by the provider', { ...about, error });
  else throw error;
};
