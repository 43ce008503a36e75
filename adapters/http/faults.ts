import type { ErrorHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { routePath } from 'hono/route';

import { StoreBusy, StoreUnavailable, UnstorableInput } from '#application/ports/atomically.ts';
import type { Log } from '#application/ports/log.ts';
import { PasswordsBusy } from '#application/ports/passwords.ts';
import { ProviderRefused, ProviderUnavailable, UnknownCheckout } from '#application/ports/payment-provider.ts';
import { Refused, refuse } from './failures.ts';

/** In milliseconds. An outage fails every request, each with a line of its own; the outage itself is logged only this often. */
const LOGGED_EVERY = 10_000;

/** Logs why the store is out of reach: the visitor does not read it, and in a process without jobs nothing else logs it. */
const outageLogger = (log: Log) => {
  let loggedAt = Number.NEGATIVE_INFINITY;
  return (error: StoreUnavailable, route: string): void => {
    const now = performance.now();
    if (now - loggedAt < LOGGED_EVERY) return;
    loggedAt = now;
    log.warn('store out of reach', { route, error });
  };
};

/**
 * The one answer to anything that was thrown: an outage asks for another try, and only an unexpected error is reported as our fault
 * (C35).
 */
export const answerFaults = (log: Log): ErrorHandler => {
  const logOutage = outageLogger(log);
  return (error, c) => {
    if (error instanceof Refused) return refuse(c, error.code, error.details);
    if (error instanceof HTTPException) return error.getResponse();
    if (error instanceof StoreUnavailable) logOutage(error, routePath(c));
    if (error instanceof StoreUnavailable || error instanceof StoreBusy) return refuse(c, 'STORE_UNAVAILABLE');
    if (error instanceof PasswordsBusy) return refuse(c, 'BUSY');
    if (error instanceof ProviderUnavailable) {
      // Logged here, as the visitor is only asked to try again.
      log.warn('payment provider unavailable', { route: routePath(c), error });
      return refuse(c, 'PAYMENTS_UNAVAILABLE');
    }
    if (error instanceof UnstorableInput) {
      // The border should have refused this input: that it came through is worth a look.
      log.warn('input reached the store', { route: routePath(c), error });
      return refuse(c, 'INVALID_INPUT');
    }
    log.error('unexpected', { route: routePath(c), error });
    if (error instanceof ProviderRefused || error instanceof UnknownCheckout) return refuse(c, 'PAYMENTS_UNAVAILABLE');
    return refuse(c, 'UNEXPECTED');
  };
};
