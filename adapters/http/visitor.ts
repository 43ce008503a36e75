import type { Context } from 'hono';
import { generateCookie } from 'hono/cookie';

import type { Secrets } from '#application/ports/secrets.ts';
import { DAY, SECOND } from '#domain/instant.ts';
import { TOKEN, ownCookie, ownOptions } from './own-cookie.ts';

/** 180 days: long enough to answer "which browser bought this?", and of no use to anybody else. */
const MAX_AGE_SECONDS = (180 * DAY) / SECOND;

const VISITOR = ownCookie('visitor', TOKEN);

/** The hash of this browser's visitor cookie; `undefined` if it has none. */
export const visitorHash = (c: Context, secrets: Secrets, https: boolean): string | undefined => {
  const token = VISITOR.valueIn(c.req.header('cookie'), https);
  return token && secrets.hash(token);
};

/** As `visitorHash`, but a browser without the cookie gets one, by headers that the answer must have. */
export const ensureVisitor = (
  c: Context,
  secrets: Secrets,
  https: boolean,
): { readonly hash: string; readonly headers: Readonly<Record<string, string>> } => {
  const known = visitorHash(c, secrets, https);
  if (known !== undefined) return { hash: known, headers: {} };
  const token = secrets.token();
  const cookie = generateCookie(VISITOR.nameOf(https), token, { ...ownOptions(https), maxAge: MAX_AGE_SECONDS });
  return { hash: secrets.hash(token), headers: { 'Set-Cookie': cookie } };
};
