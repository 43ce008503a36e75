import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

import type { Context } from 'hono';

import { respond, defaultHeaders } from '#adapters/http/headers.ts';
import type { HeaderRecord } from '#adapters/http/headers.ts';

export type Encoding = 'br' | 'gzip';

type Bytes = Uint8Array<ArrayBuffer>;

/** An answer that is the same for everybody, in the form in which it is sent, with its entity tag. */
export type Answer = {
  readonly body: string | Bytes;
  /** A strong entity tag, in its quotes. */
  readonly etag: string;
  /** Its `Content-Type`. */
  readonly type: string;
  /** Its `Cache-Control`. */
  readonly caching: string;
  /** The body compressed, where that is worth it. */
  readonly compressed?: (encoding: Encoding) => Promise<Bytes>;
};

/** An answer whose body is a text and not bytes. */
export type TextAnswer = Answer & { readonly body: string };

/** In characters, or bytes: below this size compression saves less than the headers of the answer take. */
const WORTH_COMPRESSING = 1_024;

// Half of the best level's work for nearly all of its gain.
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

const COMPRESS: Readonly<Record<Encoding, (body: Answer['body']) => Promise<Bytes>>> = {
  br: (body) => promisify(brotliCompress)(body, BROTLI),
  gzip: (body) => promisify(gzip)(body),
};

/** The first 132 bits of the content's hash: no two contents share one. */
const etagOf = (body: Answer['body']): string => `"${hash('sha256', body, 'base64url').slice(0, 22)}"`;

/** The browser may keep the answer, and has to ask each time whether it is still true. */
export const ASKING = 'no-cache';

/** An answer of JSON, unless `type` names something else. */
export const answerOf = <Body extends Answer['body']>(
  body: Body,
  type = 'application/json',
): Answer & { readonly body: Body } => ({ body, type, etag: etagOf(body), caching: ASKING });

/** The same answer with a compressed form, which is made once, when it is first asked for. Worth it only for cached answers. */
export const compressible = <Kept extends Answer>(answer: Kept): Kept => {
  const { body } = answer;
  if (body.length < WORTH_COMPRESSING) return answer;
  const made = new Map<Encoding, Promise<Bytes>>();
  return {
    ...answer,
    compressed: (encoding) => {
      const known = made.get(encoding) ?? COMPRESS[encoding](body);
      made.set(encoding, known);
      return known;
    },
  };
};

/** Whether an encoding is named in `Accept-Encoding`, and not refused by `q=0`. */
const ACCEPTED: Readonly<Record<Encoding, RegExp>> = {
  br: /(?:^|,)\s*br\s*(?=$|[,;])(?!;\s*q=0(?:\.0*)?\s*(?:$|,))/i,
  gzip: /(?:^|,)\s*gzip\s*(?=$|[,;])(?!;\s*q=0(?:\.0*)?\s*(?:$|,))/i,
};

/** How the bytes of an answer are encoded, by its name in HTTP. */
export type Coding = Encoding | 'identity';

const codingFor = ({ compressed }: Answer, acceptEncoding: string | undefined): Coding => {
  if (acceptEncoding === undefined || compressed === undefined) return 'identity';
  return ACCEPTED.br.test(acceptEncoding) ? 'br' : ACCEPTED.gzip.test(acceptEncoding) ? 'gzip' : 'identity';
};

/** Other bytes need another entity tag. */
const etagIn = ({ etag }: Answer, coding: Coding): string =>
  coding === 'identity' ? etag : `${etag.slice(0, -1)}-${coding}"`;

/** Whether `If-None-Match` names the entity tag, or every one by `*`. A proxy may have marked it as a weak one. */
const isNamed = (etag: string, ifNoneMatch: string): boolean =>
  ifNoneMatch === etag ||
  ifNoneMatch.trim() === '*' ||
  ifNoneMatch.split(',').some((name) => name.trim().replace(/^W\//, '') === etag);

/** The headers of a request that decide about the form of its answer. */
export type Asked = { readonly acceptEncoding: string | undefined; readonly ifNoneMatch: string | undefined };

/** Reads `Asked` from a request to the app. */
const askedBy = ({ req }: Context): Asked => ({
  acceptEncoding: req.header('accept-encoding'),
  ifNoneMatch: req.header('if-none-match'),
});

/** The form in which a request gets an answer, and whether the browser has it already. */
type Form = { readonly coding: Coding; readonly isNotModified: boolean };

export const formFor = (answer: Answer, { acceptEncoding, ifNoneMatch }: Asked): Form => {
  const coding = codingFor(answer, acceptEncoding);
  return { coding, isNotModified: ifNoneMatch !== undefined && isNamed(etagIn(answer, coding), ifNoneMatch) };
};

/** An answer as it goes to the socket. */
export type Sent = {
  readonly status: 200 | 304;
  readonly headers: HeaderRecord;
  readonly body: Answer['body'] | null;
};

/** An answer in one form, with the headers of its kind. Synchronous, unless its bytes are compressed. */
export const sentAs = (
  answer: Answer,
  { coding, isNotModified }: Form,
  defaults: HeaderRecord | undefined,
): Sent | Promise<Sent> => {
  const headers = {
    ...defaults,
    'Cache-Control': answer.caching,
    ETag: etagIn(answer, coding),
    Vary: 'Accept-Encoding',
  };
  if (isNotModified) return { status: 304, headers, body: null };
  const whole = (body: Answer['body']): HeaderRecord => ({
    ...headers,
    'Content-Type': answer.type,
    'Content-Length': String(Buffer.byteLength(body)),
  });
  const { body, compressed } = answer;
  if (coding === 'identity' || compressed === undefined) return { status: 200, headers: whole(body), body };
  return compressed(coding).then((bytes) => ({
    status: 200,
    headers: { ...whole(bytes), 'Content-Encoding': coding },
    body: bytes,
  }));
};

const sent = (answer: Answer, asked: Asked, defaults: HeaderRecord | undefined): Sent | Promise<Sent> =>
  sentAs(answer, formFor(answer, asked), defaults);

/** Answers a request to the app by `sent`. */
export const sendAnswer = async (c: Context, answer: Answer): Promise<Response> => {
  const { status, headers, body } = await sent(answer, askedBy(c), defaultHeaders(c));
  return respond(c, body, status, headers);
};

/** Sends an answer as a 404, always whole: a 304 would say that the page exists. */
export const sendMissing = async (c: Context, answer: Answer): Promise<Response> => {
  const { headers, body } = await sent(answer, { ...askedBy(c), ifNoneMatch: undefined }, defaultHeaders(c));
  return respond(c, body, 404, headers);
};
