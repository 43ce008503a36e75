import type { Context } from 'hono';
import { generateCookie, getCookie } from 'hono/cookie';

import type { Secrets } from '#application/ports/secrets.ts';

/** 180 days: long enough for "which browser bought this?", no use to anybody else. */
const MAX_AGE = 180 * 24 * 60 * 60;

const nameOf = (https: boolean) => (https ? '__Host-visitor' : 'visitor');

const isToken = (text: string | undefined): text is string => text !== undefined && /^[\w-]{43}$/.test(text);

/** The hash of this browser's visitor cookie; `undefined` if it has none. */
export const visitorHash = (c: Context, secrets: Secrets, https: boolean): string | undefined => {
  const token = getCookie(c, nameOf(https));
  return isToken(token) ? secrets.hash(token) : undefined;
};

/** As `visitorHash`, but a browser without the cookie is given one, by the headers that its answer must have. */
export const ensureVisitor = (
  c: Context,
  secrets: Secrets,
  https: boolean,
): { readonly hash: string; readonly headers: Readonly<Record<string, string>> } => {
  const known = visitorHash(c, secrets, https);
  if (known !== undefined) return { hash: known, headers: {} };
  const token = secrets.token();
  const options = { path: '/', httpOnly: true, sameSite: 'Lax', secure: https, maxAge: MAX_AGE } as const;
  return { hash: secrets.hash(token), headers: { 'Set-Cookie': generateCookie(nameOf(https), token, options) } };
};
