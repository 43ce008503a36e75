import type { Context } from 'hono';

import type { Limiter } from '#application/ports/limiter.ts';

/** What every route may know of the way in: who asks, how often they may, and where they believe to be. */
export type Border = {
  readonly limiter: Limiter;
  /** Where a request comes from, by `addressBy`. */
  readonly clientAddress: (c: Context) => string;
  /** Whether browsers come by HTTPS. */
  readonly https: boolean;
  /** Where the shop is seen from outside, without a slash at its end. */
  readonly shopUrl: (c: Context) => string;
};
