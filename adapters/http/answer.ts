import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

import type { Context } from 'hono';

import { respond } from './headers.ts';

type Encoding = 'br' | 'gzip';

/** An answer as it leaves: the bytes of its JSON, and by what they are known again. */
export type Answer = {
  readonly body: string;
  /** A strong one, in its quotes. */
  readonly etag: string;
  /** The body compressed; made once, when it is asked for first. Only what is kept is worth it. */
  readonly compressed?: (encoding: Encoding) => Promise<Uint8Array<ArrayBuffer>>;
};

/** Below it the head of the answer is longer than what is saved. In characters. */
const WORTH_COMPRESSING = 1_024;

// Half of the best level's work for nearly all of its gain.
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

const COMPRESS: Readonly<Record<Encoding, (body: string) => Promise<Uint8Array<ArrayBuffer>>>> = {
  br: (body) => promisify(brotliCompress)(body, BROTLI),
  gzip: (body) => promisify(gzip)(body),
};

/** The first 132 bits of the content's hash: no two contents share one. */
const etagOf = (text: string): string => `"${hash('sha256', text, 'base64url').slice(0, 22)}"`;

export const answerOf = (body: string): Answer => ({ body, etag: etagOf(body) });

/** The same answer for many: it can be had compressed. */
export const compressible = (answer: Answer): Answer => {
  const made = new Map<Encoding, Promise<Uint8Array<ArrayBuffer>>>();
  return {
    ...answer,
    compressed: (encoding) => {
      const known = made.get(encoding) ?? COMPRESS[encoding](answer.body);
      made.set(encoding, known);
      return known;
    },
  };
};

/** Whether an encoding is named in `Accept-Encoding`, and not refused by a weight of nothing. */
const ACCEPTED: Readonly<Record<Encoding, RegExp>> = {
  br: /(?:^|,)\s*br\s*(?=$|[,;])(?!;\s*q=0(?:\.0*)?\s*(?:$|,))/i,
  gzip: /(?:^|,)\s*gzip\s*(?=$|[,;])(?!;\s*q=0(?:\.0*)?\s*(?:$|,))/i,
};

const encodingFor = ({ body, compressed }: Answer, accepted: string | undefined): Encoding | undefined => {
  if (accepted === undefined || compressed === undefined || body.length < WORTH_COMPRESSING) return undefined;
  return ACCEPTED.br.test(accepted) ? 'br' : ACCEPTED.gzip.test(accepted) ? 'gzip' : undefined;
};

/** Whether `If-None-Match` names the entity tag. A proxy may have marked it as a weak one. */
const isNamed = (etag: string, names: string): boolean =>
  names === etag || names.split(',').some((name) => name.trim().replace(/^W\//, '') === etag);

/** The form of an answer that a request takes, and whether whoever asks has it already. */
export const formFor = (
  c: Context,
  answer: Answer,
): { readonly etag: string; readonly encoding: Encoding | undefined; readonly isThere: boolean } => {
  const encoding = encodingFor(answer, c.req.header('accept-encoding'));
  // Other bytes, so another tag.
  const etag = encoding === undefined ? answer.etag : `${answer.etag.slice(0, -1)}-${encoding}"`;
  const names = c.req.header('if-none-match');
  return { etag, encoding, isThere: names !== undefined && isNamed(etag, names) };
};

/** Answers with JSON that the browser may keep, if it asks each time whether it is still true. */
export const sendAnswer = async (c: Context, answer: Answer): Promise<Response> => {
  const { etag, encoding, isThere } = formFor(c, answer);
  const kept = { 'Cache-Control': 'no-cache', ETag: etag, Vary: 'Accept-Encoding' };
  if (isThere) return respond(c, null, 304, kept);
  const headers = { ...kept, 'Content-Type': 'application/json' };
  return encoding === undefined || answer.compressed === undefined
    ? respond(c, answer.body, 200, headers)
    : respond(c, await answer.compressed(encoding), 200, { ...headers, 'Content-Encoding': encoding });
};
