import type { Context } from 'hono';

import type { Awaitable } from '#adapters/http/awaitable.ts';
import { respond, defaultHeaders } from '#adapters/http/headers.ts';
import type { HeaderRecord } from '#adapters/http/headers.ts';
import type { Encoding, PublicAnswer } from './answer.ts';

/** Whether an encoding is named in `Accept-Encoding`, and not refused by `q=0`. */
const ACCEPTED: Readonly<Record<Encoding, RegExp>> = {
  br: /(?:^|,)\s*br\s*(?=$|[,;])(?!;\s*q=0(?:\.0*)?\s*(?:$|,))/i,
  gzip: /(?:^|,)\s*gzip\s*(?=$|[,;])(?!;\s*q=0(?:\.0*)?\s*(?:$|,))/i,
};

/** How the bytes of an answer are encoded, by its name in HTTP. */
export type Coding = Encoding | 'identity';

const codingFor = ({ compressed }: PublicAnswer, acceptEncoding: string | undefined): Coding => {
  if (acceptEncoding === undefined || compressed === undefined) return 'identity';
  return ACCEPTED.br.test(acceptEncoding) ? 'br' : ACCEPTED.gzip.test(acceptEncoding) ? 'gzip' : 'identity';
};

/** Other bytes need another entity tag. */
const etagIn = ({ etag }: PublicAnswer, coding: Coding): string =>
  coding === 'identity' ? etag : `${etag.slice(0, -1)}-${coding}"`;

/** Whether `If-None-Match` names the entity tag, or every one by `*`. A proxy may have marked it as a weak one. */
const isNamed = (etag: string, ifNoneMatch: string): boolean =>
  ifNoneMatch === etag ||
  ifNoneMatch.trim() === '*' ||
  ifNoneMatch.split(',').some((name) => name.trim().replace(/^W\//, '') === etag);

/** The headers of a request that decide about the form of its answer. */
export type NegotiationHeaders = {
  readonly acceptEncoding: string | undefined;
  readonly ifNoneMatch: string | undefined;
};

/** Reads them from a request to the app. */
const negotiationOf = ({ req }: Context): NegotiationHeaders => ({
  acceptEncoding: req.header('accept-encoding'),
  ifNoneMatch: req.header('if-none-match'),
});

/** The form in which a request gets an answer, and whether the browser has it already. */
type Form = { readonly coding: Coding; readonly isNotModified: boolean };

export const formFor = (answer: PublicAnswer, { acceptEncoding, ifNoneMatch }: NegotiationHeaders): Form => {
  const coding = codingFor(answer, acceptEncoding);
  return { coding, isNotModified: ifNoneMatch !== undefined && isNamed(etagIn(answer, coding), ifNoneMatch) };
};

/** An answer as it goes to the socket. */
export type Sent = {
  readonly status: 200 | 304;
  readonly headers: HeaderRecord;
  readonly body: PublicAnswer['body'] | null;
};

/** An answer in one form, with the headers of its kind. Synchronous, unless its bytes are compressed. */
export const sentAs = (
  answer: PublicAnswer,
  { coding, isNotModified }: Form,
  defaults: HeaderRecord | undefined,
): Awaitable<Sent> => {
  const headers = {
    ...defaults,
    'Cache-Control': answer.caching,
    ETag: etagIn(answer, coding),
    Vary: 'Accept-Encoding',
  };
  if (isNotModified) return { status: 304, headers, body: null };
  const whole = (body: PublicAnswer['body']): HeaderRecord => ({
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

const sent = (answer: PublicAnswer, asked: NegotiationHeaders, defaults: HeaderRecord | undefined): Awaitable<Sent> =>
  sentAs(answer, formFor(answer, asked), defaults);

/** Answers a request to the app by `sent`. */
export const sendAnswer = async (c: Context, answer: PublicAnswer): Promise<Response> => {
  const { status, headers, body } = await sent(answer, negotiationOf(c), defaultHeaders(c));
  return respond(c, body, status, headers);
};

/** Sends an answer as a 404, always whole: a 304 would say that the page exists. */
export const sendMissing = async (c: Context, answer: PublicAnswer): Promise<Response> => {
  const { headers, body } = await sent(answer, { ...negotiationOf(c), ifNoneMatch: undefined }, defaultHeaders(c));
  return respond(c, body, 404, headers);
};
