import { setTimeout as wait } from 'node:timers/promises';

import type { Log } from '#application/ports/log.ts';

/** In milliseconds, besides the configured delay. A container is usually killed ten seconds after it was asked to stop. */
const FOR_ANSWERS = 8_000;
const FOR_CLOSING = 9_000;
const FOR_ALL = 9_500;

/** The steps of a stop, in this order. */
type Steps = {
  /** Reports at `/readyz` that no more requests should be sent here. */
  readonly leave: () => void;
  /** Takes no more jobs, and lets running ones end or puts them back. */
  readonly rest: () => Promise<void>;
  /** Lets requests be answered; whether all were. */
  readonly drain: (milliseconds: number) => Promise<boolean>;
  /** A silent database lets no connection end: it is left open, once all else has been done. */
  readonly close: () => Promise<void>;
};

/** Resolves when `work` does, or at that instant of `performance.now`. */
const until = async (instant: number, work: Promise<void>): Promise<void> => {
  const clock = new AbortController();
  const late = wait(Math.max(0, instant - performance.now()), undefined, { signal: clock.signal });
  await Promise.race([work, late]).finally(() => clock.abort());
};

/** Stops once, however often it is called; answers whether all requests were answered. */
export const stopper = (
  { leave, rest, drain, close }: Steps,
  delaySeconds: number,
  forClosing = FOR_CLOSING,
): (() => Promise<boolean>) => {
  let stopped: Promise<boolean> | undefined;
  const stop = async (): Promise<boolean> => {
    leave();
    const end = performance.now() + delaySeconds * 1_000 + forClosing;
    const leaving = wait(delaySeconds * 1_000).then(() => drain(FOR_ANSWERS));
    // Requests are answered even if the jobs cannot be put back.
    const [answered, rested] = await Promise.allSettled([leaving, rest()]);
    await until(end, close());
    if (rested.status === 'rejected') throw rested.reason;
    if (answered.status === 'rejected') throw answered.reason;
    return answered.value;
  };
  return () => (stopped ??= stop());
};

/**
 * Ends the process on SIGTERM and SIGINT: with 0 once it has stopped, with 1 if that fails or takes too long. Further signals have no
 * effect.
 */
export const endOnSignals = (stop: () => Promise<boolean>, delaySeconds: number, log: Log): void => {
  let isEnding = false;
  const end = (): void => {
    if (isEnding) return;
    isEnding = true;
    log.info('stopping');
    setTimeout(
      () => {
        log.error('stopped too late');
        process.exit(1);
      },
      delaySeconds * 1_000 + FOR_ALL,
    ).unref();
    stop().then(
      (isDrained) => {
        if (!isDrained) log.error('stopped with requests unanswered');
        process.exit(isDrained ? 0 : 1);
      },
      (error: unknown) => {
        log.error('stop failed', error instanceof Error ? { error } : {});
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
};
