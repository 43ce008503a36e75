import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Encoding = 'br' | 'gzip';

type Bytes = Uint8Array<ArrayBuffer>;

/** An answer that is the same for everybody, in the form in which it is sent, with its entity tag. */
export type PublicAnswer = {
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
export type TextAnswer = PublicAnswer & { readonly body: string };

/** In characters, or bytes: below this size compression saves less than the headers of the answer take. */
const WORTH_COMPRESSING = 1_024;

// Half of the best level's work for nearly all of its gain.
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

const COMPRESS: Readonly<Record<Encoding, (body: PublicAnswer['body']) => Promise<Bytes>>> = {
  br: (body) => promisify(brotliCompress)(body, BROTLI),
  gzip: (body) => promisify(gzip)(body),
};

/** The first 132 bits of the content's hash: no two contents share one. */
const etagOf = (body: PublicAnswer['body']): string => `"${hash('sha256', body, 'base64url').slice(0, 22)}"`;

/** The browser may keep the answer, and has to ask each time whether it is still true. */
export const ASKING = 'no-cache';

/** An answer of JSON, unless `type` names something else. */
export const answerOf = <Body extends PublicAnswer['body']>(
  body: Body,
  type = 'application/json',
): PublicAnswer & { readonly body: Body } => ({ body, type, etag: etagOf(body), caching: ASKING });

/** The same answer with a compressed form, which is made once, when it is first asked for. Worth it only for cached answers. */
export const compressible = <Kept extends PublicAnswer>(answer: Kept): Kept => {
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
