import { StoreBusy, StoreUnavailable } from '#application/ports/atomically.ts';
import { WrongClock } from '#application/ports/clock.ts';
import { UnreadableFile } from '#application/ports/lead-file.ts';
import type { Log } from '#application/ports/log.ts';
import { ProviderUnavailable } from '#application/ports/payment-provider.ts';

/** `reason` is for scripts and stays the same; `message` is for people. */
export type Failure = { readonly reason: string; readonly message: string };

/** What an operator is told of an error. One that nobody expects goes to the log: it may hold what an answer must not. */
export const failureOf = (error: unknown, log: Pick<Log, 'error'>): Failure => {
  if (error instanceof StoreUnavailable || error instanceof StoreBusy)
    return {
      reason: 'database-unavailable',
      message: 'The database cannot be reached, or is too busy. Try again later.',
    };
  if (error instanceof ProviderUnavailable)
    return {
      reason: 'payments-unavailable',
      message: 'The payment provider cannot be reached. Try again later.',
    };
  if (error instanceof UnreadableFile) return { reason: 'unreadable', message: error.message };
  if (error instanceof WrongClock) return { reason: 'wrong-clock', message: `Nothing is done: ${error.message}.` };
  log.error('operation failed', { error: error instanceof Error ? error : new Error(String(error)) });
  return { reason: 'failed', message: 'Something went wrong. The log tells what.' };
};
