import type { Log, LogFields } from './ports/log.ts';
import { ProviderRefused, ProviderUnavailable } from './ports/payment-provider.ts';

/**
 * Tells the log why the provider opened no hosted page: the buyer only hears that payments are not available, and nobody tries
 * it again. A refusal asks for a person, because it stays: a key, a setting or the clock is wrong. Any other fault is thrown on.
 */
export const tellUnopened = (log: Log, error: unknown, about: LogFields): void => {
  if (error instanceof ProviderUnavailable) log.warn('checkout not opened', { ...about, error });
  else if (error instanceof ProviderRefused) log.error('checkout refused by the provider', { ...about, error });
  else throw error;
};
