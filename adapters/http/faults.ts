import type { ErrorHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { routePath } from 'hono/route';

import { outageLog } from '#application/outage-log.ts';
import { StoreBusy, StoreUnavailable, UnstorableInput } from '#application/ports/atomically.ts';
import type { Log } from '#application/ports/log.ts';
import { PasswordsBusy } from '#application/ports/passwords.ts';
import { ProviderRefused, ProviderUnavailable, UnknownCheckout } from '#application/ports/payment-provider.ts';
import { Refused, refuse } from './failures.ts';

/**
 * The one answer to anything that was thrown: an outage asks for another try, and only an unexpected error is reported as our fault
 * (C35).
 */
export const answerFaults = (log: Log): ErrorHandler => {
  const warnOfOutage = outageLog(log, () => performance.now());
  return (error, c) => {
    if (error instanceof Refused) return refuse(c, error.code, error.details);
    if (error instanceof HTTPException) return error.getResponse();
    // The visitor does not read why, and in a process without jobs nothing else logs it.
    if (error instanceof StoreUnavailable) warnOfOutage('store out of reach', { route: routePath(c), error });
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
