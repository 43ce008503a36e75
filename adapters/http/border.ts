import type { Context } from 'hono';

import type { Limiter } from '#application/ports/limiter.ts';

/** What every route may know of a request: the client, its limits, and the address of the shop. */
export type Border = {
  readonly limiter: Limiter;
  /** The address of the client, by `addressBy`. */
  readonly clientAddress: (c: Context) => string;
  /** Whether browsers connect by HTTPS. */
  readonly https: boolean;
  /** The public URL of the shop, without a slash at its end. */
  readonly shopUrl: (c: Context) => string;
};
