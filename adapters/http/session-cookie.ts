import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';

import { SESSION_LIFETIME } from '#domain/session.ts';

/** What the cookie is called: with the prefix that binds it to one host, where there is HTTPS. */
export const sessionCookie = (https: boolean): string => (https ? '__Host-session' : 'session');

const options = (https: boolean) => ({ path: '/', httpOnly: true, sameSite: 'Lax', secure: https }) as const;

/** The session token that the browser sent; `undefined` when there is none, or nothing that could be one. */
export const sessionToken = (c: Context, https: boolean): string | undefined => {
  const token = getCookie(c, sessionCookie(https));
  return token !== undefined && /^[\w-]{43}$/.test(token) ? token : undefined;
};

export const setSession = (c: Context, token: string, https: boolean): void =>
  setCookie(c, sessionCookie(https), token, { ...options(https), maxAge: SESSION_LIFETIME / 1_000 });

export const clearSession = (c: Context, https: boolean): void =>
  void deleteCookie(c, sessionCookie(https), options(https));
