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
const unopened = (log: Log, error: unknown, about: LogFields): Unopened => {
  if (error instanceof ProviderUnavailable) log.warn('checkout not opened', { ...about, error });
  else if (error instanceof ProviderRefused) log.error('checkout refused by the provider', { ...about, error });
  else throw error;
  return { is: 'payments-unavailable', wasAway: !hasAnswered(error) };
};

type HostedPage = {
  /** Asks the provider for it. */
  readonly open: () => Promise<OpenedCheckout>;
  /** Stores it with what is bought. `false`: that was given up meanwhile, so nobody may pay there. */
  readonly keep: (checkout: OpenedCheckout) => Promise<boolean>;
  readonly close: (ref: string) => Promise<unknown>;
  /** Gives up what is bought. */
  readonly giveUp: () => Promise<void>;
};

/** Opens a hosted page, and stores it with what is bought there, which was just stored as open and is given up where no page opens. */
export const openPage = async (
  { open, keep, close, giveUp }: HostedPage,
  log: Log,
  about: LogFields,
): Promise<Opening> => {
  try {
    const checkout = await open();
    if (await keep(checkout)) return { is: 'opened', checkout };
    await close(checkout.ref);
    return { is: 'payments-unavailable', wasAway: false };
  } catch (error) {
    try {
      // First, as giving up may fail: then nobody else would tell of it.
      return unopened(log, error, about);
    } finally {
      await giveUp();
    }
  }
};
