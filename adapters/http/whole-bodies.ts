import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';

import { Refused } from './failures.ts';

/** Nothing is read of what comes with a request for reading. */
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
 * Takes the whole body in before anybody begins to answer, and refuses one of too many bytes. Whoever sends half a request thus holds
 * nothing but their own connection, until the server's patience ends: neither a place among those who are served nor the time in
 * which an answer is promised. A body that breaks off is their fault, and nobody hears the answer.
 *
 * A request that tells its length is believed, since the server reads no further than that: only to look at its body would make a
 * stream of it, which costs more than the rest of the way in.
 */
export const wholeBodies = ({ most, onError }: Settings): MiddlewareHandler => {
  /** Answers the refusal of a body that is too large. */
  const inPieces: MiddlewareHandler = (c) => bodyLimit({ maxSize: most(c), onError })(c, () => Promise.resolve());

  const told = async (c: Context, length: number): Promise<Response | void> => {
    if (!(length <= most(c))) return onError(c);
    // Kept by the request: who reads it later has it at once.
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
