import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';

import { Refused } from './failures.ts';

/** The body of such a request is never read. */
const WITHOUT_BODY = new Set(['GET', 'HEAD']);

type Settings = {
  /** In bytes. */
  readonly most: (c: Context) => number;
  readonly onError: (c: Context) => Response;
};

const brokenOff = (): never => {
  throw new Refused('INVALID_INPUT', { message: 'The body broke off.' });
};

/**
 * Reads the whole body before a request is handled, and refuses one of too many bytes. A client that sends half a request thus holds
 * only its own connection, until the server's patience ends: neither a place among the requests that are handled nor a part of the time
 * for an answer. A body that breaks off is the client's fault, and nobody reads the answer. The length in a header is believed, since
 * the server reads no further than that: checking the body itself would make a stream of it, which costs more than all other steps
 * before the route.
 */
export const wholeBodies = ({ most, onError }: Settings): MiddlewareHandler => {
  /** Answers with the refusal if the body is too large. */
  const inPieces: MiddlewareHandler = (c) => bodyLimit({ maxSize: most(c), onError })(c, () => Promise.resolve());

  const told = async (c: Context, length: number): Promise<Response | void> => {
    if (!(length <= most(c))) return onError(c);
    // Kept in the request: reading the body later takes no time.
    await c.req.arrayBuffer();
  };

  return async (c, next) => {
    if (WITHOUT_BODY.has(c.req.method)) return next();
    const length = c.req.header('content-length');
    const isInPieces = length === undefined || c.req.header('transfer-encoding') !== undefined;
    const takenIn = isInPieces ? inPieces(c, next) : told(c, Number(length));
    return (await takenIn.catch(brokenOff)) ?? next();
  };
};
