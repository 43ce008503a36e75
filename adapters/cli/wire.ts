import { createHmac, timingSafeEqual } from 'node:crypto';

import * as v from 'valibot';

import { OperatorAnswer, Progress } from './answer.ts';
import { Operation } from './operation.ts';

/**
 * The conversation between a command and the running server, one JSON object a line: `Hello`, `Challenge`, `Request`, then
 * `Message`s until one holds the answer. Both prove that they have read the token of the data folder: no other user of the
 * machine can give orders, and nobody who listens at an old address learns whom to erase.
 */

const short = v.pipe(v.string(), v.minLength(1), v.maxLength(200));

export const Hello = v.strictObject({ hello: short });
export const Challenge = v.strictObject({ challenge: short, proof: short });
export const Request = v.strictObject({ proof: short, who: short, operation: Operation });
/** An empty message says that the server is still there. */
export const Message = v.object({ progress: v.optional(Progress), answer: v.optional(OperatorAnswer) });

/** A command's line holds paths and a reason; an answer's the rows of a table. */
export const LONGEST_REQUEST = 64 * 1024;
export const LONGEST_MESSAGE = 16 * 1024 * 1024;

type Side = 'command' | 'server';

/** The folder is part of the proof: a copy of a folder has the same token, and is not what the server has open. */
export const proofOf = (token: string, side: Side, folder: string, nonce: string): string =>
  createHmac('sha256', token)
    .update(JSON.stringify([side, folder, nonce]))
    .digest('base64url');

export const isProof = (given: string, right: string): boolean =>
  Buffer.byteLength(given) === Buffer.byteLength(right) && timingSafeEqual(Buffer.from(given), Buffer.from(right));
