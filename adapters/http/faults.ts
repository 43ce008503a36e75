import type { ErrorHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { routePath } from 'hono/route';

import { StoreBusy, StoreUnavailable, UnstorableInput } from '#application/ports/atomically.ts';
import type { Log } from '#application/ports/log.ts';
import { PasswordsBusy } from '#application/ports/passwords.ts';
import { ProviderRefused, ProviderUnavailable, UnknownCheckout } from '#application/ports/payment-provider.ts';
import { Refused, refuse } from './failures.ts';

/** Milliseconds. An outage fails every request: that it lasts is told now and then, each request has its own line. */
const TOLD_EVERY = 10_000;

/** Why the store is out of reach, which who asks is not told. A process that only answers has nobody else to say it. */
const tellOutages = (log: Log) => {
  let toldAt = Number.NEGATIVE_INFINITY;
  return (error: StoreUnavailable, route: string): void => {
    const now = performance.now();
    if (now - toldAt < TOLD_EVERY) return;
    toldAt = now;
    log.warn('store out of reach', { route, error });
  };
};

/** The one answer to whatever was thrown: outages ask for another try, and only what nobody expected is told of as ours (C35). */
export const answerFaults = (log: Log): ErrorHandler => {
  const tellOutage = tellOutages(log);
  return (error, c) => {
    if (error instanceof Refused) return refuse(c, error.code, error.details);
    if (error instanceof HTTPException) return error.getResponse();
    if (error instanceof StoreUnavailable) tellOutage(error, routePath(c));
    if (error instanceof StoreUnavailable || error instanceof StoreBusy) return refuse(c, 'STORE_UNAVAILABLE');
    if (error instanceof PasswordsBusy) return refuse(c, 'BUSY');
    if (error instanceof ProviderUnavailable) {
      // Why, nobody else would hear: the visitor is only asked to try again.
      log.warn('payment provider unavailable', { route: routePath(c), error });
      return refuse(c, 'PAYMENTS_UNAVAILABLE');
    }
    if (error instanceof UnstorableInput) {
      // The border should have refused it: where it came through is worth a look.
      log.warn('input reached the store', { route: routePath(c), error });
      return refuse(c, 'INVALID_INPUT');
    }
    log.error('unexpected', { route: routePath(c), error });
    if (error instanceof ProviderRefused || error instanceof UnknownCheckout) return refuse(c, 'PAYMENTS_UNAVAILABLE');
    return refuse(c, 'UNEXPECTED');
  };
};
