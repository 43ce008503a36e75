import type { Context } from 'hono';
import { deleteCookie, setCookie } from 'hono/cookie';

import { SESSION_LIFETIME } from '#domain/session.ts';

/** What the cookie is called: with the prefix that binds it to one host, where there is HTTPS. */
export const sessionCookie = (https: boolean): string => (https ? '__Host-session' : 'session');

const options = (https: boolean) => ({ path: '/', httpOnly: true, sameSite: 'Lax', secure: https }) as const;

const tokenIn = (https: boolean): RegExp =>
  new RegExp(String.raw`(?:^|;)[ \t]*${sessionCookie(https)}=([\w-]{43})[ \t]*(?:;|$)`);
const [TOKEN, HTTPS_TOKEN] = [tokenIn(false), tokenIn(true)];

/** The session token that the browser sent; `undefined` when there is none, or nothing that could be one. */
export const sessionToken = (c: Context, https: boolean): string | undefined =>
  // Asked by nearly every request: to take all its cookies apart costs as much as to look the session up.
  (https ? HTTPS_TOKEN : TOKEN).exec(c.req.header('cookie') ?? '')?.[1];

export const setSession = (c: Context, token: string, https: boolean): void =>
  setCookie(c, sessionCookie(https), token, { ...options(https), maxAge: SESSION_LIFETIME / 1_000 });

export const clearSession = (c: Context, https: boolean): void =>
  void deleteCookie(c, sessionCookie(https), options(https));
