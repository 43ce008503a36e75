import {
  CircuitState,
  ConsecutiveBreaker,
  ConstantBackoff,
  circuitBreaker,
  handleWhen,
  isTaskCancelledError,
  timeout,
  TimeoutStrategy,
} from 'cockatiel';

import { SECOND } from '#domain/instant.ts';
import type { Log } from '#application/ports/log.ts';
import { ProviderBusy, ProviderRefused, ProviderUnavailable } from '#application/ports/payment-provider.ts';

/** So many calls in a row that found the provider away are enough. */
const FAILURES = 5;

/** How long it is then left alone, in milliseconds. */
export const PAUSE = 30 * SECOND;

/** The library's own pause goes by the clock, and one that was ahead and is set right would prolong it: it is over before it begins. */
const NO_PAUSE = new ConstantBackoff(-Infinity);

/**
 * How long a call may take, in milliseconds, with all its tries: whoever waits for it reads that payments are not available, before
 * the shop's own answer is too late (8 s). A provider that answers a byte now and then would never be found away otherwise.
 */
export const LONGEST_CALL = 7 * SECOND;

const ending = timeout(LONGEST_CALL, TimeoutStrategy.Aggressive);

/** What the call answers, if it does so in `LONGEST_CALL`; else throws `ProviderUnavailable`. What it does afterwards nobody hears of. */
export const inTime = async <Answer>(call: () => Promise<Answer>): Promise<Answer> => {
  try {
    return await ending.execute(call);
  } catch (error) {
    throw isTaskCancelledError(error) ? new ProviderUnavailable('no whole answer in time') : error;
  }
};

/** A trial that has not shown whether the provider is there: some refusals are made without asking it. The next call is the trial. */
class Inconclusive extends Error {
  override readonly name = 'Inconclusive';
}

/** Runs a call, or does not: throws `ProviderUnavailable` at once while the provider is left alone. */
export type Circuit = <Answer>(call: () => Promise<Answer>) => Promise<Answer>;

/**
 * Leaves a provider alone that is away: after `FAILURES` calls in a row that ended in `ProviderUnavailable` no call is made for
 * `PAUSE`, then a single one as a trial. No call takes longer than `LONGEST_CALL`. Only `ProviderUnavailable` counts, and only an
 * answer ends the pause. `ProviderBusy` is an answer: if it counted, whoever makes us ask too often would shut everybody's
 * checkout.
 */
export const circuit = (log: Log): Circuit => {
  const breaker = circuitBreaker(
    handleWhen(
      (error) =>
        (error instanceof ProviderUnavailable && !(error instanceof ProviderBusy)) || error instanceof Inconclusive,
    ),
    { breaker: new ConsecutiveBreaker(FAILURES), halfOpenAfter: NO_PAUSE },
  );
  let isPaused = false;
  /** By `performance.now()`, until when no call is made. */
  let pausedUntil = -Infinity;
  breaker.onBreak((reason) => {
    const error = 'error' in reason ? reason.error : undefined;
    if (!(error instanceof Inconclusive)) pausedUntil = performance.now() + PAUSE;
    if (isPaused) return;
    isPaused = true;
    log.warn('payment provider left alone', { milliseconds: PAUSE, ...(error instanceof Error && { error }) });
  });
  breaker.onReset(() => {
    isPaused = false;
    log.warn('payment provider is back');
  });

  const asTrial = async <Answer>(call: () => Promise<Answer>): Promise<Answer> => {
    try {
      return await call();
    } catch (error) {
      if (error instanceof ProviderUnavailable || error instanceof ProviderRefused) throw error;
      throw new Inconclusive('the trial has shown nothing', { cause: error });
    }
  };

  return async (call) => {
    if (performance.now() < pausedUntil) throw new ProviderUnavailable('the provider is left alone for a while');
    // Nobody waits for somebody else's trial.
    if (breaker.state === CircuitState.HalfOpen) throw new ProviderUnavailable('the provider is being tried');
    try {
      return await breaker.execute(() =>
        breaker.state === CircuitState.HalfOpen ? asTrial(() => inTime(call)) : inTime(call),
      );
    } catch (error) {
      throw error instanceof Inconclusive ? error.cause : error;
    }
  };
};
