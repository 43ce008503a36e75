import { performance } from 'node:perf_hooks';

import type { Rest } from './semaphore.ts';

/** The event loop counts as busy when it works for more than this share of the time. Signing in alone keeps it busy for a fifth. */
const BUSY = 0.5;

/**
 * Hashing takes a core, and what the other requests need of the processor besides: on two cores it halves them. So while there are many
 * of them, a slot rests as long as it has worked.
 */
export const restWhileBusy: Rest = () => {
  const [began, before] = [performance.now(), performance.eventLoopUtilization()];
  return () => {
    const { utilization } = performance.eventLoopUtilization(before);
    return utilization > BUSY ? performance.now() - began : 0;
  };
};
